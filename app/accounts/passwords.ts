/**
 * Passwords: hashed with scrypt through the framework, and slow on purpose,
 * so only a few at a time.
 */
import hash from '@adonisjs/core/services/hash'

/** Hashes at work at once: each takes a thread and 16 MB for some ten milliseconds. */
const AT_ONCE = 2

/** Hashes waiting at most; further requests are asked to retry later. */
const MAX_QUEUED = 100

/** Thrown when too many passwords wait to be checked. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy'
}

let working = 0
const waiting: (() => void)[] = []

/** @returns the hash to store */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash.make(password))
}

/**
 * Whether a password fits. Takes as long when there is no hash to compare it
 * with, so that the time does not tell who has an account.
 *
 * @param stored the account's hash; null when there is no account, or none with a password
 * @throws PasswordsBusy
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(async () => hash.verify(stored ?? (await someHash()), password))
  return fits && stored !== null
}

let made: Promise<string> | undefined

function someHash(): Promise<string> {
  return (made ??= hash.make('no account has this password'))
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE) {
    if (waiting.length >= MAX_QUEUED) throw new PasswordsBusy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  working++
  try {
    return await work()
  } finally {
    working--
    waiting.shift()?.()
  }
}
