import { randomInt } from 'node:crypto'

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 40

/** What a secret key looks like. */
export const SECRET_KEY = new RegExp(`^[A-Za-z0-9]{${LENGTH}}$`)

/** A key for links that need no log-in: random letters and digits (alerts, 1.1). */
export function makeSecretKey(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}
