/**
 * Signing secrets, encrypted with the server's key. After a rotation, requests
 * are signed with the new and the previous secret for a while.
 */
import encryption from '@adonisjs/core/services/encryption'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { makeSecret } from '../delivery/message.js'

const PURPOSE = 'webhook secret'
/** Hours for which the previous secret remains valid. */
const ROTATION_HOURS = 24

export interface NewSecret {
  id: number
  /** Returned only when the secret is created. */
  secret: string
}

/** Creates a secret for an endpoint and expires the earlier ones. */
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

/** Expires the newest secret in 24 hours, and deletes all others. */
export async function expireSecrets(
  trx: TransactionClientContract,
  webhookId: number | string
): Promise<void> {
  // Serialized, so that at most two secrets are valid.
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

/** Valid secrets, newest first, without those that were encrypted with another key. */
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

/** Encrypts a secret for storage. */
export function sealed(secret: string): string {
  return encryption.encrypt(secret, { purpose: PURPOSE })
}
