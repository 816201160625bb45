/**
 * Sends the due deliveries of one endpoint for a few seconds. One process at a
 * time serves an endpoint, under a lease that ends with the process or expires.
 */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { Logger } from '@adonisjs/core/logger'
import { Jobs } from '#app/jobs/jobs'
import { isGone } from '#app/jobs/orphans'
import { traced } from '#app/support/tracing/spans'
import { NoAnswer, httpPost, type PostAnswer } from './http_post.js'
import { queueFor } from './queues.js'
import { Outcomes, type Attempt } from './outcome.js'
import { type DeliveryRow, type EndpointRow, WAITING } from '../rows.js'
import { goodSecrets } from '../endpoints/secrets.js'
import { signatureHeaders } from './message.js'
import { TargetError, Targets } from './target.js'

/** Maximum concurrent requests to a fast and to a slow endpoint. */
const AT_ONCE = { quick: 4, slow: 1 }
/** Duration of a turn in milliseconds; requests in progress are completed. */
const TURN = 5000
/** Seconds until a lease expires: longer than one attempt (DNS lookup, `TIMEOUTS`, and recording). */
const LEASE = 15

@inject()
export class Deliverer {
  constructor(
    private database: Database,
    private jobs: Jobs,
    private targets: Targets,
    private outcomes: Outcomes,
    private logger: Logger
  ) {}

  /**
   * Sends due deliveries until the turn ends.
   *
   * @param runner name of the process that runs the job
   * @returns false if another process has the lease
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
    // Checked after the release, because a job that started earlier couldn't get the lease and ended.
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
      if (!secrets.length)
        throw new NoAnswer("The signing secret can't be decrypted. Create a new one.")
      const timestamp = Math.floor(began.getTime() / 1000)
      const { event_id: id, body } = delivery
      Object.assign(headers, signatureHeaders({ id, timestamp, body }, secrets))
      const target = await this.targets.resolve(endpoint.url)
      // Only the host of the URL is traced, because the path can contain a secret.
      const attributes = { 'server.address': target.url.hostname, 'curia.delivery': delivery.id }
      answer = await traced('POST webhook', { kind: 'client', attributes }, () =>
        httpPost(target, { headers, body: Buffer.from(body), signal })
      )
    } catch (reason) {
      if (!(reason instanceof NoAnswer || reason instanceof TargetError)) throw reason
      // An attempt that was interrupted by a server stop doesn't count.
      if (signal.aborted) return
      error = reason.message
    }
    const milliseconds = Date.now() - began.getTime()
    this.logger.debug({ delivery: delivery.id, status: answer?.status, milliseconds }, 'webhook')
    const attempt: Attempt = { began, milliseconds, headers, answer, error }
    await this.database.transaction((trx) => this.outcomes.record(trx, delivery.id, attempt))
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
