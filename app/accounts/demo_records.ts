/**
 * Records the demo account starts with, so that lists of records that belong
 * to accounts are not empty.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ApplicationService } from '@adonisjs/core/types'

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
}

/** Makes the records of all plugins for an account, or none. */
export async function makeDemoRecords(
  { container }: ApplicationService,
  accountId: number
): Promise<void> {
  const { plugins, resources } = await container.make('curia.plugins')
  const account = await (await container.make('curia.directory')).account(accountId)
  const writer = await container.make('curia.writer')
  await writer.transaction(async (trx) => {
    const caller = { account: account!, method: 'token', readOnly: false } as const
    const create: DemoRecords['create'] = async (resource, body) =>
      (await writer.create(trx, resources.get(resource), { caller, body })).key
    for (const { demo } of plugins) if (demo) await (await demo()).default({ trx, create })
  })
}
