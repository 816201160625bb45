/**
 * Links to email addresses that a visitor names. Whether an account has the
 * address is decided by the job that mails the link, so that neither the
 * answer nor its time says so.
 */
import encryption from '@adonisjs/core/services/encryption'
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import { defineJob } from '#app/jobs/define_job'
import Account from '#app/models/account'
import { makeLink } from './links.js'
import { Jobs } from '#app/jobs/jobs'
import { ConfirmEmailMail, ResetPasswordMail } from './mails.js'

type AskedPurpose = 'reset' | 'confirm'

/** Staff see the data of jobs; what strangers type is none of it. */
const ENCRYPTED_FOR = 'email address of a link'

/** Has a link mailed to an address, if an active account waits for one there. */
export async function askForLink(
  trx: TransactionClientContract,
  purpose: AskedPurpose,
  email: string
): Promise<void> {
  const jobs = await app.container.make(Jobs)
  const address = encryption.encrypt(email, { purpose: ENCRYPTED_FOR })
  await jobs.send(trx, mailLink.name, { purpose, address })
}

export const mailLink = defineJob<{ purpose: AskedPurpose; address: string }>({
  name: 'curia.mail_link',
  handler: async ({ purpose, address }, { app: { container } }) => {
    const email = encryption.decrypt<string>(address, ENCRYPTED_FOR)
    // Asked for under another key; the visitor asks again.
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
