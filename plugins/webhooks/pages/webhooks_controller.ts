import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { HttpContext } from '@adonisjs/core/http'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import vine from '@vinejs/vine'
import { ApiError } from '#app/support/api_error'
import { requireAccount } from '#api/rights'
import { EndpointError } from '../endpoints/endpoints.js'
import { ChangeWebhook, CreateWebhook } from '../actions/save_webhook.js'
import { addSecret } from '../endpoints/secrets.js'
import Webhook from '../models/webhook.js'
import WebhookDelivery from '../models/webhook_delivery.js'
import { STATUS_WORDS } from '../rows.js'
import { MAX_URL_LENGTH } from '../delivery/target.js'
import { validateForm, notify, renderFormErrors, type Problems } from '#app/console/forms'
import { WebhookEvents } from '#app/webhooks/webhook_events'

const LIST = 'webhooks::webhooks'
const ONE = 'webhooks::webhook'

const urlRule = vine.string().trim().maxLength(MAX_URL_LENGTH)

/** Browsers don't send a cleared checkbox. */
const publicNames = vine.literal('true').optional()

const changed = vine.compile(
  vine.object({ url: urlRule.clone(), public_names: publicNames.clone() })
)

const newWebhook = vine.compile(
  vine.object({
    url: urlRule.clone(),
    /** Event type and version: `6:1`. */
    kind: vine.string().regex(/^\d{1,5}:\d{1,5}$/),
    public_names: publicNames.clone(),
  })
)

/** Pages on which an account manages its webhooks. */
@inject()
export default class WebhooksController {
  constructor(
    private database: Database,
    private events: WebhookEvents,
    private createWebhook: CreateWebhook,
    private changeWebhook: ChangeWebhook
  ) {}

  async index(ctx: HttpContext) {
    return ctx.view.render(LIST, await this.#listOf(ctx))
  }

  async store(ctx: HttpContext) {
    const again = async (problems: Problems) =>
      renderFormErrors(ctx, LIST, problems, await this.#listOf(ctx))
    const { values, problems } = await validateForm(ctx, newWebhook)
    if (problems) return again(problems)
    const { id } = requireAccount(ctx).account
    const [event, version] = values.kind.split(':').map(Number)
    try {
      const { url, public_names: isPublic } = values
      const page = await this.database.transaction(async (trx) => {
        const wanted = { url, event_type: event!, version, public_names: Boolean(isPublic) }
        const { webhook, secret } = await this.createWebhook.handle(trx, id, wanted)
        return { ...(await this.#pageOf(ctx, String(webhook.id), trx)), secret }
      })
      return await ctx.view.render(ONE, page)
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error
      return again({ [error.field === 'url' ? 'url' : 'kind']: error.message })
    }
  }

  async show(ctx: HttpContext) {
    return ctx.view.render(ONE, await this.#pageOf(ctx, ctx.params.id))
  }

  async update(ctx: HttpContext) {
    const again = async (problems: Problems) =>
      renderFormErrors(ctx, ONE, problems, await this.#pageOf(ctx, ctx.params.id))
    const { values, problems } = await validateForm(ctx, changed)
    if (problems) return again(problems)
    const { url, public_names: isPublic } = values
    try {
      const path = await updateWebhook(ctx, this.database, (trx, webhook) =>
        this.changeWebhook.handle(trx, webhook, { url, publicNames: Boolean(isPublic) })
      )
      notify(ctx, 'Changes saved.')
      return ctx.response.redirect(path)
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error
      return again({ url: error.message })
    }
  }

  async setEnabled(ctx: HttpContext) {
    const enabled = ctx.request.input('enabled') === 'true'
    const path = await updateWebhook(ctx, this.database, (trx, webhook) =>
      this.changeWebhook.handle(trx, webhook, { enabled })
    )
    notify(ctx, enabled ? 'Webhook enabled.' : 'Webhook disabled.')
    return ctx.response.redirect(path)
  }

  async rotateSecret(ctx: HttpContext) {
    let page = {}
    await updateWebhook(ctx, this.database, async (trx, { id }) => {
      const { secret } = await addSecret(trx, id)
      page = { ...(await this.#pageOf(ctx, ctx.params.id, trx)), secret }
    })
    // Shown in this response only, because a redirect would have to store the secret.
    return ctx.view.render(ONE, page)
  }

  async destroy(ctx: HttpContext) {
    await updateWebhook(ctx, this.database, (_, webhook) => webhook.delete())
    notify(ctx, 'Webhook and log deleted.')
    return ctx.response.redirect('/profile/webhooks/')
  }

  /**
   * The webhook and a page of its log.
   *
   * @param trx transaction of the change that the page shows, so that an error rolls it back
   * @throws ApiError 404 also for webhooks of other accounts
   */
  async #pageOf(ctx: HttpContext, id: string, trx?: TransactionClientContract) {
    const options = trx && { client: trx }
    const webhook = await Webhook.findByAccount(requireAccount(ctx).account.id, id, options)
    if (!webhook) throw ApiError.detail(404, 'Not found.')
    const { before, status, kind } = ctx.request.qs() as Record<string, unknown>
    const chosen = typeof status === 'string' && Object.hasOwn(STATUS_WORDS, status) ? status : ''
    const shown = kind === 'real' || kind === 'test' ? kind : ''
    const log = await WebhookDelivery.log(
      webhook.id,
      {
        before: typeof before === 'string' ? before : undefined,
        status: chosen ? Number(chosen) : undefined,
        debug: shown ? shown === 'test' : undefined,
      },
      options
    )
    return {
      webhook,
      event: this.events.getEventLabel(webhook.eventType),
      words: STATUS_WORDS,
      chosen,
      kind: shown,
      ...log,
      next: `?${new URLSearchParams({ status: chosen, kind: shown, before: String(log.deliveries.at(-1)?.id ?? '') })}`,
    }
  }

  async #listOf(ctx: HttpContext) {
    const webhooks = await Webhook.ofAccount(requireAccount(ctx).account.id)
    const used = new Set(webhooks.map(({ eventType, version }) => `${eventType}:${version}`))
    const kinds = this.events.all().flatMap(({ code, label, description, versions }) =>
      versions.toReversed().map((version) => ({
        value: `${code}:${version}`,
        label: `${label}, version ${version}`,
        description,
      }))
    )
    return {
      webhooks: webhooks.map((webhook) => ({
        webhook,
        event: this.events.getEventLabel(webhook.eventType),
      })),
      kinds: kinds.filter(({ value }) => !used.has(value)),
    }
  }
}

/**
 * Changes the webhook in the request's path.
 *
 * @returns the path of its page
 */
export async function updateWebhook(
  ctx: HttpContext,
  database: Database,
  work: (trx: TransactionClientContract, webhook: Webhook) => Promise<unknown>
): Promise<string> {
  const { id } = requireAccount(ctx).account
  await database.transaction(async (trx) => {
    const webhook = await Webhook.lockByAccount(trx, id, ctx.params.id)
    if (!webhook) throw ApiError.detail(404, 'Not found.')
    await work(trx, webhook)
  })
  return `/profile/webhooks/${ctx.params.id}/`
}
