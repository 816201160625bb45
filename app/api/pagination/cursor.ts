/**
 * Cursors: positions in an ordering that are stable with equal values and new rows. They
 * consist of URL-safe characters (base64url without padding).
 */
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import type { OrderColumn } from '../ordering.js'
import type { Resource } from '../resource.js'
import { readDatetime } from '../filters/values.js'
import type { ValueField } from '../field_definitions.js'

export interface Cursor {
  /** Toward the start of the list. */
  backwards: boolean
  /** Value of the ordering column in the row before the cursor, with microseconds. */
  position: string
  /** Key of that row, which distinguishes equal positions. */
  key: string
}

const MAX_LENGTH = 400

/** Encodes a cursor, including its ordering. */
export function encodeCursor(
  { name, descending }: OrderColumn,
  { backwards, position, key }: Cursor
): string {
  const parts = [`${descending ? '-' : ''}${name}`, backwards ? 'p' : 'n', position, key]
  return cursorText(parts)
}

/** @throws ApiError 404 "Invalid cursor" for text that isn't a cursor of this ordering */
export function decodeCursor(resource: Resource, order: OrderColumn, text: string): Cursor {
  const parts = parse(text)
  const [ordering, direction, position, key] = parts
  if (
    ordering !== `${order.descending ? '-' : ''}${order.name}` ||
    (direction !== 'n' && direction !== 'p') ||
    !isKey(resource, key!) ||
    !isPosition(resource, order, position!)
  ) {
    throw invalid()
  }
  return { backwards: direction === 'p', position: position!, key: key! }
}

function parse(text: string): string[] {
  if (text.length > MAX_LENGTH || !/^[\w-]+$/.test(text)) throw invalid()
  const parts = readCursorText(text)
  if (
    !Array.isArray(parts) ||
    parts.length !== 4 ||
    !parts.every((part) => typeof part === 'string')
  )
    throw invalid()
  return parts
}

function isKey(resource: Resource, key: string): boolean {
  return resource.key.type === 'string' ? !key.includes('\0') : /^-?\d{1,18}$/.test(key)
}

function isPosition(resource: Resource, order: OrderColumn, position: string): boolean {
  const { type } = resource.fields.get(order.name) as ValueField
  if (type !== 'datetime') return order.name === 'id' && isKey(resource, position)
  try {
    readDatetime(position)
    return true
  } catch {
    return false
  }
}

function invalid(): ApiError {
  return ApiError.detail(API_ERRORS.invalid_cursor, 'Invalid cursor')
}

/** Encodes a position in a list with URL-safe characters: JSON as base64url without padding. */
export function cursorText(position: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/**
 * Decodes a position. The result must be validated, because clients can send anything.
 *
 * @returns undefined for invalid JSON
 */
export function readCursorText(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
