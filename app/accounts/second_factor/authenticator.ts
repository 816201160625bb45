/**
 * Codes of authenticator apps: time-based one-time passwords (RFC 6238) with the parameters
 * that all apps support: SHA-1, six digits, and 30 seconds.
 */
import encryption from '@adonisjs/core/services/encryption'
import { Secret, TOTP } from 'otpauth'
import encodeQr from 'qr'
import { settings } from '#start/env'
import type { AccountRecord } from '../account_cache.js'
import { CONSOLE_RIGHTS, hasRight } from '../rights.js'

const PURPOSE = 'second factor'
const ISSUER = 'Curia'
/** Tolerated clock difference of a phone in time steps (RFC 6238, 5.2). */
const WINDOW = 1
/** Length of a secret in bytes: that of the hash (RFC 4226, 4). */
const SECRET_SIZE = 20
const PERIOD = 30

/** A new secret, encrypted for storage. */
export function generateTotpSecret(): string {
  const { base32 } = new Secret({ size: SECRET_SIZE })
  return encryption.encrypt(base32, { purpose: PURPOSE })
}

/**
 * The secret for an authenticator app.
 *
 * @param stored result of `generateTotpSecret`
 * @returns the secret in base 32, and a QR code as SVG
 */
export function buildAuthenticatorSetup(
  stored: string,
  username: string
): { secret: string; qr: string } {
  const totp = totpOf(stored, username)!
  return { secret: totp.secret.base32, qr: encodeQr(totp.toString(), 'svg') }
}

/** Whether a stored secret can be decrypted with the current server key. */
export const isReadable = (stored: string): boolean => totpOf(stored) !== undefined

/**
 * The time step of a code, so that each code is accepted only once.
 *
 * @param stored result of `generateTotpSecret`
 * @param code six digits; spaces are ignored
 * @returns undefined for an incorrect code
 */
export function findTotpStep(stored: string, code: string): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  const timestamp = Date.now()
  const delta = totpOf(stored)?.validate({ token, timestamp, window: WINDOW }) ?? null
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta
}

function totpOf(stored: string, label = ''): TOTP | undefined {
  const secret = encryption.decrypt<string>(stored, PURPOSE)
  return secret === null
    ? undefined
    : new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: PERIOD })
}

const STAFF = Object.keys(CONSOLE_RIGHTS)

/** Whether an account must set up a second factor before it can sign in (`STAFF_SECOND_FACTOR`). */
export function requiresSecondFactorSetup({ hasSecondFactor, rights }: AccountRecord): boolean {
  return (
    settings.staffSecondFactor && !hasSecondFactor && STAFF.some((right) => hasRight(rights, right))
  )
}
