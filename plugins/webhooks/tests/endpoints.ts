/** Endpoints for tests, and their deliveries. */
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

/** Sends an event in a separate transaction. */
export async function send(account: number, payload: object, key?: string): Promise<number> {
  const database = await app.container.make('lucid.db')
  return database.transaction((trx) =>
    sendWebhook(trx, { event: EVENT.name, account, payload, key })
  )
}

/** A deliverer that can reach these hosts. */
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

/** Sends the due deliveries of an endpoint. */
export async function deliver(deliverer: Deliverer, { id }: TestEndpoint): Promise<void> {
  await deliverer.deliverDue(id, new AbortController().signal)
}

/** Rows of an endpoint's deliveries, oldest first. */
export async function listDeliveries({
  id,
}: Pick<TestEndpoint, 'id'> & Partial<TestEndpoint>): Promise<Record<string, any>[]> {
  const database = await app.container.make('lucid.db')
  return database.from('webhook_deliveries').where('webhook_id', id).orderBy('id')
}

/** Makes pending retries due now. */
export async function hurry({ id }: TestEndpoint): Promise<void> {
  const database = await app.container.make('lucid.db')
  await database
    .from('webhook_deliveries')
    .where('webhook_id', id)
    .whereNotNull('next_attempt')
    .update({ next_attempt: new Date(Date.now() - 1000) })
}

/** Runs the queued jobs of both queues. */
export async function runTurns(): Promise<void> {
  const jobs = await app.container.make(Jobs)
  for (const lane of Object.values(QUEUES)) await jobs.runWaiting(lane)
}

/** Allows a host until the returned function is called. */
export async function allowHost(host: string): Promise<() => void> {
  const before = await app.container.make(Targets)
  app.container.bindValue(Targets, new Targets({ allowedHosts: [host] }))
  return () => app.container.bindValue(Targets, before)
}
