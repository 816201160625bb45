/** Tells the owner of a request what became of it (alerts, 3.2). */
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { Records } from '#api/records'
import { ResourceRegistry } from '#api/registry'
import { transactionReader } from '#app/database/reader'
import { sendWebhook } from '../../webhooks/public.js'

/** Sends the event of a request that has ended, once. */
export async function announceRequest(
  trx: TransactionClientContract,
  { id, userId }: { id: number; userId: number }
): Promise<void> {
  const records = new Records(await app.container.make(ResourceRegistry), transactionReader(trx))
  await sendWebhook(trx, {
    event: 'fetch',
    account: userId,
    payload: async () => (await records.find('archive-fetch', String(id), userId))!,
    key: `fetch ${id}`,
  })
}
