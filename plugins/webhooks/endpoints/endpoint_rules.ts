/**
 * What an endpoint may be, wherever it is made or changed.
 */
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { TargetError, Targets } from '../delivery/target.js'
import { WebhookEvents } from '#app/webhooks/webhook_events'

/** Endpoints of an account. */
export const MAX_ENDPOINTS = 50

/** A reason why an endpoint cannot be as asked for, in a sentence. */
export class EndpointError extends Error {
  override name = 'EndpointError'

  constructor(
    /** The value at fault; undefined when it is none of them. */
    readonly field: 'url' | 'event_type' | 'version' | undefined,
    message: string,
    /** Whether the account has what it may have. */
    readonly full = false
  ) {
    super(message)
  }
}

export interface NewEndpoint {
  url: string
  event_type: number
  /** The newest unless given. */
  version?: number
  public_names?: boolean
}

/**
 * Checks a new endpoint.
 *
 * @returns the version it gets
 * @throws EndpointError
 */
export async function checkNewEndpoint(
  trx: TransactionClientContract,
  accountId: number,
  { url, event_type: code, version }: NewEndpoint
): Promise<number> {
  await checkUrl(url)
  const webhookEvents = await app.container.make(WebhookEvents)
  const event = webhookEvents.coded(code)
  if (!event) {
    const known = webhookEvents.all().map((each) => `${each.code} (${each.label})`)
    throw new EndpointError(
      'event_type',
      `There is no event ${code}. There are: ${known.join(', ')}.`
    )
  }
  const chosen = version ?? event.versions.at(-1)!
  if (!event.versions.includes(chosen)) {
    throw new EndpointError(
      'version',
      `The event has no version ${chosen}. It has: ${event.versions.join(', ')}.`
    )
  }
  const mine = await trx.from('webhooks').where('user_id', accountId)
  const same = mine.find((row) => row.event_type === code && row.version === chosen)
  if (same) {
    const said = 'You have a webhook for this event and version already.'
    const hint = ` It is disabled: enable webhook ${same.id} instead.`
    throw new EndpointError(undefined, same.enabled ? said : said + hint)
  }
  if (mine.length >= MAX_ENDPOINTS)
    throw new EndpointError(undefined, `An account has ${MAX_ENDPOINTS} webhooks at most.`, true)
  return chosen
}

/** @throws EndpointError for an address nothing may be sent to */
export async function checkUrl(url: string): Promise<void> {
  const targets = await app.container.make(Targets)
  try {
    targets.read(url)
  } catch (error) {
    if (error instanceof TargetError) throw new EndpointError('url', error.message)
    throw error
  }
}
