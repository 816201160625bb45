/**
 * Delivers to one endpoint for a while: sends what is due there, a few requests at
 * once, and lets the next endpoint have its turn. One at a time serves an
 * endpoint, under a lease that ends with its process, or by itself.
 */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Logger } from '@adonisjs/core/logger'
import { Jobs } from '#app/jobs/jobs'
import { isGone } from '#app/jobs/orphans'
import { traced } from '#app/support/tracing/spans'
import { NoAnswer, httpPost, type PostAnswer } from './http_post.js'
import { queueFor } from './queues.js'
import { recordAttempt, type Attempt } from './outcome.js'
import { type DeliveryRow, type EndpointRow, WAITING } from '../rows.js'
import { goodSecrets } from '../endpoints/secrets.js'
import { signatureHeaders } from './message.js'
import { TargetError, Targets } from './target.js'

/** Requests at once to an endpoint: while it answers in time, and while it does not. */
const AT_ONCE = { quick: 4, slow: 1 }
/** Milliseconds of a turn; what has begun is ended. */
const TURN = 5000
/** Seconds a lease holds: longer than looking up, sending and recording take (TIMEOUTS). */
const LEASE = 15

@inject()
export class Deliverer {
  constructor(
    private database: Database,
    private jobs: Jobs,
    private targets: Targets,
    private logger: Logger
  ) {}

  /**
   * Gives an endpoint its turn.
   *
   * @param runner of the job it is the turn of
   * @returns false when another process has its lease
   */
  async deliverDue(webhookId: string, signal: AbortSignal, runner?: string): Promise<boolean> {
    let endpoint = await this.#lease(webhookId, runner)
    if (!endpoint) return false
    const end = Date.now() + TURN
    try {
      while (endpoint && Date.now() < end && !signal.aborted) {
        const due: DeliveryRow[] = await this.#due(endpoint)
        if (!due.length) break
        await Promise.all(due.map((delivery) => this.#attempt(endpoint!, delivery, signal)))
        endpoint = await this.#renew(webhookId, runner)
      }
    } finally {
      await this.#release(webhookId)
    }
    // Checked after the release: a job that came in between found the lease taken, and ended.
    if (!signal.aborted && endpoint && (await this.#due(endpoint)).length)
      await this.jobs.send(null, queueFor(endpoint.is_slow), { webhook: webhookId })
    return true
  }

  async #attempt(endpoint: EndpointRow, delivery: DeliveryRow, signal: AbortSignal): Promise<void> {
    const began = new Date()
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'user-agent': 'Curia-Webhooks/1',
      'accept': '*/*',
      'accept-encoding': 'identity',
      'idempotency-key': delivery.event_id,
    }
    let answer: PostAnswer | undefined
    let error = ''
    try {
      const secrets = await goodSecrets(this.database, endpoint.id)
      if (!secrets.length) throw new NoAnswer('The secret cannot be read; make a new one.')
      const timestamp = Math.floor(began.getTime() / 1000)
      const { event_id: id, body } = delivery
      Object.assign(headers, signatureHeaders({ id, timestamp, body }, secrets))
      const target = await this.targets.resolve(endpoint.url)
      // Nothing of the URL but its host: its path may be a secret.
      const attributes = { 'server.address': target.url.hostname, 'curia.delivery': delivery.id }
      answer = await traced('POST webhook', { kind: 'client', attributes }, () =>
        httpPost(target, { headers, body: Buffer.from(body), signal })
      )
    } catch (reason) {
      if (!(reason instanceof NoAnswer || reason instanceof TargetError)) throw reason
      // Ended because the server stops: as if it had not begun.
      if (signal.aborted) return
      error = reason.message
    }
    const milliseconds = Date.now() - began.getTime()
    this.logger.debug({ delivery: delivery.id, status: answer?.status, milliseconds }, 'webhook')
    const attempt: Attempt = { began, milliseconds, headers, answer, error }
    await this.database.transaction((trx) => recordAttempt(trx, delivery.id, attempt))
  }

  #due({ id, is_slow: slow }: EndpointRow): Promise<DeliveryRow[]> {
    return this.database
      .from('webhook_deliveries')
      .where('webhook_id', id)
      .whereIn('status', [...WAITING])
      .where('next_attempt', '<=', new Date())
      .orderBy('next_attempt')
      .orderBy('id')
      .limit(slow ? AT_ONCE.slow : AT_ONCE.quick)
  }

  async #lease(id: string, runner?: string): Promise<EndpointRow | undefined> {
    const isFree = `leased_until IS NULL OR leased_until < clock_timestamp() OR ${isGone('leased_by')}`
    return this.#hold(id, runner, `AND (${isFree})`)
  }

  async #renew(id: string, runner?: string): Promise<EndpointRow | undefined> {
    return this.#hold(id, runner, '')
  }

  async #hold(
    id: string,
    runner: string | undefined,
    condition: string
  ): Promise<EndpointRow | undefined> {
    const { rows } = await this.database.rawQuery<{ rows: EndpointRow[] }>(
      `UPDATE webhooks SET leased_until = clock_timestamp() + make_interval(secs => ?), leased_by = ?, queued_at = NULL
       WHERE id = ? ${condition} RETURNING *`,
      [LEASE, runner ?? null, id]
    )
    return rows[0]
  }

  async #release(id: string): Promise<void> {
    await this.database.from('webhooks').where('id', id).update({ leased_until: null })
  }
}
