/**
 * Search cursors: the position where a page ended, as URL-safe characters without padding. A
 * cursor is valid for one search only. It is signed, because engines trust the positions in it.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { DomainError } from '#app/support/domain_error'
import { SEARCH_REQUEST_ERRORS } from '../errors.js'
import type { Position, Order } from '#app/search_engine/engine'
import type { SearchTypeDefinition } from '../define_search_type.js'

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

export const BY_SCORE = 'score desc'
const RANDOM = /^random_(\S{1,100}) (asc|desc)$/

/** Labels of a type's orders. */
export function listOrderLabels({ orders }: SearchTypeDefinition): string[] {
  return [BY_SCORE, ...Object.keys(orders), 'random_<seed> desc', 'random_<seed> asc']
}

/** @returns the order, or an error message */
export function readOrder(type: SearchTypeDefinition, text: string | undefined): Order | string {
  const asked = (text?.trim() || type.standardOrder).replace(/\s+/g, ' ')
  if (asked === BY_SCORE) return { by: 'score' }
  const fields = Object.hasOwn(type.orders, asked) ? type.orders[asked] : undefined
  if (fields) return { by: 'fields', fields }
  const random = RANDOM.exec(asked)
  if (random) return { by: 'random', seed: seedOf(random[1]!), descending: random[2] === 'desc' }
  return noSuchOrder(asked, [type])
}

/** An error message for an order that no type supports; otherwise null. */
export function findOrderError(types: SearchTypeDefinition[], text: string): string | null {
  const isOne = types.some((type) => typeof readOrder(type, text) !== 'string')
  return isOne ? null : noSuchOrder(text, types)
}

function noSuchOrder(asked: string, types: SearchTypeDefinition[]): string {
  const choices = types.map(
    (type) => `Type ${type.code} supports these orders: ${listOrderLabels(type).join('; ')}.`
  )
  return [
    `Select a valid choice. ${asked.slice(0, 100)} is not one of the available choices.`,
    ...choices,
  ].join(' ')
}

/** 31 bits, so that engines can calculate with it safely. */
function seedOf(text: string): number {
  return Number.parseInt(hash('sha1', text, 'hex').slice(0, 8), 16) & 0x7fffffff
}
