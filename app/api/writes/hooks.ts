/**
 * Hooks of a resource for writes. All except `prepare` and `prepareUpdate` run in the writer's
 * transaction: they may read rows, change the values to write, reject the write by throwing an
 * ApiError, and make further changes.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ApiError } from '#app/support/api_error'
import type { DomainError } from '#app/support/domain_error'
import type { Caller } from '#app/accounts/account_cache'
import type { ReceivedFile } from './received_file.js'

/** A row of the resource's table, as returned by the driver. */
export type StoredRow = Record<string, unknown>

/** The reason why a request is rejected. */
export type Refusal = ApiError | DomainError

/** Error messages by field. */
export type WrongFields = Record<string, string[]>

/** A create before its transaction. */
export interface CreateToPrepare {
  caller?: Caller
  /** Validated values by column, which the hook may change. */
  values: ColumnValues
  /**
   * Errors of invalid or missing fields; the hook may add more. They reject the request after
   * the hook, unless `create` stores a row anyway.
   */
  wrong: WrongFields
  /** Values of fields declared with `f.secret`, by name. They aren't passed to anything else. */
  secrets: Record<string, string>
}

/** A change before its transaction. */
export interface UpdateToPrepare {
  caller?: Caller
  /** Validated values by column. */
  values: ColumnValues
  /** The current row, which may change until `update` runs. */
  before: StoredRow
}

export interface CreateWrite {
  trx: TransactionClientContract
  /** The caller; always set for records that belong to accounts. */
  caller?: Caller
  /** Validated values by column, which the hook may change. */
  values: ColumnValues
  /** Values for fields declared with `f.responseOnly`, for this response only. */
  answer: AnsweredValues
  /** Whether the request used the public names. */
  publicNames?: boolean
  /** Whether the request policy is `lenient` (app/api/catalog.ts). */
  isLenient?: boolean
  /** The uploaded file, for resources with a file field. */
  file?: ReceivedFile
  /** The result of `prepare`, and the errors from parsing and `prepare`. */
  prepared?: unknown
  wrong: WrongFields
  /** Additional response headers, which the hook may set. */
  headers: Record<string, string>
}

export interface UpdateWrite extends Omit<CreateWrite, 'headers' | 'wrong'> {
  /** The row before the change, locked. */
  before: StoredRow
}

export interface DestroyWrite extends Pick<CreateWrite, 'trx' | 'caller'> {
  before: StoredRow
}

/**
 * Each hook calls its second argument exactly once to write the row, and gets the row as
 * written. Creates of the same account run one at a time, so that a hook may count the
 * account's records.
 */
export interface WriteHooks {
  /** Rewrites the body of a create before it is parsed. */
  read?: (body: Record<string, unknown>) => Record<string, unknown>
  /**
   * Work of a create that must not run in a transaction because it may take seconds, such as
   * requests to other servers or the search engine. `create` gets its result.
   */
  prepare?: (create: CreateToPrepare) => Promise<unknown>
  /**
   * Whether `prepare` only reads and may be repeated, so that no Idempotency-Key is reserved
   * for it.
   */
  prepareChangesNothing?: boolean
  /** May return an error to send as the response although the row is stored. */
  create?: (write: CreateWrite, save: () => Promise<StoredRow>) => Promise<Refusal | void>
  /** Like `prepare`, for a change. `update` gets its result. */
  prepareUpdate?: (update: UpdateToPrepare) => Promise<unknown>
  update?: (write: UpdateWrite, save: () => Promise<StoredRow>) => Promise<void>
  destroy?: (write: DestroyWrite, remove: () => Promise<void>) => Promise<void>
}

/** Column values for the database. */
export type ColumnValues = Record<string, unknown>

/** Values of `f.responseOnly` fields, by name. */
export type AnsweredValues = Record<string, unknown>
