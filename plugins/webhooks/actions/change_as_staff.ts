import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AccountCache, type AccountRecord } from '#app/accounts/account_cache'
import { listMissingRights } from '#app/accounts/authority'
import type { Staff } from '#app/console/services'
import AuditEntry from '#app/models/audit_entry'
import Webhook from '../models/webhook.js'
import WebhookDelivery from '../models/webhook_delivery.js'
import { ChangeWebhook } from './save_webhook.js'
import { SendManualEvent } from './send_manual_event.js'

/** The result of a change, or the reason why nothing was changed. */
export type StaffChange =
  | { done: string }
  | { refused: string }
  /** The webhook or delivery doesn't exist. */
  | { isMissing: true }
  /** The account has more permissions than the member of the staff. */
  | { isForbidden: true }

const MISSING = { isMissing: true } as const

/** Changes of staff to webhooks of accounts, which the audit log records. */
@inject()
export class ChangeWebhookAsStaff {
  constructor(
    private database: Database,
    private accounts: AccountCache,
    private changeWebhook: ChangeWebhook,
    private manualEvent: SendManualEvent
  ) {}

  async find(id: string): Promise<{ webhook: Webhook; owner: AccountRecord } | undefined> {
    const webhook = await Webhook.findAny(id)
    const owner = webhook && (await this.accounts.account(webhook.userId))
    return webhook && owner ? { webhook, owner } : undefined
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
      if (!delivery) return MISSING
      if (!webhook.enabled && !delivery.debug)
        return { refused: 'The webhook is disabled. Enable it first.' }
      await this.manualEvent.again(trx, webhook, delivery)
      return { done: 'The event is being resent. Reload this page to see the result.' }
    })
  }

  async #change(
    { actor, rights }: Staff,
    id: string,
    action: string,
    work: (trx: TransactionClientContract, webhook: Webhook) => Promise<StaffChange>
  ): Promise<StaffChange> {
    const found = await this.find(id)
    if (!found) return MISSING
    const { owner } = found
    if (listMissingRights(rights, owner.rights).length) return { isForbidden: true }
    return this.database.transaction(async (trx) => {
      const webhook = await Webhook.lockByAccount(trx, owner.id, String(found.webhook.id))
      if (!webhook) return MISSING
      const enabled = webhook.enabled
      const change = await work(trx, webhook)
      if (!('done' in change)) return change
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
