/**
 * Webhooks as the pages of their owner read and make them.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { checkNewEndpoint, type NewEndpoint } from './endpoint_rules.js'
import type { DeliveryRow, EndpointRow } from '../rows.js'
import { addSecret } from './secrets.js'

const ID = /^\d{1,18}$/
/** Deliveries on a page of the log. */
const PAGE = 20

export type StoredEndpoint = EndpointRow & { date_created: Date; disabled_at: Date | null }
export type StoredDelivery = DeliveryRow & {
  status_code: number | null
  next_attempt: Date | null
  date_delivered: Date | null
  replay_of: string | null
}
export interface StoredAttempt {
  date_created: Date
  milliseconds: number
  request_headers: Record<string, string>
  status_code: number | null
  response_body: string
  error: string
}

type Reading = Pick<Database | TransactionClientContract, 'from'>

/**
 * Makes an endpoint that is switched on.
 *
 * @returns its ID and its secret, which cannot be read again
 * @throws EndpointError
 */
export async function createEndpoint(
  trx: TransactionClientContract,
  accountId: number,
  wanted: NewEndpoint
): Promise<{ id: string; secret: string }> {
  await trx.from('accounts').where('id', accountId).forUpdate().first()
  const version = await checkNewEndpoint(trx, accountId, wanted)
  const [row] = await trx
    .table('webhooks')
    .insert({ ...wanted, version, user_id: accountId, enabled: true })
    .returning('id')
  const { secret } = await addSecret(trx, row.id)
  return { id: String(row.id), secret }
}

export function ownEndpoints(database: Reading, accountId: number): Promise<StoredEndpoint[]> {
  return database
    .from('webhooks')
    .where('user_id', accountId)
    .orderBy('event_type')
    .orderBy('version') as unknown as Promise<StoredEndpoint[]>
}

/** Null for an endpoint of another account, or none. */
export async function ownEndpoint(
  database: Reading,
  accountId: number,
  id: string
): Promise<StoredEndpoint | null> {
  if (!ID.test(id)) return null
  return database.from('webhooks').where({ id, user_id: accountId }).first()
}

export interface LogFilter {
  /** Deliveries made before this one. */
  before?: string
  status?: number
  /** Test events only, or real ones only. */
  debug?: boolean
}

/** A page of the log, newest first. */
export async function deliveryLog(
  database: Reading,
  webhookId: string,
  { before, status, debug }: LogFilter
): Promise<{ deliveries: StoredDelivery[]; more: boolean }> {
  const query = database.from('webhook_deliveries').where('webhook_id', webhookId)
  if (before && ID.test(before)) query.where('id', '<', before)
  if (status !== undefined) query.where('status', status)
  if (debug !== undefined) query.where('debug', debug)
  const rows = await query
    .select(
      'id',
      'date_created',
      'status',
      'debug',
      'attempts',
      'next_attempt',
      'status_code',
      'replay_of'
    )
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
  return { deliveries: rows.slice(0, PAGE), more: rows.length > PAGE }
}

/** A delivery with its tries; null for one of another endpoint, or none. */
export async function deliveryOf(
  database: Reading,
  webhookId: string,
  id: string
): Promise<{ delivery: StoredDelivery; attempts: StoredAttempt[] } | null> {
  if (!ID.test(id)) return null
  const delivery = await database
    .from('webhook_deliveries')
    .where({ id, webhook_id: webhookId })
    .first()
  if (!delivery) return null
  const attempts = await database.from('webhook_attempts').where('delivery_id', id).orderBy('id')
  return { delivery, attempts }
}
