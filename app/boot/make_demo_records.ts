/**
 * Records of the demo account, so that lists of owned records are not empty.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { AccountCache } from '#app/accounts/account_cache'
import { grantRight } from '#app/models/account_rights'
import { Writer } from '#api/writes/writer'
import type { DemoRecords } from '#core/define_plugin'
import { PluginHost } from '#core/plugin_host'

/** Creates the demo records of all plugins in one transaction. */
export async function makeDemoRecords(
  { container }: ApplicationService,
  accountId: number
): Promise<void> {
  const { plugins, resources } = await container.make(PluginHost)
  const account = await (await container.make(AccountCache)).account(accountId)
  const writer = await container.make(Writer)
  await writer.transaction(async (trx) => {
    const caller = { account: account! }
    const create: DemoRecords['create'] = async (path, body) => {
      const resource = resources.get(path)
      const prepared = await writer.prepare(resource, { caller, body })
      return (await writer.createPrepared(trx, resource, prepared)).key
    }
    const grant: DemoRecords['grant'] = (right) => grantRight(trx, accountId, right)
    for (const { demo } of plugins) if (demo) await (await demo()).default({ trx, create, grant })
  })
}
