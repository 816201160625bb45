import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { requireAccount, requireRight } from '#api/rights'
import { AccountCache, type AccountRecord } from '#app/accounts/account_cache'
import { lacking } from '#app/accounts/authority'
import { holds } from '#app/accounts/rights'
import { notify } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
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

/**
 * Webhooks of accounts, as staff see and mend them. What was sent is not
 * shown: it belongs to the account.
 */
export default class StaffWebhooksController {
  async show(ctx: HttpContext) {
    const { webhook, page } = await pageOf(ctx)
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
    const { webhook, page } = await pageOf(ctx)
    const delivery = await WebhookDelivery.findOf(webhook.id, ctx.params.delivery)
    if (!delivery) throw notFound()
    return ctx.view.render('webhooks::staff_delivery', {
      ...page,
      delivery,
      attempts: await WebhookAttempt.ofDelivery(delivery.id),
    })
  }

  async setEnabled(ctx: HttpContext) {
    const enabled = ctx.request.input('enabled') === 'true'
    return mend(ctx, enabled ? 'webhook.enable' : 'webhook.disable', async (trx, webhook) => {
      if (webhook.enabled === enabled) return { refused: 'Nothing was changed.' }
      await new ChangeWebhook().handle(trx, webhook, { enabled })
      return enabled ? 'Webhook enabled.' : 'Webhook disabled.'
    })
  }

  async test(ctx: HttpContext) {
    return mend(ctx, 'webhook.test', async (trx, webhook) => {
      const sent = await new SendManualEvent().test(trx, webhook)
      return sent
        ? 'A test event is on its way.'
        : { refused: 'Events of this type are no longer sent.' }
    })
  }

  async replay(ctx: HttpContext) {
    return mend(ctx, 'webhook.resend', async (trx, webhook) => {
      const { delivery: id } = ctx.params
      const delivery = await WebhookDelivery.findOf(webhook.id, id, { client: trx })
      if (!delivery) throw notFound()
      if (!webhook.enabled && !delivery.debug)
        return { refused: 'The webhook is disabled. Enable it first.' }
      await new SendManualEvent().again(trx, webhook, delivery)
      return 'The event is being resent.'
    })
  }
}

/**
 * Does something to a webhook under the name of the signed-in account.
 *
 * @param work says what was done, or why nothing was
 * @throws ApiError 403 without the right, and for accounts with rights one lacks
 */
async function mend(
  ctx: HttpContext,
  action: string,
  work: (trx: TransactionClientContract, webhook: Webhook) => Promise<string | { refused: string }>
) {
  requireRight(ctx, MANAGE_RIGHT)
  const { id, username, rights } = requireAccount(ctx).account
  const { webhook: found, owner } = await find(ctx)
  if (lacking(rights, owner.rights).length)
    throw ApiError.detail(
      403,
      "This account has rights you don't have, so you can't change its webhooks."
    )
  const said = await inTransaction(async (trx) => {
    const webhook = await Webhook.lockOf(trx, owner.id, String(found.id))
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
  notify(ctx, said)
  return ctx.response.redirect(`/admin/webhooks/${found.id}/`)
}

async function find(ctx: HttpContext): Promise<{ webhook: Webhook; owner: AccountRecord }> {
  const webhook = await Webhook.findAny(ctx.params.id)
  const owner = webhook && (await (await app.container.make(AccountCache)).account(webhook.userId))
  if (!webhook || !owner) throw notFound()
  return { webhook, owner }
}

async function pageOf(ctx: HttpContext) {
  requireRight(ctx, VIEW_RIGHT)
  const { rights } = requireAccount(ctx).account
  const { webhook, owner } = await find(ctx)
  const events = await app.container.make(WebhookEvents)
  return {
    webhook,
    page: {
      webhook,
      owner: {
        username: owner.username,
        path: holds(rights, 'accounts.view') ? `/admin/accounts/${owner.id}/` : undefined,
      },
      event: events.labelOf(webhook.eventType),
      words: STATUS_WORDS,
      may: holds(rights, MANAGE_RIGHT) && !lacking(rights, owner.rights).length,
    },
  }
}

const notFound = () => ApiError.detail(404, 'Not found.')
