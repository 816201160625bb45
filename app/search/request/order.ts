/**
 * `order_by` of searches (search.md 3).
 */
import { hash } from 'node:crypto'
import type { SearchTypeDefinition } from '../define_search_type.js'
import type { Order } from '#app/search_engine/engine'

export const BY_SCORE = 'score desc'
const RANDOM = /^random_(\S{1,100}) (asc|desc)$/

/** Labels of a type's orders. */
export function ordersOf({ orders }: SearchTypeDefinition): string[] {
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
export function orderOfNone(types: SearchTypeDefinition[], text: string): string | null {
  const isOne = types.some((type) => typeof readOrder(type, text) !== 'string')
  return isOne ? null : noSuchOrder(text, types)
}

function noSuchOrder(asked: string, types: SearchTypeDefinition[]): string {
  const choices = types.map(
    (type) => `Type ${type.code} supports these orders: ${ordersOf(type).join('; ')}.`
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
