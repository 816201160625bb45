/**
 * Cursors: a position in one ordering, safe against ties and new rows, and
 * made of URL-safe characters only (base64url without padding).
 */
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import type { OrderColumn } from '../ordering.js'
import type { Resource } from '../resource.js'
import { readDatetime } from '../filters/values.js'
import type { ValueField } from '../field_definitions.js'

export interface Cursor {
  /** Towards the start of the list instead of its end. */
  backwards: boolean
  /** Value of the ordering column in the row before the cursor; microsecond-exact. */
  position: string
  /** Key of that row, which sets equal positions apart. */
  key: string
}

const MAX_LENGTH = 400

/** A cursor as text. It names its ordering and is refused under any other. */
export function encodeCursor(
  { name, descending }: OrderColumn,
  { backwards, position, key }: Cursor
): string {
  const parts = [`${descending ? '-' : ''}${name}`, backwards ? 'p' : 'n', position, key]
  return cursorText(parts)
}

/**
 * @throws ApiError 404 "Invalid cursor" for anything but a cursor of this ordering
 */
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

/**
 * Positions in a list as text of URL-safe characters: JSON in base64url
 * without padding.
 */
export function cursorText(position: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** @returns what the text says, to be checked: clients may write what they like; undefined for no JSON */
export function readCursorText(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
