/**
 * Related keys that don't exist (contract, list behavior 6): an error for filters of the resource
 * itself, `court=zz9`. Paths such as `court__id` match nothing.
 */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { ApiError } from '#app/support/api_error'
import { didYouMean } from '#app/support/did_you_mean'
import { ident } from '#app/support/sql_text'
import type { FilterTable } from '../resource.js'
import type { FilterTree } from './parse.js'
import { Statement } from '../statement.js'

const INVALID = 'Select a valid choice. That choice is not one of the available choices.'
/** Maximum number of keys that a message can suggest from. */
const MAX_NEAR = 5_000

/**
 * Checks the keys of a list after its rows are read: the related records of a list with rows
 * exist, except those that its filters exclude.
 *
 * @throws ApiError 400 by parameter for keys of records that don't exist or aren't readable
 */
export async function requireRelatedRecords(
  { keys: all = [] }: FilterTree,
  { rows, reader, viewer }: { rows: number; reader: Reader; viewer: number | undefined }
): Promise<void> {
  const keys = rows ? all.filter(({ negated }) => negated) : all
  if (!keys.length) return
  const statement = new Statement(viewer)
  const existing = keys.map(({ target, condition }) => {
    const alias = statement.alias()
    const conditions = [condition(`${alias}.${ident(target.key.column)}`, statement)]
    if (target.ownership) conditions.push(target.ownership.readable(alias, statement))
    return `EXISTS (SELECT 1 FROM ${ident(target.table)} ${alias} WHERE ${conditions.join(' AND ')})::text`
  })
  const sql = new NamedStatement(`SELECT ${existing.join(', ')}`, false)
  const [row] = await reader.rows(sql, statement.values)
  const missing = keys.filter((_, at) => row![at] === 'false')
  if (!missing.length) return
  const messages = missing.map(async ({ name, value, target }) => [
    name,
    [INVALID + (await suggestion(value, target, reader))],
  ])
  throw new ApiError(400, Object.fromEntries(await Promise.all(messages)))
}

/** Numbers have no similar keys. */
async function suggestion(value: string, target: FilterTable, reader: Reader): Promise<string> {
  if (target.key.type !== 'string' || target.ownership) return ''
  const key = ident(target.key.column)
  const sql = new NamedStatement(
    `SELECT ${key} FROM ${ident(target.table)} ORDER BY ${key} LIMIT ${MAX_NEAR}`,
    false
  )
  const near = didYouMean(
    value,
    (await reader.rows(sql, [])).map(([known]) => known!)
  )
  return near === undefined ? '' : ` Did you mean "${near}"?`
}
