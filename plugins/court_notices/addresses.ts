/** Addresses of accounts for notices of courts. */
import { randomInt } from 'node:crypto'
import settings from './settings.js'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import NoticeAddress from './models/notice_address.js'

/** Letters and digits that are not mistaken for each other. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** About 99 bits: who does not know an address cannot guess it. */
const LENGTH = 20
const KEY = new RegExp(`^[${CHARACTERS}]{${LENGTH}}$`)

/** What is before the @ of a new address. */
function makeKey(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}

/** @returns null where the server has no domain for them */
export function addressOf(key: string): string | null {
  return settings.emailDomain && `${key}@${settings.emailDomain}`
}

/** Recipients of one message that are looked up. */
const MAX_RECIPIENTS = 100

/** Keys of the addresses of this server among recipients, each once. */
export function keysOf(recipients: readonly string[]): string[] {
  const own = `@${settings.emailDomain}`
  const keys = recipients
    .map((address) => address.toLowerCase())
    .filter((address) => address.endsWith(own))
    .map((address) => address.slice(0, -own.length))
  return [...new Set(keys)].filter((key) => KEY.test(key)).slice(0, MAX_RECIPIENTS)
}

/** Gives an account a new address; emails to the one before are no longer taken. */
export class ReplaceAddress {
  async handle(trx: TransactionClientContract, accountId: number): Promise<NoticeAddress> {
    return NoticeAddress.updateOrCreate({ accountId }, { key: makeKey() }, { client: trx })
  }
}
