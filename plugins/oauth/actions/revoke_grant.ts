import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { AccountRecord } from '#app/accounts/account_cache'
import { clientName } from '../clients.js'
import OAuthRecord from '../models/oauth_record.js'
import { audit } from './audit.js'

/** Takes back the access an account gave to an application: all its tokens end at once. */
export class RevokeGrant {
  /** @returns the name of the application; undefined when the account has no such grant */
  async handle(
    trx: TransactionClientContract,
    account: AccountRecord,
    id: number
  ): Promise<string | undefined> {
    const grant = await OAuthRecord.query({ client: trx })
      .where({ id, model: 'Grant', accountId: account.id })
      .forUpdate()
      .first()
    if (!grant) return undefined
    const name = await clientName(trx, grant.clientId!)
    await OAuthRecord.query({ client: trx }).where('grantId', grant.key).delete()
    await grant.delete()
    const actor = { id: account.id, name: account.username }
    await audit(trx, actor, { action: 'oauth.revoke', account, subject: name })
    return name
  }
}
