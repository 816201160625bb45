/**
 * Checks that records referenced by a write exist and, if they belong to accounts, belong to
 * the caller.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Caller } from '#app/accounts/account_cache'
import { queryInTransaction } from '#app/database/reader'
import { ApiError } from '#app/support/api_error'
import { ident } from '#app/support/sql_text'
import { fieldColumn } from '../columns.js'
import type { ResourceRegistry } from '../registry.js'
import type { Resource } from '../resource.js'
import { Statement } from '../statement.js'
import type { ColumnValues } from './hooks.js'
import type { Field, LinkField } from '../field_definitions.js'

/**
 * Checks links given as keys and links to records of accounts; foreign keys check the others.
 * The rows are locked until the transaction ends.
 *
 * @throws ApiError 400 by field
 */
export async function checkTargets(
  trx: TransactionClientContract,
  resource: Resource,
  registry: ResourceRegistry,
  { values, caller }: { values: ColumnValues; caller?: Caller }
): Promise<void> {
  const wrong: Record<string, string[]> = {}
  for (const [name, field] of resource.fields) {
    if (field.kind !== 'link') continue
    const key = values[fieldColumn(name, field)]
    if (key === undefined || key === null) continue
    const target = registry.get(field.resource)
    if (field.as !== 'key' && !target.ownership) continue
    if (!(await isThere(trx, target, String(key), caller)))
      wrong[name] = [missingTarget(field, String(key))]
  }
  if (Object.keys(wrong).length) throw new ApiError(400, wrong)
}

async function isThere(
  trx: TransactionClientContract,
  target: Resource,
  key: string,
  caller: Caller | undefined
): Promise<boolean> {
  const statement = new Statement(caller?.account.id)
  const type = target.key.type === 'string' ? 'text' : 'bigint'
  const conditions = [
    `t.${ident(target.key.column)} = ${statement.bind(key, type)}`,
    ...(target.visible ? [`(${target.visible})`] : []),
    ...(target.ownership ? [target.ownership.own('t', statement)] : []),
  ]
  const rows = await queryInTransaction(
    trx,
    `SELECT '' FROM ${ident(target.table)} t WHERE ${conditions.join(' AND ')} FOR KEY SHARE OF t`,
    statement.values
  )
  return rows.length > 0
}

/** The message for a link to a missing record. */
export function missingTarget(field: Field | undefined, key: string): string {
  return isKeyLink(field) ? missingKey(key) : 'No such record exists.'
}

/** The message for a key that doesn't exist. */
export const missingKey = (key: string) => `Invalid pk "${key}" - object does not exist.`

function isKeyLink(field: Field | undefined): field is LinkField {
  return field?.kind === 'link' && field.as === 'key'
}
