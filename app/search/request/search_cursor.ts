/**
 * Cursors of searches: where a page ended, as URL-safe characters without
 * padding. A cursor is valid for one search only. It is signed, since engines
 * trust the positions in it.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { DomainError } from '#app/support/domain_error'
import { SEARCH_REQUEST_ERRORS } from '../errors.js'
import type { Position } from '#app/search_engine/engine'

export interface SearchCursor {
  position: Position
  direction: 'after' | 'before'
  /** Page number, from 1. */
  page: number
  /** Date of the first page: ages are calculated from it on all pages. */
  today: string
}

const MAX_LENGTH = 4000
/** Length of a signature. */
const SIGNATURE = 16

/** Length of a search fingerprint. */
export function fingerprint(search: unknown): string {
  return hash('sha256', JSON.stringify(search), 'base64url').slice(0, 12)
}

export class SearchCursors {
  /** @param key the same in all processes that run searches */
  constructor(readonly key: string) {}

  /** @param search fingerprint of the search it belongs to */
  encode(search: string, { position, direction, page, today }: SearchCursor): string {
    const content = JSON.stringify([direction === 'after' ? 1 : -1, page, today, ...position])
    return Buffer.from(this.#signature(search, content) + content).toString('base64url')
  }

  /**
   * @param search fingerprint of the search it must belong to
   * @throws InvalidCursor for anything else
   */
  decode(search: string, text: string): SearchCursor {
    if (text.length > MAX_LENGTH || !/^[\w-]+$/.test(text)) throw new InvalidCursor()
    const decoded = Buffer.from(text, 'base64url').toString('utf8')
    const content = decoded.slice(SIGNATURE)
    const signature = Buffer.from(this.#signature(search, content))
    const given = Buffer.from(decoded.slice(0, SIGNATURE))
    if (given.length !== signature.length || !timingSafeEqual(given, signature))
      throw new InvalidCursor()
    const [direction, page, today, ...position] = JSON.parse(content) as [
      number,
      number,
      string,
      ...Position,
    ]
    return { position, direction: direction === 1 ? 'after' : 'before', page, today }
  }

  #signature(search: string, content: string): string {
    return createHmac('sha256', this.key)
      .update(`search cursor ${search} ${content}`)
      .digest('base64url')
      .slice(0, SIGNATURE)
  }
}

/** The cursor is invalid or belongs to another search. */
export class InvalidCursor extends DomainError {
  constructor() {
    super(SEARCH_REQUEST_ERRORS.invalid_search_cursor, { detail: 'Invalid cursor' })
  }
}
