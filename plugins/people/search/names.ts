/**
 * Names of people as search shows them.
 */
import { labelSql } from '#app/search/sql'
import { NAME_SUFFIXES } from '../resources/codes.js'

const suffix = (row: string) => `nullif(${labelSql(NAME_SUFFIXES, `${row}.name_suffix`)}, '')`

/** `William Johnson Jr.` */
export function personName(row: string): string {
  return `concat_ws(' ', nullif(${row}.name_first, ''), nullif(${row}.name_middle, ''), nullif(${row}.name_last, ''), ${suffix(row)})`
}

/** `Johnson, William, Jr.` */
export function reversedName(row: string): string {
  return `concat_ws(', ', nullif(${row}.name_last, ''), nullif(concat_ws(' ', nullif(${row}.name_first, ''), nullif(${row}.name_middle, '')), ''), ${suffix(row)})`
}

/** Names of people by their keys, for facets. */
export const NAMED_PEOPLE = `SELECT p.id::text, ${personName('p')}, NULL FROM people p WHERE p.id = ANY($1::bigint[])`

/** Name of the person a column holds; blank when it holds none. */
export function nameOfPerson(column: string): string {
  return `coalesce((SELECT ${personName('named')} FROM people named WHERE named.id = ${column}), '')`
}
