import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** What a plugin's `demo` module works with. */
export interface DemoRecords {
  /** The transaction that makes the records of all plugins. */
  trx: TransactionClientContract
  /**
   * Makes a record as the account would over the API.
   *
   * @returns its key
   * @throws ApiError
   */
  create: (resource: string, values: Record<string, unknown>) => Promise<string>
  /** Grants the account a right that the plugin declares, so that a newcomer can try what asks for it. */
  grant: (right: string) => Promise<void>
}
