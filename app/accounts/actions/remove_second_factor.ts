import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import Account from '#app/models/account'
import SecondFactor from '#app/models/second_factor'
import { SecondFactorDisabledMail } from '../mails.js'

/** Disables two-factor sign-in, with its recovery codes; the owner gets an email. */
export class RemoveSecondFactor {
  async handle(trx: TransactionClientContract, accountId: number): Promise<void> {
    const factor = await SecondFactor.lock(trx, accountId)
    if (!factor) return
    await factor.delete()
    const { email } = await Account.findOrFail(accountId, { client: trx })
    if (email && factor.dateConfirmed)
      await mail.sendLater(new SecondFactorDisabledMail(email), { trx })
  }
}
