import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { checkUrl, checkNewEndpoint, type NewEndpoint } from '../endpoints/endpoint_rules.js'
import { endpointChanged } from '../endpoints/endpoints.js'
import Webhook from '../models/webhook.js'
import Account from '#app/models/account'
import { addSecret } from '../endpoints/secrets.js'

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

/** Makes an enabled endpoint. */
export class CreateWebhook {
  /**
   * @returns the endpoint and its secret, which cannot be read again
   * @throws EndpointError
   */
  async handle(
    trx: TransactionClientContract,
    userId: number,
    wanted: NewEndpoint
  ): Promise<{ webhook: Webhook; secret: string }> {
    await Account.lockForCount(trx, userId)
    const version = await checkNewEndpoint(trx, userId, wanted)
    const { url, event_type: eventType, public_names: publicNames = false } = wanted
    const webhook = await Webhook.create(
      { userId, url, eventType, version, publicNames, enabled: true },
      { client: trx }
    )
    const { secret } = await addSecret(trx, webhook.id)
    return { webhook, secret }
  }
}
