import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import SecondFactor from '#app/models/second_factor'
import { stepOf } from '../second_factor/authenticator.js'
import { useRecoveryCode } from '../second_factor/recovery_codes.js'

/** Checks the code of an authenticator app, or a recovery code. Each works once. */
export class VerifySecondFactor {
  async handle(trx: TransactionClientContract, accountId: number, code: string): Promise<boolean> {
    const factor = await SecondFactor.lock(trx, accountId)
    if (!factor?.dateConfirmed) return false
    const step = stepOf(factor.secret, code)
    if (step === undefined) return useRecoveryCode(trx, accountId, code)
    if (step <= factor.lastStep) return false
    await factor.merge({ lastStep: step }).save()
    return true
  }
}
