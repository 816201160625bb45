/**
 * What a resource does around its writes. But for `prepare` and
 * `prepareUpdate` a hook runs in the writer's transaction: it may read existing
 * rows, change what will be written, refuse by throwing an ApiError, and add
 * what must happen with the write.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ApiError } from '#app/support/api_error'
import type { DomainError } from '#app/support/domain_error'
import type { Caller } from '#app/accounts/account_cache'
import type { ReceivedFile } from './received_file.js'

/** A row of the resource's table, as the driver reads it. */
export type StoredRow = Record<string, unknown>

/** Why a request is refused. */
export type Refusal = ApiError | DomainError

/** What is wrong with single fields, by name. */
export type WrongFields = Record<string, string[]>

/** A create before its transaction begins. */
export interface CreateToPrepare {
  caller?: Caller
  /** What will be written, by column; validated, and the hook's to change. */
  values: ColumnValues
  /**
   * Fields that cannot be read or are missing; the hook may add some. A create is refused because
   * of them after the hook, unless `create` keeps a row of it.
   */
  wrong: WrongFields
  /** Values of fields declared as `f.secret`, by name. Nothing else gets them. */
  secrets: Record<string, string>
}

/** A change before its transaction begins. */
export interface UpdateToPrepare {
  caller?: Caller
  /** What will be written, by column; validated. */
  values: ColumnValues
  /** The row as it is; others may change it until `update` runs. */
  before: StoredRow
}

export interface CreateWrite {
  trx: TransactionClientContract
  /** Who writes; always there for what belongs to accounts. */
  caller?: Caller
  /** What will be written, by column; validated, and the hook's to change. */
  values: ColumnValues
  /** Fills fields declared as `f.responseOnly`, which only this answer shows. */
  answer: AnsweredValues
  /** The request used the public names. */
  publicNames?: boolean
  /** The file that came with the values, for resources with a field for one. */
  file?: ReceivedFile
  /** What `prepare` returned, and what it and the reading of the body found wrong. */
  prepared?: unknown
  wrong: WrongFields
  /** Further headers of the answer, which the hook may set. */
  headers: Record<string, string>
}

export interface UpdateWrite extends Omit<CreateWrite, 'headers' | 'wrong'> {
  /** The row as it was, locked. */
  before: StoredRow
}

export interface DestroyWrite extends Pick<CreateWrite, 'trx' | 'caller'> {
  before: StoredRow
}

/**
 * Each hook calls its second argument once, where the write shall happen, and
 * gets the row as it is then. Creates of one account wait for each other, so
 * that a hook may count what the account has.
 */
export interface WriteHooks {
  /** Reads values of a create the way the caller meant them, before anything else does. */
  read?: (body: Record<string, unknown>) => Record<string, unknown>
  /**
   * Work of a create that must not be done in a transaction, for it may take seconds: asking
   * another server, or the search engine. `create` gets what it returns.
   */
  prepare?: (create: CreateToPrepare) => Promise<unknown>
  /** `prepare` only reads, and may be repeated: no Idempotency-Key is reserved for it. */
  prepareChangesNothing?: boolean
  /** May return a refusal: the row is stored, and the request is answered with the refusal. */
  create?: (write: CreateWrite, save: () => Promise<StoredRow>) => Promise<Refusal | void>
  /** The same for a change; `update` gets what it returns. */
  prepareUpdate?: (update: UpdateToPrepare) => Promise<unknown>
  update?: (write: UpdateWrite, save: () => Promise<StoredRow>) => Promise<void>
  destroy?: (write: DestroyWrite, remove: () => Promise<void>) => Promise<void>
}

/** Column values ready for the database. */
export type ColumnValues = Record<string, unknown>

/** Values for `f.responseOnly` fields, by name. */
export type AnsweredValues = Record<string, unknown>
