/**
 * Cursors of searches: where a page ended, in URL-safe characters without
 * padding. A cursor belongs to one search and is refused for any other.
 */
import { hash } from 'node:crypto'
import { ApiError } from '#api/api_error'
import type { Position } from '../engine.js'

export interface SearchCursor {
  position: Position
  direction: 'after' | 'before'
  /** Number of the page it leads to, from 1. */
  page: number
  /** Day of the first page: ages are counted from it on all pages. */
  today: string
}

const LONGEST = 4000
const DAY = /^\d{4}-\d\d-\d\d$/

/** A few characters that tell searches apart. */
export function fingerprint(search: unknown): string {
  return hash('sha256', JSON.stringify(search), 'base64url').slice(0, 12)
}

export function encodeSearchCursor(search: string, cursor: SearchCursor): string {
  const { position, direction, page, today } = cursor
  const parts = [search, direction === 'after' ? 1 : -1, page, today, ...position]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/**
 * @param search fingerprint of the search it must belong to
 * @throws ApiError 404 "Invalid cursor" for anything else
 */
export function decodeSearchCursor(search: string, text: string): SearchCursor {
  const [owner, direction, page, today, ...position] = parse(text)
  const valid =
    owner === search &&
    (direction === 1 || direction === -1) &&
    Number.isSafeInteger(page) &&
    (page as number) > 0 &&
    typeof today === 'string' &&
    DAY.test(today) &&
    position.length > 0 &&
    position.every(isValue)
  if (!valid) throw invalid()
  return {
    position: position as Position,
    direction: direction === 1 ? 'after' : 'before',
    page: page as number,
    today: today as string,
  }
}

function isValue(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isFinite(value)
}

function parse(text: string): unknown[] {
  if (text.length > LONGEST || !/^[\w-]+$/.test(text)) throw invalid()
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (Array.isArray(parts)) return parts
  } catch {
    // Worded below like every other bad cursor.
  }
  throw invalid()
}

function invalid(): ApiError {
  return ApiError.detail(404, 'Invalid cursor')
}
