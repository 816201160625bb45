/** Court email addresses of accounts. */
import { randomInt } from 'node:crypto'
import settings from './settings.js'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import NoticeAddress from './models/notice_address.js'

/** Letters and digits that are easy to tell apart. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** About 99 bits, so that keys can't be guessed. */
const LENGTH = 20
const KEY = new RegExp(`^[${CHARACTERS}]{${LENGTH}}$`)

/** The part of a new email address before the @. */
function makeKey(): string {
  return Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}

/** @returns null if the server has no domain for court emails */
export function buildNoticeAddress(key: string): string | null {
  return settings.emailDomain && `${key}@${settings.emailDomain}`
}

/** Maximum number of recipients looked up per message. */
const MAX_RECIPIENTS = 100

/** Distinct keys of the recipients at this server's domain. */
export function extractNoticeKeys(recipients: readonly string[]): string[] {
  const own = `@${settings.emailDomain}`
  const keys = recipients
    .map((address) => address.toLowerCase())
    .filter((address) => address.endsWith(own))
    .map((address) => address.slice(0, -own.length))
  return [...new Set(keys)].filter((key) => KEY.test(key)).slice(0, MAX_RECIPIENTS)
}

/** Gives an account a new email address. Emails to the previous one are dropped. */
export class ReplaceAddress {
  async handle(trx: TransactionClientContract, accountId: number): Promise<NoticeAddress> {
    return NoticeAddress.updateOrCreate({ accountId }, { key: makeKey() }, { client: trx })
  }
}
