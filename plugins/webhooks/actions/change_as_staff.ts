import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AccountCache, type AccountRecord } from '#app/accounts/account_cache'
import { listMissingRights } from '#app/accounts/authority'
import type { Staff } from '#app/console/services'
import AuditEntry from '#app/models/audit_entry'
import { ApiError } from '#app/support/api_error'
import Webhook from '../models/webhook.js'
import WebhookDelivery from '../models/webhook_delivery.js'
import { ChangeWebhook } from './save_webhook.js'
import { SendManualEvent } from './send_manual_event.js'

/** What a change did, or the reason why nothing was changed. */
export type StaffChange = { done: string } | { refused: string }

/** Changes of staff to webhooks of accounts, which the audit log records. */
@inject()
export class ChangeWebhookAsStaff {
  constructor(
    private database: Database,
    private accounts: AccountCache,
    private changeWebhook: ChangeWebhook,
    private manualEvent: SendManualEvent
  ) {}

  /** @throws ApiError 404 */
  async find(id: string): Promise<{ webhook: Webhook; owner: AccountRecord }> {
    const webhook = await Webhook.findAny(id)
    const owner = webhook && (await this.accounts.account(webhook.userId))
    if (!webhook || !owner) throw notFound()
    return { webhook, owner }
  }

  setEnabled(staff: Staff, id: string, enabled: boolean): Promise<StaffChange> {
    const action = enabled ? 'webhook.enable' : 'webhook.disable'
    return this.#change(staff, id, action, async (trx, webhook) => {
      if (webhook.enabled === enabled) return { refused: 'Nothing was changed.' }
      await this.changeWebhook.handle(trx, webhook, { enabled })
      return { done: enabled ? 'Webhook enabled.' : 'Webhook disabled.' }
    })
  }

  test(staff: Staff, id: string): Promise<StaffChange> {
    return this.#change(staff, id, 'webhook.test', async (trx, webhook) => {
      const sent = await this.manualEvent.test(trx, webhook)
      return sent
        ? { done: 'Test event queued.' }
        : { refused: 'Events of this type are no longer sent.' }
    })
  }

  resend(staff: Staff, id: string, deliveryId: string): Promise<StaffChange> {
    return this.#change(staff, id, 'webhook.resend', async (trx, webhook) => {
      const delivery = await WebhookDelivery.findByWebhook(webhook.id, deliveryId, { client: trx })
      if (!delivery) throw notFound()
      if (!webhook.enabled && !delivery.debug)
        return { refused: 'The webhook is disabled. Enable it first.' }
      await this.manualEvent.again(trx, webhook, delivery)
      return { done: 'The event is being resent.' }
    })
  }

  /** @throws ApiError 403 for accounts with more permissions, 404 */
  async #change(
    { actor, rights }: Staff,
    id: string,
    action: string,
    work: (trx: TransactionClientContract, webhook: Webhook) => Promise<StaffChange>
  ): Promise<StaffChange> {
    const { webhook: found, owner } = await this.find(id)
    if (listMissingRights(rights, owner.rights).length)
      throw ApiError.detail(
        403,
        "This account has permissions that you don't have, so you can't change its webhooks."
      )
    return this.database.transaction(async (trx) => {
      const webhook = await Webhook.lockByAccount(trx, owner.id, String(found.id))
      if (!webhook) throw notFound()
      const enabled = webhook.enabled
      const change = await work(trx, webhook)
      if ('refused' in change) return change
      await AuditEntry.record(trx, actor, {
        action,
        account: owner,
        subject: `webhook ${webhook.id}`,
        ...(webhook.enabled === enabled
          ? {}
          : { before: { enabled }, after: { enabled: webhook.enabled } }),
      })
      return change
    })
  }
}

const notFound = () => ApiError.detail(404, 'Not found.')
