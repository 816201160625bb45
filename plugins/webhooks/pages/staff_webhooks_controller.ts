import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { requireAccount, requireRight } from '#api/rights'
import { listMissingRights } from '#app/accounts/authority'
import { hasRight } from '#app/accounts/rights'
import { notify } from '#app/console/forms'
import { currentStaff, type Staff } from '#app/console/services'
import { ApiError } from '#app/support/api_error'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { ChangeWebhookAsStaff, type StaffChange } from '../actions/change_as_staff.js'
import WebhookAttempt from '../models/webhook_attempt.js'
import WebhookDelivery from '../models/webhook_delivery.js'
import { MANAGE_RIGHT, VIEW_RIGHT } from '../rights.js'
import { STATUS_WORDS } from '../rows.js'

/** Pages on which staff manage webhooks of accounts. Request bodies are private to the account. */
@inject()
export default class StaffWebhooksController {
  constructor(
    private events: WebhookEvents,
    private changes: ChangeWebhookAsStaff
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
    return this.#changed(ctx, (staff, id) => this.changes.setEnabled(staff, id, enabled))
  }

  async test(ctx: HttpContext) {
    return this.#changed(ctx, (staff, id) => this.changes.test(staff, id))
  }

  async replay(ctx: HttpContext) {
    const { delivery } = ctx.params as { delivery: string }
    const enables = ctx.request.input('enabled') === 'true'
    return this.#changed(ctx, async (staff, id) => {
      const enabled = enables && (await this.changes.setEnabled(staff, id, true))
      if (enabled && ('isMissing' in enabled || 'isForbidden' in enabled)) return enabled
      return this.changes.resend(staff, id, delivery)
    })
  }

  /** @throws ApiError 403 without the permission and for accounts with more permissions, 404 */
  async #changed(ctx: HttpContext, change: (staff: Staff, id: string) => Promise<StaffChange>) {
    requireRight(ctx, MANAGE_RIGHT)
    const { id } = ctx.params as { id: string }
    const result = await change(currentStaff(ctx), id)
    if ('isMissing' in result) throw notFound()
    if ('isForbidden' in result)
      throw ApiError.detail(
        403,
        "This account has permissions that you don't have, so you can't change its webhooks."
      )
    notify(ctx, 'done' in result ? result.done : result.refused)
    return ctx.response.redirect(`/admin/webhooks/${id}/`)
  }

  async #pageOf(ctx: HttpContext) {
    requireRight(ctx, VIEW_RIGHT)
    const { rights } = requireAccount(ctx).account
    const found = await this.changes.find(ctx.params.id)
    if (!found) throw notFound()
    const { webhook, owner } = found
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
