import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { HttpContext } from '@adonisjs/core/http'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { requireAccount, requireRight } from '#api/rights'
import { AccountCache, type AccountRecord } from '#app/accounts/account_cache'
import { listMissingRights } from '#app/accounts/authority'
import { hasRight } from '#app/accounts/rights'
import { notify } from '#app/console/forms'
import AuditEntry from '#app/models/audit_entry'
import { ApiError } from '#app/support/api_error'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { ChangeWebhook } from '../actions/save_webhook.js'
import { SendManualEvent } from '../actions/send_manual_event.js'
import Webhook from '../models/webhook.js'
import WebhookAttempt from '../models/webhook_attempt.js'
import WebhookDelivery from '../models/webhook_delivery.js'
import { MANAGE_RIGHT, VIEW_RIGHT } from '../rights.js'
import { STATUS_WORDS } from '../rows.js'

/** Pages on which staff manage webhooks of accounts. Request bodies are private to the account. */
@inject()
export default class StaffWebhooksController {
  constructor(
    private database: Database,
    private accounts: AccountCache,
    private events: WebhookEvents,
    private changeWebhook: ChangeWebhook,
    private manualEvent: SendManualEvent
  ) {}

  async show(ctx: HttpContext) {
    const { webhook, page } = await this.#pageOf(ctx)
    const { before, status } = ctx.request.qs() as Record<string, unknown>
    const chosen = typeof status === 'string' && Object.hasOwn(STATUS_WORDS, status) ? status : ''
    const log = await WebhookDelivery.log(webhook.id, {
      before: typeof before === 'string' ? before : undefined,
      status: chosen ? Number(chosen) : undefined,
    })
    const last = String(log.deliveries.at(-1)?.id ?? '')
    return ctx.view.render('webhooks::staff_webhook', {
      ...page,
      ...log,
      chosen,
      next: `?${new URLSearchParams({ status: chosen, before: last })}`,
    })
  }

  async delivery(ctx: HttpContext) {
    const { webhook, page } = await this.#pageOf(ctx)
    const delivery = await WebhookDelivery.findByWebhook(webhook.id, ctx.params.delivery)
    if (!delivery) throw notFound()
    return ctx.view.render('webhooks::staff_delivery', {
      ...page,
      delivery,
      attempts: await WebhookAttempt.ofDelivery(delivery.id),
    })
  }

  async setEnabled(ctx: HttpContext) {
    const enabled = ctx.request.input('enabled') === 'true'
    return this.#change(
      ctx,
      enabled ? 'webhook.enable' : 'webhook.disable',
      async (trx, webhook) => {
        if (webhook.enabled === enabled) return { refused: 'Nothing was changed.' }
        await this.changeWebhook.handle(trx, webhook, { enabled })
        return enabled ? 'Webhook enabled.' : 'Webhook disabled.'
      }
    )
  }

  async test(ctx: HttpContext) {
    return this.#change(ctx, 'webhook.test', async (trx, webhook) => {
      const sent = await this.manualEvent.test(trx, webhook)
      return sent ? 'Test event queued.' : { refused: 'Events of this type are no longer sent.' }
    })
  }

  async replay(ctx: HttpContext) {
    return this.#change(ctx, 'webhook.resend', async (trx, webhook) => {
      const { delivery: id } = ctx.params
      const delivery = await WebhookDelivery.findByWebhook(webhook.id, id, { client: trx })
      if (!delivery) throw notFound()
      if (!webhook.enabled && !delivery.debug)
        return { refused: 'The webhook is disabled. Enable it first.' }
      await this.manualEvent.again(trx, webhook, delivery)
      return 'The event is being resent.'
    })
  }

  /**
   * Changes a webhook and records it in the audit log.
   *
   * @param work returns a message, or the reason why nothing was changed
   * @throws ApiError 403 without the permission, and for accounts with more permissions
   */
  async #change(
    ctx: HttpContext,
    action: string,
    work: (
      trx: TransactionClientContract,
      webhook: Webhook
    ) => Promise<string | { refused: string }>
  ) {
    requireRight(ctx, MANAGE_RIGHT)
    const { id, username, rights } = requireAccount(ctx).account
    const { webhook: found, owner } = await this.#find(ctx)
    if (listMissingRights(rights, owner.rights).length)
      throw ApiError.detail(
        403,
        "This account has permissions that you don't have, so you can't change its webhooks."
      )
    const message = await this.database.transaction(async (trx) => {
      const webhook = await Webhook.lockByAccount(trx, owner.id, String(found.id))
      if (!webhook) throw notFound()
      const enabled = webhook.enabled
      const done = await work(trx, webhook)
      if (typeof done !== 'string') return done.refused
      await AuditEntry.record(
        trx,
        { id, name: username },
        {
          action,
          account: owner,
          subject: `webhook ${webhook.id}`,
          ...(webhook.enabled === enabled
            ? {}
            : { before: { enabled }, after: { enabled: webhook.enabled } }),
        }
      )
      return done
    })
    notify(ctx, message)
    return ctx.response.redirect(`/admin/webhooks/${found.id}/`)
  }

  async #find(ctx: HttpContext): Promise<{ webhook: Webhook; owner: AccountRecord }> {
    const webhook = await Webhook.findAny(ctx.params.id)
    const owner = webhook && (await this.accounts.account(webhook.userId))
    if (!webhook || !owner) throw notFound()
    return { webhook, owner }
  }

  async #pageOf(ctx: HttpContext) {
    requireRight(ctx, VIEW_RIGHT)
    const { rights } = requireAccount(ctx).account
    const { webhook, owner } = await this.#find(ctx)
    return {
      webhook,
      page: {
        webhook,
        owner: {
          username: owner.username,
          path: hasRight(rights, 'accounts.view') ? `/admin/accounts/${owner.id}/` : undefined,
        },
        event: this.events.getEventLabel(webhook.eventType),
        words: STATUS_WORDS,
        may: hasRight(rights, MANAGE_RIGHT) && !listMissingRights(rights, owner.rights).length,
      },
    }
  }
}

const notFound = () => ApiError.detail(404, 'Not found.')
