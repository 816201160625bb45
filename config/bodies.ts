import { settings } from '#start/env'

/**
 * Limits of request bodies. They are checked while a body arrives: it is read
 * no further than to the first of them. Files have limits of their own.
 */
export default {
  /** Bytes of JSON and of forms, also unpacked ones. */
  maxBytes: 1024 * 1024,
  /** Bytes of all fields of a multipart body. */
  maxFieldBytes: 2 * 1024 * 1024,
  /** Nested objects and lists in JSON. */
  maxDepth: 64,
  /** Keys of one object in JSON. */
  maxObjectKeys: 1000,
  /** Keys of all objects in JSON, and as many items of all lists. */
  maxKeys: settings.bodyMaxKeys,
  /** Fields of a form. */
  maxFields: settings.bodyMaxFields,
  /** Parts of a multipart body. */
  maxParts: settings.bodyMaxParts,
}
