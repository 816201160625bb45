/**
 * Password hashing with scrypt through the framework. Hashing is slow by design, so concurrency
 * is limited.
 */
import hash from '@adonisjs/core/services/hash'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Maximum number of concurrent hashes: each uses a thread and 16 MB for tens of milliseconds. */
const AT_ONCE = 2

/** Maximum number of queued hashes; further requests must retry. */
const MAX_QUEUED = 100

/** Thrown if too many passwords are queued. */
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
 * Whether a password is correct. Takes the same time without a hash, so that timing doesn't
 * reveal whether an account exists.
 *
 * @param stored the account's hash; null if there is no account, or it has no password
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

export const MIN_PASSWORD_LENGTH = 10
/** Longer passwords are never hashed. */
export const MAX_PASSWORD_LENGTH = 200

/** Minimum score, of 4: guessing requires more than 10^8 attempts. */
const STRONG_ENOUGH = 3

let checker: Promise<ZxcvbnFactory> | undefined

/**
 * @param own words that the password must not be based on: name, email address
 * @returns the problem as a sentence, or undefined
 */
export async function findPasswordProblem(
  password: string,
  own: (string | null | undefined)[]
): Promise<string | undefined> {
  if (password.length < MIN_PASSWORD_LENGTH)
    return `Use at least ${MIN_PASSWORD_LENGTH} characters.`
  if (password.length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters.`
  const words = own.flatMap((word) => (word ? [word, ...word.split(/[@.]/)] : []))
  const { score } = (await (checker ??= load())).check(password, words)
  return score < STRONG_ENOUGH
    ? 'This password is too easy to guess: it is common, or based on your name or a pattern. Use a few unrelated words.'
    : undefined
}

/**
 * The lists of common passwords take several megabytes; they are loaded when the
 * first password is checked.
 */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary })
}
