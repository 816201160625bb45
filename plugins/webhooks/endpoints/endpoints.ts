import { inject } from '@adonisjs/core'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Jobs } from '#app/jobs/jobs'
import { WebhookEvents } from '#app/webhooks/webhook_events'
import { OLDEST_HOURS, queueFor } from '../delivery/queues.js'
import { TargetError, Targets } from '../delivery/target.js'
import { STATUS, WAITING, type EndpointRow } from '../rows.js'

/** Maximum endpoints per account. */
export const MAX_ENDPOINTS = 50

/** A problem with an endpoint; the message is for its owner. */
export class EndpointError extends Error {
  override name = 'EndpointError'

  constructor(
    /** The invalid field; undefined if the problem isn't in a field. */
    readonly field: 'url' | 'event_type' | 'version' | undefined,
    message: string,
    /** Whether the account has reached its limit of endpoints. */
    readonly full = false
  ) {
    super(message)
  }
}

export interface NewEndpoint {
  url: string
  event_type: number
  /** Defaults to the newest. */
  version?: number
  public_names?: boolean
}

type Change = Pick<EndpointRow, 'id' | 'url' | 'enabled'>

/** Rules for creating and changing endpoints. */
@inject()
export class Endpoints {
  constructor(
    private events: WebhookEvents,
    private targets: Targets,
    private jobs: Jobs
  ) {}

  /**
   * Checks a new endpoint.
   *
   * @returns its version
   * @throws EndpointError
   */
  async checkNew(
    trx: TransactionClientContract,
    accountId: number,
    { url, event_type: code, version }: NewEndpoint
  ): Promise<number> {
    this.checkUrl(url)
    const event = this.events.coded(code)
    if (!event) {
      const known = this.events.all().map((each) => `${each.code} (${each.label})`)
      throw new EndpointError(
        'event_type',
        `Unknown event type ${code}. Choose one of: ${known.join(', ')}.`
      )
    }
    const chosen = version ?? event.versions.at(-1)!
    if (!event.versions.includes(chosen)) {
      throw new EndpointError(
        'version',
        `Unknown version ${chosen}. Choose one of: ${event.versions.join(', ')}.`
      )
    }
    const mine = await trx.from('webhooks').where('user_id', accountId)
    const same = mine.find((row) => row.event_type === code && row.version === chosen)
    if (same) {
      const message = 'You already have a webhook for this event type and version.'
      const hint = ` It is disabled: enable webhook ${same.id} instead.`
      throw new EndpointError(undefined, same.enabled ? message : message + hint)
    }
    if (mine.length >= MAX_ENDPOINTS)
      throw new EndpointError(
        undefined,
        `An account can have up to ${MAX_ENDPOINTS} webhooks. Delete one first.`,
        true
      )
    return chosen
  }

  /** @throws EndpointError for a URL that events can't be sent to */
  checkUrl(url: string): void {
    try {
      this.targets.read(url)
    } catch (error) {
      if (error instanceof TargetError) throw new EndpointError('url', error.message)
      throw error
    }
  }

  /** Queues or pauses deliveries after an owner has changed an endpoint. */
  async changed(trx: TransactionClientContract, before: Change, after: Change): Promise<void> {
    // The new URL counts as slow until it responds.
    if (before.url !== after.url)
      await trx.from('webhooks').where('id', after.id).update({ is_slow: true })
    if (before.enabled && !after.enabled) await holdBack(trx, after.id)
    if (!before.enabled && after.enabled) await this.#resume(trx, after.id)
  }

  /** Sends the pending events of an enabled endpoint, except those that are too old. */
  async #resume(trx: TransactionClientContract, webhookId: string): Promise<void> {
    await trx
      .from('webhooks')
      .where('id', webhookId)
      .update({ failure_count: 0, disabled_at: null, reminders: 0 })
    await trx.rawQuery(
      `UPDATE webhook_deliveries SET date_modified = now(), attempts = 0,
         status = CASE WHEN date_created > now() - make_interval(hours => ?) THEN ?::smallint ELSE ?::smallint END,
         next_attempt = CASE WHEN date_created > now() - make_interval(hours => ?) THEN now() END
       WHERE webhook_id = ? AND status = ?`,
      [OLDEST_HOURS, STATUS.inProgress, STATUS.failed, OLDEST_HOURS, webhookId, STATUS.disabled]
    )
    // It counts as slow until it responds.
    await this.jobs.send(trx, queueFor(true), { webhook: webhookId })
  }
}

/** Pauses the pending deliveries of a disabled endpoint until it is enabled. */
export async function holdBack(trx: TransactionClientContract, webhookId: string): Promise<void> {
  await trx
    .from('webhook_deliveries')
    .where({ webhook_id: webhookId, debug: false })
    .whereIn('status', [...WAITING])
    .update({ status: STATUS.disabled, next_attempt: null, date_modified: new Date() })
}
