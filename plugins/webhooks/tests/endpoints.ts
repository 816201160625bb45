/**
 * Endpoints for tests, and turns of theirs.
 */
import app from '@adonisjs/core/services/app'
import { QUEUES } from '#plugins/webhooks/delivery/queues'
import { addSecret } from '#plugins/webhooks/endpoints/secrets'
import { sendWebhook } from '#plugins/webhooks/delivery/send_webhook'
import { Targets, type TargetOptions } from '#plugins/webhooks/delivery/target'
import { Deliverer } from '#plugins/webhooks/delivery/deliverer'
import { Outcomes } from '#plugins/webhooks/delivery/outcome'
import { Jobs } from '#app/jobs/jobs'

/** The event the tests send. */
export const EVENT = { name: 'docket_entry.updated', code: 6 }

export interface TestEndpoint {
  id: string
  secret: string
}

export async function makeEndpoint(
  accountId: number,
  url: string,
  wishes: Record<string, unknown> = {}
): Promise<TestEndpoint> {
  const database = await app.container.make('lucid.db')
  return database.transaction(async (trx) => {
    const [row] = await trx
      .table('webhooks')
      .insert({
        user_id: accountId,
        url,
        event_type: EVENT.code,
        version: 1,
        enabled: true,
        ...wishes,
      })
      .returning('id')
    const { secret } = await addSecret(trx, row.id)
    return { id: String(row.id), secret }
  })
}

/** Sends an event in a transaction of its own. */
export async function send(account: number, payload: object, key?: string): Promise<number> {
  const database = await app.container.make('lucid.db')
  return database.transaction((trx) =>
    sendWebhook(trx, { event: EVENT.name, account, payload, key })
  )
}

/** A deliverer that may reach these hosts. */
export async function makeDeliverer(
  allowedHosts: string[],
  resolver?: TargetOptions['resolver']
): Promise<Deliverer> {
  return new Deliverer(
    await app.container.make('lucid.db'),
    await app.container.make(Jobs),
    new Targets({ allowedHosts, resolver }),
    await app.container.make(Outcomes),
    await app.container.make('logger')
  )
}

/** Takes what waits in the queues, and gives the endpoint a turn. */
export async function deliver(deliverer: Deliverer, { id }: TestEndpoint): Promise<void> {
  await deliverer.deliverDue(id, new AbortController().signal)
}

/** Rows of an endpoint's deliveries, oldest first. */
export async function deliveriesOf({ id }: TestEndpoint): Promise<Record<string, any>[]> {
  const database = await app.container.make('lucid.db')
  return database.from('webhook_deliveries').where('webhook_id', id).orderBy('id')
}

/** Has what waits for another try be due now. */
export async function hurry({ id }: TestEndpoint): Promise<void> {
  const database = await app.container.make('lucid.db')
  await database
    .from('webhook_deliveries')
    .where('webhook_id', id)
    .whereNotNull('next_attempt')
    .update({ next_attempt: new Date(Date.now() - 1000) })
}

/** Runs the jobs that wait in both queues. */
export async function runTurns(): Promise<void> {
  const jobs = await app.container.make(Jobs)
  for (const lane of Object.values(QUEUES)) await jobs.runWaiting(lane)
}

/** Lets this process send to a host; the answer takes it back. */
export async function allowHost(host: string): Promise<() => void> {
  const before = await app.container.make(Targets)
  app.container.bindValue(Targets, new Targets({ allowedHosts: [host] }))
  return () => app.container.bindValue(Targets, before)
}
