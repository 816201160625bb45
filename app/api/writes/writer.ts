/**
 * Creates, changes, and deletes records in a transaction of the caller. Pages of this server
 * use it, too, so the same rules apply.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Caller } from '#app/accounts/account_cache'
import { queryInTransaction } from '#app/database/reader'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import { ident } from '#app/support/sql_text'
import { fieldColumn } from '../columns.js'
import type { ResourceRegistry } from '../registry.js'
import type { Resource } from '../resource.js'
import { Statement } from '../statement.js'
import type { StoredRow, ColumnValues, AnsweredValues, Refusal, WrongFields } from './hooks.js'
import type { ReceivedFile } from './received_file.js'
import { translateDatabaseErrors } from './refusals.js'
import { checkTargets } from './targets.js'
import { readFields, validateBody, type BodyReading, type ReadBody } from './validate.js'

export interface Write {
  /** The caller; required for records that belong to accounts. */
  caller?: Caller
  /** Values by field, as sent. */
  body: unknown
  /** How the body is read; by default as JSON, with the policy `strict`. */
  reading?: BodyReading
  /** The uploaded file. */
  file?: ReceivedFile
}

interface Change extends Write {
  /** Whether missing fields keep their values. */
  partial: boolean
}

/** A create whose body has been parsed and whose `prepare` hook has run. */
export interface PreparedCreate {
  caller?: Caller
  file?: ReceivedFile
  values: ColumnValues
  wrong: WrongFields
  reading?: BodyReading
  ignored: string[]
  prepared?: unknown
}

export interface Written {
  key: string
  /** Values for this response only. */
  answer: AnsweredValues
  /** Additional response headers. */
  headers: Record<string, string>
  /** Names in the body that were ignored. */
  ignored: string[]
  /** The response to send although the row was stored. */
  refusal?: Refusal
}

export class Writer {
  constructor(
    readonly registry: ResourceRegistry,
    readonly database: Database
  ) {}

  /** Runs work in a transaction. */
  transaction<T>(work: (trx: TransactionClientContract) => Promise<T>): Promise<T> {
    return this.database.transaction(work)
  }

  /**
   * Parses the body of a create and runs the `prepare` hook outside a transaction.
   *
   * @throws ApiError 400 for a body that isn't an object, and errors of the hook
   */
  async prepare(
    resource: Resource,
    { caller, body, file, reading }: Write
  ): Promise<PreparedCreate> {
    const { hooks } = resource
    const read = isObject(body) ? (hooks.read?.(body) ?? body) : body
    const { values, secrets, wrong, ignored } = readFields(resource, this.registry, read, {
      method: 'create',
      ...reading,
    })
    const prepared = await hooks.prepare?.({ caller, values, secrets, wrong })
    return { caller, file, values, wrong, reading, ignored, prepared }
  }

  /**
   * Runs a whole create in one transaction, for resources without a `prepare` hook.
   *
   * @throws ApiError 400 by field, and errors of hooks
   */
  async create(trx: TransactionClientContract, resource: Resource, write: Write): Promise<Written> {
    if (resource.hooks.prepare)
      throw new Error(`creates of "${resource.path}" must be prepared before their transaction`)
    return this.createPrepared(trx, resource, await this.prepare(resource, write))
  }

  /** @throws ApiError 400 by field, and errors of hooks */
  async createPrepared(
    trx: TransactionClientContract,
    resource: Resource,
    { caller, file, values, wrong, reading, ignored, prepared }: PreparedCreate
  ): Promise<Written> {
    const { create } = resource.hooks
    const isWrong = Object.keys(wrong).length > 0
    if (isWrong && prepared === undefined) throw new ApiError(400, wrong)
    if (caller && create) await waitForOwner(trx, caller)
    await checkTargets(trx, resource, this.registry, { values, caller })
    const answer: AnsweredValues = {}
    const headers: Record<string, string> = {}
    const outcome: { refusal?: Refusal } = {}
    const row = await saved(
      resource,
      create &&
        (async (save) => {
          const refusal = await create(
            {
              trx,
              caller,
              values,
              answer,
              file,
              isLenient: reading?.isLenient,
              prepared,
              wrong,
              headers,
            },
            save
          )
          if (refusal instanceof Error) outcome.refusal = refusal
        }),
      async () => {
        const owner = resource.ownership?.column
        const [made] = await trx
          .table(resource.table)
          .insert(owner ? { ...values, [owner]: caller!.account.id } : values)
          .returning('*')
        return made as StoredRow
      }
    )
    if (isWrong && !outcome.refusal) throw new ApiError(400, wrong)
    return { key: String(row[resource.key.column]), answer, headers, ignored, ...outcome }
  }

