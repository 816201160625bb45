/**
 * Which passwords are taken: long enough, not common, not the owner's name.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

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
