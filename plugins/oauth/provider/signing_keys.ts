/**
 * Signing keys of ID tokens. They are created on first use, stored in the
 * database encrypted with the key of the server, and shared by all processes.
 */
import { generateKeyPair, randomUUID, type JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'
import encryption from '@adonisjs/core/services/encryption'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { lockKey } from '#app/support/advisory_locks'
import OAuthKey from '../models/oauth_key.js'
import { ID_TOKEN_SECONDS } from './access.js'

const PURPOSE = 'oauth signing key'
const BITS = 2048

/** Advisory lock for creating a key. */
const SIGNING_KEYS_LOCK = lockKey('oaky')

/** Seconds for which a retired key stays published, longer than the lifetime of its tokens. */
const PUBLISHED_SECONDS = 2 * ID_TOKEN_SECONDS

const generate = promisify(generateKeyPair)

/** Returns the current key first, then retired keys whose tokens can still be valid. */
export async function signingKeys(database: Database): Promise<JsonWebKey[]> {
  const found = await publishedKeys()
  if (found.length) return found
  await database.transaction(async (trx) => {
    await lock(trx)
    if (!(await OAuthKey.query({ client: trx }).whereNull('dateRetired').first())) await addKey(trx)
  })
  return publishedKeys()
}

/** Creates a new current key and retires the others. */
export async function rotateKeys(database: Database): Promise<void> {
  await database.transaction(async (trx) => {
    await lock(trx)
    const current = await OAuthKey.query({ client: trx }).whereNull('dateRetired')
    for (const key of current) await key.merge({ dateRetired: new Date() }).save()
    await addKey(trx)
  })
}

/** Condition for keys whose tokens have all expired. */
export const UNUSED_KEYS = `date_retired < now() - interval '${PUBLISHED_SECONDS} seconds'`

async function publishedKeys(): Promise<JsonWebKey[]> {
  const rows = await OAuthKey.query().whereRaw(`(${UNUSED_KEYS}) IS NOT TRUE`).orderBy('id', 'desc')
  return rows.flatMap(({ encrypted }) => {
    // Keys encrypted with another server key are skipped; a new one is created.
    const text = encryption.decrypt<string>(encrypted, PURPOSE)
    return text === null ? [] : [JSON.parse(text) as JsonWebKey]
  })
}

async function addKey(trx: TransactionClientContract): Promise<void> {
  const { privateKey } = await generate('rsa', { modulusLength: BITS })
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomUUID(),
    use: 'sig',
    alg: 'RS256',
  }
  const encrypted = encryption.encrypt(JSON.stringify(key), { purpose: PURPOSE })
  await OAuthKey.create({ encrypted }, { client: trx })
}

function lock(trx: TransactionClientContract): Promise<unknown> {
  return trx.rawQuery('SELECT pg_advisory_xact_lock(?)', [SIGNING_KEYS_LOCK])
}
