/**
 * `Idempotency-Key` (IETF draft-ietf-httpapi-idempotency-key-header): a POST
 * sent again under the same key gets the first one's answer, and is not done
 * again. Only what was created is kept; a refused request may be repeated.
 */
import { createHash } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'

const MAX_KEY_LENGTH = 255
/** How long an answer is kept, as PostgreSQL's interval. */
const KEPT = '24 hours'
/** Expired answers removed with each one that is kept. */
const REMOVED_AT_ONCE = 100

export interface CreatedAnswer {
  /** Key of the record. */
  key: string
  /** JSON text. */
  json: string
  /** Whether it is the answer to an earlier request. */
  repeated?: boolean
}

export interface KeyedRequest {
  accountId: number
  /** What the key holds for; one key may be used on several endpoints. */
  endpoint: string
  key: string
  body: unknown
}

/**
 * The key of a request; with or without the quotes of the draft.
 *
 * @throws ApiError 400 when it is none
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = header.trim().replace(/^"(.*)"$/, '$1')
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY_LENGTH) {
    throw ApiError.detail(
      API_ERRORS.invalid_idempotency_key,
      `Idempotency-Key takes 1 to ${MAX_KEY_LENGTH} visible ASCII characters without blanks.`
    )
  }
  return key
}

/**
 * Does work once per key, within its transaction. A second request under the
 * key waits for the first one to end.
 *
 * @throws ApiError 422 when the key came with another body before
 */
export async function once(
  trx: TransactionClientContract,
  request: KeyedRequest,
  work: () => Promise<CreatedAnswer>
): Promise<CreatedAnswer> {
  const { accountId, endpoint, key } = request
  const which = { account_id: accountId, endpoint, key }
  const bodyHash = hashOf(request.body)
  await trx
    .from('idempotency_keys')
    .where(which)
    .whereRaw(`date_created < now() - interval '${KEPT}'`)
    .delete()
  const taken = await trx.rawQuery(
    `INSERT INTO idempotency_keys (account_id, endpoint, key, body_hash, answer, record_key)
     VALUES (?, ?, ?, ?, '', '') ON CONFLICT DO NOTHING RETURNING 1`,
    [accountId, endpoint, key, bodyHash]
  )
  if (!taken.rows.length) return storedAnswer(trx, which, bodyHash)

  const answer = await work()
  await trx
    .from('idempotency_keys')
    .where(which)
    .update({ answer: answer.json, record_key: answer.key })
  await removeExpired(trx)
  return answer
}

async function storedAnswer(
  trx: TransactionClientContract,
  which: Record<string, unknown>,
  bodyHash: Buffer
): Promise<CreatedAnswer> {
  const row = await trx.from('idempotency_keys').where(which).firstOrFail()
  if (!bodyHash.equals(row.body_hash)) {
    throw ApiError.detail(
      API_ERRORS.idempotency_key_reused,
      'This Idempotency-Key came with another body before. Send a new key with a new request.'
    )
  }
  return { key: row.record_key, json: row.answer, repeated: true }
}

async function removeExpired(trx: TransactionClientContract): Promise<void> {
  await trx.rawQuery(
    `DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM idempotency_keys WHERE date_created < now() - interval '${KEPT}'
       LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED))`
  )
}

function hashOf(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body, sortedKeys) ?? '')
    .digest()
}

/** The order of keys, and blanks between them, make no other body. */
function sortedKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
