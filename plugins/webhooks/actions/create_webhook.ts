import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import { checkNewEndpoint, type NewEndpoint } from '../endpoints/endpoint_rules.js'
import { addSecret } from '../endpoints/secrets.js'
import Webhook from '../models/webhook.js'

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
