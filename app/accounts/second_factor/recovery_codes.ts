/** Recovery codes: each signs in once without the authenticator app. */
import { randomInt } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import RecoveryCode from '#app/models/recovery_code'
import { hashToken } from '../tokens.js'

const COUNT = 10
/** Without characters that look alike. Ten characters are random enough to need no salt. */
const CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const HALF = 5

/** Replaces the recovery codes of an account. @returns the new codes, which can't be read again */
export async function makeRecoveryCodes(
  trx: TransactionClientContract,
  accountId: number
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => `${half()}-${half()}`)
  await RecoveryCode.query({ client: trx }).where({ accountId }).delete()
  await RecoveryCode.createMany(
    codes.map((code) => ({ accountId, hash: hashOf(code) })),
    { client: trx }
  )
  return codes
}

/** @returns whether the code was valid; it is now used up */
export async function useRecoveryCode(
  trx: TransactionClientContract,
  accountId: number,
  code: string
): Promise<boolean> {
  const found = await RecoveryCode.query({ client: trx })
    .where({ accountId, hash: hashOf(code) })
    .first()
  await found?.delete()
  return found !== null
}

const half = () =>
  Array.from({ length: HALF }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

const hashOf = (code: string) => hashToken(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''))
