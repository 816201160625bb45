import { settings } from '#start/env'

/**
 * Limits of request bodies, enforced while a body arrives: reading stops at the first one that
 * is exceeded. Files have separate limits.
 */
export default {
  /** Bytes of JSON and forms before and after decompression. */
  maxBytes: 1024 * 1024,
  /** Bytes of all fields of a multipart body. */
  maxFieldBytes: 2 * 1024 * 1024,
  /** Nesting of objects and lists in JSON. */
  maxDepth: 64,
  /** Keys of one JSON object. */
  maxObjectKeys: 1000,
  /** Keys of all JSON objects, and items of all lists. */
  maxKeys: settings.bodyMaxKeys,
  /** Fields of a form. */
  maxFields: settings.bodyMaxFields,
  /** Parts of a multipart body. */
  maxParts: settings.bodyMaxParts,
}
