import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import Account from '#app/models/account'
import SecondFactor from '#app/models/second_factor'
import { SecondFactorEnabledMail } from '../mails.js'
import { stepOf } from '../second_factor/authenticator.js'
import { makeRecoveryCodes } from '../second_factor/recovery_codes.js'

/** Enables two-factor sign-in with the first code of the authenticator app. */
export class ConfirmSecondFactor {
  /** @returns the recovery codes, readable this once; undefined when the code is wrong */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    code: string
  ): Promise<string[] | undefined> {
    const factor = await SecondFactor.lock(trx, accountId)
    if (!factor || factor.dateConfirmed) return undefined
    const lastStep = stepOf(factor.secret, code)
    if (lastStep === undefined) return undefined
    await factor.merge({ dateConfirmed: new Date(), lastStep }).save()
    const { email } = await Account.findOrFail(accountId, { client: trx })
    if (email) await mail.sendLater(new SecondFactorEnabledMail(email), { trx })
    return makeRecoveryCodes(trx, accountId)
  }
}
