import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import Account from '#app/models/account'
import SecondFactor from '#app/models/second_factor'
import { SecondFactorEnabledMail, SecondFactorDisabledMail } from '../mails.js'
import { findTotpStep, isReadable, generateTotpSecret } from '../second_factor/authenticator.js'
import { makeRecoveryCodes, useRecoveryCode } from '../second_factor/recovery_codes.js'

/** Enables two-factor sign-in with the first code of the authenticator app. */
export class ConfirmSecondFactor {
  /** @returns the recovery codes, which can't be read again; undefined for an incorrect code */
  async handle(
    trx: TransactionClientContract,
    accountId: number,
    code: string
  ): Promise<string[] | undefined> {
    const factor = await SecondFactor.lock(trx, accountId)
    if (!factor || factor.dateConfirmed) return undefined
    const lastStep = findTotpStep(factor.secret, code)
    if (lastStep === undefined) return undefined
    await factor.merge({ dateConfirmed: new Date(), lastStep }).save()
    const { email } = await Account.findOrFail(accountId, { client: trx })
    if (email) await mail.sendLater(new SecondFactorEnabledMail(email), { trx })
    return makeRecoveryCodes(trx, accountId)
  }
}

/** Creates the secret for an authenticator app; a code must confirm it. */
export class BeginSecondFactor {
  /**
   * @returns the stored secret, reusing an unconfirmed one; undefined if the account already
   *   has a second factor
   */
  async handle(trx: TransactionClientContract, accountId: number): Promise<string | undefined> {
    await Account.lock(trx, accountId)
    const begun = await SecondFactor.lock(trx, accountId)
    if (begun?.dateConfirmed) return undefined
    if (begun && isReadable(begun.secret)) return begun.secret
    await begun?.delete()
    const { secret } = await SecondFactor.create(
      { accountId, secret: generateTotpSecret(), dateConfirmed: null, lastStep: 0 },
      { client: trx }
    )
    return secret
  }
}

/** Disables two-factor sign-in, deletes the recovery codes, and notifies the owner. */
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

/** Verifies a code of an authenticator app, or a recovery code. Each code works once. */
export class VerifySecondFactor {
  async handle(trx: TransactionClientContract, accountId: number, code: string): Promise<boolean> {
    const factor = await SecondFactor.lock(trx, accountId)
    if (!factor?.dateConfirmed) return false
    const step = findTotpStep(factor.secret, code)
    if (step === undefined) return useRecoveryCode(trx, accountId, code)
    if (step <= factor.lastStep) return false
    await factor.merge({ lastStep: step }).save()
    return true
  }
}
