import { randomInt } from 'node:crypto'

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 40

/** Format of secret keys. */
export const SECRET_KEY = new RegExp(`^[A-Za-z0-9]{${LENGTH}}$`)

/** Creates a random key for links that require no login. */
export function makeSecretKey(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}
