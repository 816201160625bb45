import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import vine from '@vinejs/vine'
import { ApiError } from '#app/support/api_error'
import { requireAccount } from '#api/rights'
import { EndpointError } from '../endpoints/endpoint_rules.js'
import { ChangeWebhook, CreateWebhook } from '../actions/save_webhook.js'
import { addSecret } from '../endpoints/secrets.js'
import Webhook from '../models/webhook.js'
import WebhookDelivery from '../models/webhook_delivery.js'
import { STATUS_WORDS } from '../rows.js'
import { MAX_URL_LENGTH } from '../delivery/target.js'
import { checked, notify, showAgain, type Problems } from '#app/console/forms'
import { inTransaction } from '#app/console/services'
import { WebhookEvents } from '#app/webhooks/webhook_events'

const LIST = 'webhooks::webhooks'
const ONE = 'webhooks::webhook'

const address = vine.string().trim().maxLength(MAX_URL_LENGTH)

/** An unticked box is not sent. */
const publicNames = vine.literal('true').optional()

const changed = vine.compile(
  vine.object({ url: address.clone(), public_names: publicNames.clone() })
)

const newWebhook = vine.compile(
  vine.object({
    url: address.clone(),
    /** `6:1`: event and version. */
    kind: vine.string().regex(/^\d{1,5}:\d{1,5}$/),
    public_names: publicNames.clone(),
  })
)

/** The webhooks of an account, and their log. */
export default class WebhooksController {
  async list(ctx: HttpContext) {
    return ctx.view.render(LIST, await listOf(ctx))
  }

  async add(ctx: HttpContext) {
    const again = async (problems: Problems) => showAgain(ctx, LIST, problems, await listOf(ctx))
    const { values, problems } = await checked(ctx, newWebhook)
    if (problems) return again(problems)
    const { id } = requireAccount(ctx).account
    const [event, version] = values.kind.split(':').map(Number)
    try {
      const { url, public_names: isPublic } = values
      const page = await inTransaction(async (trx) => {
        const wanted = { url, event_type: event!, version, public_names: Boolean(isPublic) }
        const { webhook, secret } = await new CreateWebhook().handle(trx, id, wanted)
        return { ...(await pageOf(ctx, String(webhook.id), trx)), secret }
      })
      return await ctx.view.render(ONE, page)
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error
      return again({ [error.field === 'url' ? 'url' : 'kind']: error.message })
    }
  }

  async show(ctx: HttpContext) {
    return ctx.view.render(ONE, await pageOf(ctx, ctx.params.id))
  }

  /** Another address, other names in payloads; kind and version of a webhook stay. */
  async change(ctx: HttpContext) {
    const again = async (problems: Problems) =>
      showAgain(ctx, ONE, problems, await pageOf(ctx, ctx.params.id))
    const { values, problems } = await checked(ctx, changed)
    if (problems) return again(problems)
    const { url, public_names: isPublic } = values
    try {
      const path = await updateWebhook(ctx, (trx, webhook) =>
        new ChangeWebhook().handle(trx, webhook, { url, publicNames: Boolean(isPublic) })
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
    const path = await updateWebhook(ctx, (trx, webhook) =>
      new ChangeWebhook().handle(trx, webhook, { enabled })
    )
    notify(ctx, enabled ? 'Webhook enabled.' : 'Webhook disabled.')
    return ctx.response.redirect(path)
  }

  async rotate(ctx: HttpContext) {
    let page = {}
    await updateWebhook(ctx, async (trx, { id }) => {
      const { secret } = await addSecret(trx, id)
      page = { ...(await pageOf(ctx, ctx.params.id, trx)), secret }
    })
    // Shown on this answer only; a redirect would have to keep it somewhere.
    return ctx.view.render(ONE, page)
  }

  async delete(ctx: HttpContext) {
    await updateWebhook(ctx, (_, webhook) => webhook.delete())
    notify(ctx, 'Webhook and log deleted.')
    return ctx.response.redirect('/profile/webhooks/')
  }
}

/** Changes the webhook the address names; its path. */
export async function updateWebhook(
  ctx: HttpContext,
  work: (trx: TransactionClientContract, webhook: Webhook) => Promise<unknown>
): Promise<string> {
  const { id } = requireAccount(ctx).account
  await inTransaction(async (trx) => {
    const webhook = await Webhook.lockOf(trx, id, ctx.params.id)
    if (!webhook) throw ApiError.detail(404, 'Not found.')
    await work(trx, webhook)
  })
  return `/profile/webhooks/${ctx.params.id}/`
}

/**
 * What the page of a webhook shows: the webhook, and a page of its log.
 *
 * @param trx of a change the page answers: what it shows is read before COMMIT, since nothing may fail after it
 * @throws ApiError 404 for those of others, too
 */
async function pageOf(ctx: HttpContext, id: string, trx?: TransactionClientContract) {
  const options = trx && { client: trx }
  const webhook = await Webhook.findOf(requireAccount(ctx).account.id, id, options)
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
  const webhookEvents = await app.container.make(WebhookEvents)
  return {
    webhook,
    event: webhookEvents.labelOf(webhook.eventType),
    words: STATUS_WORDS,
    chosen,
    kind: shown,
    ...log,
    next: `?${new URLSearchParams({ status: chosen, kind: shown, before: String(log.deliveries.at(-1)?.id ?? '') })}`,
  }
}

async function listOf(ctx: HttpContext) {
  const webhookEvents = await app.container.make(WebhookEvents)
  const webhooks = await Webhook.ofAccount(requireAccount(ctx).account.id)
  const used = new Set(webhooks.map(({ eventType, version }) => `${eventType}:${version}`))
  const kinds = webhookEvents.all().flatMap(({ code, label, description, versions }) =>
    versions.toReversed().map((version) => ({
      value: `${code}:${version}`,
      label: `${label}, version ${version}`,
      description,
    }))
  )
  return {
    webhooks: webhooks.map((webhook) => ({
      webhook,
      event: webhookEvents.labelOf(webhook.eventType),
    })),
    kinds: kinds.filter(({ value }) => !used.has(value)),
  }
}