  /**
   * Runs the `prepareUpdate` hook outside a transaction.
   *
   * @throws ApiError 400 by field, 403 if the caller may only read the record, 404, and errors
   *   of the hook
   */
  async prepareUpdate(
    resource: Resource,
    key: string,
    { caller, ...change }: Change
  ): Promise<unknown> {
    const { prepareUpdate } = resource.hooks
    if (!prepareUpdate) return undefined
    const before = await this.transaction((trx) => this.#stored(trx, resource, key, { caller }))
    const { values } = this.#changes(resource, change, before)
    return prepareUpdate({ caller, values, before })
  }

  /**
   * @param partial whether missing fields keep their values
   * @param prepared result of `prepareUpdate`
   * @throws ApiError 400 by field, 403 if the caller may only read the record, 404, and errors
   *   of hooks
   */
  async update(
    trx: TransactionClientContract,
    resource: Resource,
    key: string,
    { caller, ...change }: Change & { prepared?: unknown }
  ): Promise<Written> {
    const { prepareUpdate, update } = resource.hooks
    if (prepareUpdate && !('prepared' in change))
      throw new Error(`updates of "${resource.path}" must be prepared before their transaction`)
    const { prepared } = change
    const before = await this.#locked(trx, resource, key, caller)
    const { values, ignored } = this.#changes(resource, change, before)
    await checkTargets(trx, resource, this.registry, { values, caller })
    const answer: AnsweredValues = {}
    await saved(
      resource,
      update && ((save) => update({ trx, caller, values, answer, before, prepared }, save)),
      async () => {
        const changes = { ...values, ...this.#modified(resource, values) }
        if (!Object.keys(changes).length) return before
        const rows = trx.from(resource.table).where(resource.key.column, key)
        const [row] = await rows.update(changes, '*')
        return row as StoredRow
      }
    )
    return { key, answer, headers: {}, ignored }
  }

  #changes(
    resource: Resource,
    { body, partial, reading }: Omit<Change, 'caller'>,
    before: StoredRow
  ): Pick<ReadBody, 'values' | 'ignored'> {
    const method = partial ? 'change' : 'replace'
    return validateBody(resource, this.registry, body, { method, before, ...reading })
  }

  /**
   * @throws ApiError 400 if other records refer to it, 403 if the caller may only read it,
   *   404, and errors of hooks
   */
  async destroy(
    trx: TransactionClientContract,
    resource: Resource,
    key: string,
    { caller }: Pick<Write, 'caller'>
  ): Promise<void> {
    const before = await this.#locked(trx, resource, key, caller)
    const { destroy } = resource.hooks
    await saved(
      resource,
      destroy && ((remove) => destroy({ trx, caller, before }, async () => void (await remove()))),
      async () => {
        await trx.from(resource.table).where(resource.key.column, key).delete()
        return before
      }
    )
  }

  /** The row to write, locked until the transaction ends. */
  #locked(
    trx: TransactionClientContract,
    resource: Resource,
    key: string,
    caller: Caller | undefined
  ): Promise<StoredRow> {
    return this.#stored(trx, resource, key, { caller, lock: 'FOR UPDATE OF t' })
  }

  async #stored(
    trx: TransactionClientContract,
    { table, key: { column, type }, label, visible, ownership }: Resource,
    key: string,
    { caller, lock = '' }: { caller?: Caller; lock?: string }
  ): Promise<StoredRow> {
    const statement = new Statement(caller?.account.id)
    const conditions = [
      `t.${ident(column)} = ${statement.bind(key, type === 'string' ? 'text' : 'bigint')}`,
      ...(visible ? [`(${visible})`] : []),
      ...(ownership ? [ownership.readable('t', statement)] : []),
    ]
    const own = ownership ? `(${ownership.own('t', statement)})::text` : `'true'`
    const [found] = await queryInTransaction(
      trx,
      `SELECT ${own} FROM ${ident(table)} t WHERE ${conditions.join(' AND ')} ${lock}`,
      statement.values
    )
    if (!found)
      throw ApiError.detail(API_ERRORS.record_not_found, `No ${label} matches the given query.`)
    if (found[0] !== 'true')
      throw ApiError.detail(403, 'You do not have permission to perform this action.')
    return (await trx.from(table).where(column, key).firstOrFail()) as StoredRow
  }

  #modified(resource: Resource, values: ColumnValues): ColumnValues {
    const field = resource.fields.get('date_modified')
    if (!field || !Object.keys(values).length) return {}
    return {
      [fieldColumn('date_modified', field)]: this.database.rawQuery('clock_timestamp()').knexQuery,
    }
  }
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

/** Serializes the creates of an account. */
async function waitForOwner(trx: TransactionClientContract, { account }: Caller): Promise<void> {
  await trx.rawQuery('SELECT 1 FROM accounts WHERE id = ? FOR NO KEY UPDATE', [account.id])
}

/** Saves the row, directly or when the hook calls for it. */
async function saved(
  resource: Resource,
  hook: ((save: () => Promise<StoredRow>) => Promise<void>) | undefined,
  save: () => Promise<StoredRow>
): Promise<StoredRow> {
  if (!hook) return translateDatabaseErrors(resource, save)
  let row: StoredRow | undefined
  await hook(async () => {
    if (row) throw new Error(`a hook of "${resource.path}" saves twice`)
    return (row = await translateDatabaseErrors(resource, save))
  })
  if (!row) throw new Error(`a hook of "${resource.path}" neither saves nor throws`)
  return row
}
