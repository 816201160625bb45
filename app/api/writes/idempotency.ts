/**
 * `Idempotency-Key` (IETF draft-ietf-httpapi-idempotency-key-header): repeating a POST with
 * the same key returns the first response without repeating the work. Only successful creates
 * are stored, so rejected requests may be repeated. Bodies are compared without secrets and
 * stored as keyed hashes.
 */
import { createHmac } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { appKey } from '#config/app'
import { ApiError } from '#app/support/api_error'
import { API_ERRORS } from '#api/errors'
import type { Resource } from '../resource.js'

const MAX_KEY_LENGTH = 255
/** How long a response is kept, as a PostgreSQL interval. */
const KEPT = '24 hours'
/** How long a key is reserved for a request that doesn't end, as a PostgreSQL interval. */
const RESERVED = '3 minutes'
/** Seconds after which a request with a reserved key can be retried. */
const RETRY_AFTER = 2
/** Maximum number of expired responses removed when one is stored. */
const REMOVED_AT_ONCE = 100

export interface CreatedAnswer {
  /** Key of the record. */
  key: string
  /** JSON text. */
  json: string
  /** Whether it is the response to an earlier request. */
  repeated?: boolean
  /** Additional headers of the first response. */
  headers?: Record<string, string>
  /** Names in the body that were ignored. */
  ignored?: string[]
}

export interface KeyedRequest {
  accountId: number
  /** Endpoint of the key; a key may be used on several endpoints. */
  endpoint: string
  key: string
  body: unknown
}

/**
 * The key of a request, with or without the quotes of the draft.
 *
 * @throws ApiError 400 for an invalid key
 */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = header.trim().replace(/^"(.*)"$/, '$1')
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY_LENGTH) {
    throw ApiError.detail(
      API_ERRORS.invalid_idempotency_key,
      `Idempotency-Key must be 1 to ${MAX_KEY_LENGTH} visible ASCII characters without spaces.`
    )
  }
  return key
}

/** The parts of a body that are compared: all except secrets. */
export function removeSecretFields({ fields }: Resource, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const isSecret = (name: string) => {
    const field = fields.get(name)
    return field?.kind === 'value' && field.secret
  }
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isSecret(name)))
}

/**
 * Runs work once per key, in its transaction. Later requests with the key wait for the first
 * one.
 *
 * @throws ApiError 422 when the key was already used with a different body
 */
export async function runIdempotent(
  trx: TransactionClientContract,
  request: KeyedRequest,
  work: () => Promise<CreatedAnswer>
): Promise<CreatedAnswer> {
  const kept = await claimIdempotencyKey(trx, request)
  if (kept) return kept
  const answer = await work()
  await storeAnswer(trx, request, answer)
  return answer
}

/**
 * Claims a key for a request. If committed before the work is done, it reserves the key for
 * some minutes: other requests with the key are rejected until `keepAnswer` or `releaseKey`.
 *
 * @returns the response to an earlier request; undefined if the key was unused
 * @throws ApiError 422 when the key was already used with a different body, 409 while it is
 *   reserved
 */
export async function claimIdempotencyKey(
  trx: TransactionClientContract,
  request: KeyedRequest
): Promise<CreatedAnswer | undefined> {
  const which = place(request)
  const bodyHash = hashOf(request.body)
  await trx
    .from('idempotency_keys')
    .where(which)
    .whereRaw(
      `date_created < now() - CASE answer WHEN '' THEN interval '${RESERVED}' ELSE interval '${KEPT}' END`
    )
    .delete()
  const taken = await trx.rawQuery(
    `INSERT INTO idempotency_keys (account_id, endpoint, key, body_hash, answer, record_key)
     VALUES (:account_id, :endpoint, :key, :bodyHash, '', '') ON CONFLICT DO NOTHING RETURNING 1`,
    { ...which, bodyHash: bodyHash as never }
  )
  if (taken.rows.length) return undefined
  return storedAnswer(trx, which, bodyHash)
}

/**
 * The response to an earlier request with the key; undefined if there was no earlier request.
 *
 * @throws ApiError 422 when the key was already used with a different body, 409 while it is
 *   reserved
 */
export async function findStoredAnswer(
  trx: TransactionClientContract,
  request: KeyedRequest
): Promise<CreatedAnswer | undefined> {
  const which = place(request)
  const known = await trx
    .from('idempotency_keys')
    .where(which)
    .whereRaw(`date_created >= now() - interval '${KEPT}'`)
    .first()
  return known && storedAnswer(trx, which, hashOf(request.body))
}

/** Stores the response to the request that claimed a key. */
export async function storeAnswer(
  trx: TransactionClientContract,
  request: KeyedRequest,
  { json, key }: CreatedAnswer
): Promise<void> {
  await trx.from('idempotency_keys').where(place(request)).update({ answer: json, record_key: key })
  await removeExpired(trx)
}

/** Releases a key whose request was rejected or failed, unless it has a response. */
export async function releaseKey(
  trx: TransactionClientContract,
  request: KeyedRequest
): Promise<void> {
  await trx
    .from('idempotency_keys')
    .where({ ...place(request), answer: '' })
    .delete()
}

const place = ({ accountId, endpoint, key }: KeyedRequest) => ({
  account_id: accountId,
  endpoint,
  key,
})

async function storedAnswer(
  trx: TransactionClientContract,
  which: Record<string, unknown>,
  bodyHash: Buffer
): Promise<CreatedAnswer> {
  const row = await trx.from('idempotency_keys').where(which).firstOrFail()
  if (!bodyHash.equals(row.body_hash)) {
    throw ApiError.detail(
      API_ERRORS.idempotency_key_reused,
      'This Idempotency-Key was already used with a different body. Use a new key for each request.'
    )
  }
  if (row.answer === '')
    throw ApiError.detail(
      API_ERRORS.idempotency_key_in_use,
      API_ERRORS.idempotency_key_in_use.message,
      { 'retry-after': String(RETRY_AFTER) }
    )
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
  return createHmac('sha256', `idempotency keys ${appKey}`)
    .update(JSON.stringify(body, sortedKeys) ?? '')
    .digest()
}

/** Ignores the order of keys and white space when bodies are compared. */
function sortedKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
