/**
 * Secrets that sign requests: kept encrypted under the key of the server, and
 * shown once. While a new one takes over, the one before signs, too.
 */
import encryption from '@adonisjs/core/services/encryption'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { makeSecret } from '../delivery/message.js'

const PURPOSE = 'webhook secret'
/** Hours for which the secret before a new one still signs. */
const ROTATION_HOURS = 24

export interface NewSecret {
  id: number
  /** Cannot be read again. */
  secret: string
}

/**
 * Gives an endpoint a secret; the one before is good for another 24 hours,
 * and those before that one end now.
 */
export async function addSecret(
  trx: TransactionClientContract,
  webhookId: number | string
): Promise<NewSecret> {
  await expireSecrets(trx, webhookId)
  const secret = makeSecret()
  const [row] = await trx
    .table('webhook_secrets')
    .insert({ webhook_id: webhookId, encrypted: sealed(secret) })
    .returning('id')
  return { id: Number(row.id), secret }
}

/** Makes place for a new secret: the newest one ends in 24 hours, all others now. */
export async function expireSecrets(
  trx: TransactionClientContract,
  webhookId: number | string
): Promise<void> {
  // One at a time: two secrets at most are good.
  await trx.from('webhooks').where('id', webhookId).forUpdate().first()
  await trx
    .from('webhook_secrets')
    .where('webhook_id', webhookId)
    .whereNotNull('date_expires')
    .delete()
  await trx
    .from('webhook_secrets')
    .where('webhook_id', webhookId)
    .update({ date_expires: new Date(Date.now() + ROTATION_HOURS * 3_600_000) })
}

/** Secrets that sign now, the newest first; those that were encrypted under another key are left out. */
export async function goodSecrets(
  database: Pick<TransactionClientContract, 'from'>,
  webhookId: number | string
): Promise<string[]> {
  const rows = await database
    .from('webhook_secrets')
    .where('webhook_id', webhookId)
    .where((query) => query.whereNull('date_expires').orWhere('date_expires', '>', new Date()))
    .orderBy('id', 'desc')
  return rows.flatMap(({ encrypted }) => encryption.decrypt<string>(encrypted, PURPOSE) ?? [])
}

/** A secret as it is stored. */
export function sealed(secret: string): string {
  return encryption.encrypt(secret, { purpose: PURPOSE })
}
