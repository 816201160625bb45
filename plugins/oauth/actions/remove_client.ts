import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Actor } from '#app/accounts/authority'
import { CLIENT_MODELS, nameIn } from '../clients.js'
import OAuthRecord from '../models/oauth_record.js'
import { audit } from './audit.js'

/** Removes an application with all access it was given. */
export class RemoveClient {
  /** @returns the name of the application; undefined when there is none */
  async handle(
    trx: TransactionClientContract,
    actor: Actor,
    id: number
  ): Promise<string | undefined> {
    const client = await OAuthRecord.query({ client: trx })
      .where('id', id)
      .whereIn('model', CLIENT_MODELS)
      .forUpdate()
      .first()
    if (!client) return undefined
    const name = nameIn(client.payload)
    await OAuthRecord.query({ client: trx }).where('clientId', client.key).delete()
    await client.delete()
    const before = { client_id: client.key, redirect_uris: client.payload.redirect_uris }
    await audit(trx, actor, { action: 'oauth.client_remove', subject: name, before })
    return name
  }
}
