/**
 * SQL shared by indexes and search types.
 */
import { literal } from '#app/support/sql_text'
import type { ResultFields } from './define_search_type.js'
import type { Choice } from '#api/field_types'

/** `meta` of a result: when the row was last changed and when it was added, in UTC. */
export function metaSql(row: string): string {
  return `json_build_object('timestamp', ${instantSql(`${row}.date_modified`)}, 'date_created', ${instantSql(`${row}.date_created`)})`
}

function instantSql(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** The label of a code; empty for an unknown code. */
export function labelSql(codes: Choice[] | Record<string, string>, column: string): string {
  const pairs = Array.isArray(codes)
    ? codes.map(({ value, display_name: label }) => [String(value), label] as const)
    : Object.entries(codes)
  const cases = pairs.map(([code, label]) => `WHEN ${literal(code)} THEN ${literal(label)}`)
  return `CASE ${column} ${cases.join(' ')} ELSE '' END`
}

/** The display name of a case. */
export function caseNameSql(row: string): string {
  return `coalesce(nullif(${row}.case_name, ''), nullif(${row}.case_name_full, ''), ${row}.case_name_short)`
}

/** Values of a list as an array of numbers or texts. */
export function listSql(query: string): string {
  return `ARRAY(${query})`
}

export const NO_KEYS = 'ARRAY[]::bigint[]'
export const NO_TEXTS = 'ARRAY[]::text[]'

/** Columns under their own names. */
export function selectColumns(row: string, ...names: string[]): ResultFields {
  return Object.fromEntries(names.map((name) => [name, `${row}.${name}`]))
}
