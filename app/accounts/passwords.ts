/**
 * Passwords: hashed with scrypt through the framework, and slow on purpose,
 * so only a few at a time.
 */
import hash from '@adonisjs/core/services/hash'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

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

export const MIN_PASSWORD_LENGTH = 10
/** Nothing longer is hashed. */
export const MAX_PASSWORD_LENGTH = 200

/** Of 4: needs more than 10^8 guesses. */
const STRONG_ENOUGH = 3

let checker: Promise<ZxcvbnFactory> | undefined

/**
 * @param own words the password must not be made of: name, address
 * @returns what is wrong with the password, in a sentence; undefined when nothing is
 */
export async function passwordProblem(
  password: string,
  own: (string | null | undefined)[]
): Promise<string | undefined> {
  if (password.length < MIN_PASSWORD_LENGTH)
    return `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`
  if (password.length > MAX_PASSWORD_LENGTH)
    return `The password may have at most ${MAX_PASSWORD_LENGTH} characters.`
  const words = own.flatMap((word) => (word ? [word, ...word.split(/[@.]/)] : []))
  const { score } = (await (checker ??= load())).check(password, words)
  return score < STRONG_ENOUGH
    ? 'This password is too easy to guess: it is common, or made of your name or of a pattern. Take some unrelated words.'
    : undefined
}

/** The lists of common passwords take some megabytes; they wait for the first password. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary })
}
