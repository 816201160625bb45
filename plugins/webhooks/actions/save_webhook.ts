import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import Account from '#app/models/account'
import { Endpoints, type NewEndpoint } from '../endpoints/endpoints.js'
import { addSecret } from '../endpoints/secrets.js'
import Webhook from '../models/webhook.js'

/** Creates an enabled endpoint. */
@inject()
export class CreateWebhook {
  constructor(private endpoints: Endpoints) {}

  /**
   * @returns the endpoint and its secret, which can't be read again
   * @throws EndpointError
   */
  async handle(
    trx: TransactionClientContract,
    userId: number,
    wanted: NewEndpoint
  ): Promise<{ webhook: Webhook; secret: string }> {
    await Account.lockForCount(trx, userId)
    const version = await this.endpoints.checkNew(trx, userId, wanted)
    const { url, event_type: eventType, public_names: publicNames = false } = wanted
    const webhook = await Webhook.create(
      { userId, url, eventType, version, publicNames, enabled: true },
      { client: trx }
    )
    const { secret } = await addSecret(trx, webhook.id)
    return { webhook, secret }
  }
}

/** Changes the URL, the field names, or the enabled state of an endpoint. */
@inject()
export class ChangeWebhook {
  constructor(private endpoints: Endpoints) {}

  /**
   * @param webhook locked by the transaction
   * @throws EndpointError for a URL that events can't be sent to
   */
  async handle(
    trx: TransactionClientContract,
    webhook: Webhook,
    changes: Partial<Pick<Webhook, 'url' | 'publicNames' | 'enabled'>>
  ): Promise<void> {
    if (changes.url !== undefined) this.endpoints.checkUrl(changes.url)
    const before = stateOf(webhook)
    await webhook.merge(changes).save()
    await this.endpoints.changed(trx, before, stateOf(webhook))
  }
}

const stateOf = ({ id, url, enabled }: Webhook) => ({ id: String(id), url, enabled })
