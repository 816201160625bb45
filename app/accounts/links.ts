/**
 * Links in emails: each proves access to an email address, once and for a limited time.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import AccountLinkRow from '#app/models/account_link'
import { hashToken, makeToken, TOKEN } from './tokens.js'
import encryption from '@adonisjs/core/services/encryption'
import mail from '@adonisjs/mail/services/main'
import { defineJob } from '#app/jobs/define_job'
import Account from '#app/models/account'
import type { Jobs } from '#app/jobs/jobs'
import { ConfirmEmailMail, ResetPasswordMail } from './mails.js'

/** Hours until a link expires, by purpose. */
const HOURS = { confirm: 5 * 24, change: 5 * 24, reset: 2 }

export type LinkPurpose = keyof typeof HOURS

export interface AccountLink {
  accountId: number
  /** The recipient. */
  email: string
}

/** @returns the key for the link; earlier links for the same purpose become invalid */
export async function makeLink(
  trx: TransactionClientContract,
  purpose: LinkPurpose,
  { accountId, email }: AccountLink
): Promise<string> {
  const key = makeToken()
  const client = { client: trx }
  await AccountLinkRow.query(client).where({ accountId, purpose }).delete()
  await AccountLinkRow.query(client).where('expires_at', '<', new Date()).delete()
  await AccountLinkRow.create(
    {
      hash: hashToken(key),
      accountId,
      purpose,
      email,
      expiresAt: new Date(Date.now() + HOURS[purpose] * 3_600_000),
    },
    client
  )
  return key
}

/** The account and email address of a link; undefined if it is used or expired. */
export async function findLink(
  purpose: LinkPurpose,
  key: string,
  trx?: TransactionClientContract
): Promise<AccountLink | undefined> {
  if (!TOKEN.test(key)) return undefined
  const row = await AccountLinkRow.query({ client: trx })
    .where({ hash: hashToken(key), purpose })
    .where('expires_at', '>', new Date())
    .first()
  return row ? { accountId: row.accountId, email: row.email } : undefined
}

/** Like `findLink`, and uses up the link and all others of the account. */
export async function useLink(
  trx: TransactionClientContract,
  purpose: LinkPurpose,
  key: string
): Promise<AccountLink | undefined> {
  const link = await findLink(purpose, key, trx)
  if (!link) return undefined
  const used = await AccountLinkRow.query({ client: trx }).where('hash', hashToken(key)).delete()
  // With concurrent requests, only one deletes it.
  if (!Number(used)) return undefined
  await revokeLinks(trx, link.accountId)
  return link
}

/** Invalidates all links of an account. */
export async function revokeLinks(
  trx: TransactionClientContract,
  accountId: number
): Promise<void> {
  await AccountLinkRow.query({ client: trx }).where('account_id', accountId).delete()
}

type AskedPurpose = 'reset' | 'confirm'

/** Staff can see the data of jobs, so email addresses in it are encrypted. */
const ENCRYPTED_FOR = 'email address of a link'

/** Requests a link for an email address; it is sent if an active account needs one there. */
export async function requestLink(
  jobs: Jobs,
  trx: TransactionClientContract,
  purpose: AskedPurpose,
  email: string
): Promise<void> {
  const address = encryption.encrypt(email, { purpose: ENCRYPTED_FOR })
  await jobs.send(trx, mailLink.name, { purpose, address })
}

export const mailLink = defineJob<{ purpose: AskedPurpose; address: string }>({
  name: 'curia.mail_link',
  handler: async ({ purpose, address }, { app: { container } }) => {
    const email = encryption.decrypt<string>(address, ENCRYPTED_FOR)
    // The server key has changed since then; the visitor can request another link.
    if (email === null) return
    const database = await container.make('lucid.db')
    await database.transaction(async (trx) => {
      const account = await Account.withEmail(email, { client: trx })
      if (!account?.email || !account.isActive) return
      if (purpose === 'confirm' && account.emailConfirmedAt) return
      const link = { accountId: account.id, email: account.email }
      const key = await makeLink(trx, purpose, link)
      const LinkMail = purpose === 'reset' ? ResetPasswordMail : ConfirmEmailMail
      await mail.sendLater(new LinkMail(link.email, key), { trx })
    })
  },
})
