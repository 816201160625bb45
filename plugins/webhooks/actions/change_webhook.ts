import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { checkUrl } from '../endpoints/endpoint_rules.js'
import { endpointChanged } from '../endpoints/endpoints.js'
import type Webhook from '../models/webhook.js'

/** Changes the address, the names in payloads, or whether an endpoint is enabled. */
export class ChangeWebhook {
  /**
   * @param webhook locked by the transaction
   * @throws EndpointError for an address nothing may be sent to
   */
  async handle(
    trx: TransactionClientContract,
    webhook: Webhook,
    changes: Partial<Pick<Webhook, 'url' | 'publicNames' | 'enabled'>>
  ): Promise<void> {
    if (changes.url !== undefined) await checkUrl(changes.url)
    const before = stateOf(webhook)
    await webhook.merge(changes).save()
    await endpointChanged(trx, before, stateOf(webhook))
  }
}

const stateOf = ({ id, url, enabled }: Webhook) => ({ id: String(id), url, enabled })
