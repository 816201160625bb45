/**
 * Mails to the owner of an endpoint that fails.
 */
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { failingWebhookMail, stoppedWebhookMail, stillStoppedWebhookMail } from './mails.js'
import { post } from '#app/mail/outbox'
import type { EndpointRow } from './rows.js'

const MAILS = {
  failing: failingWebhookMail,
  stopped: stoppedWebhookMail,
  still_stopped: stillStoppedWebhookMail,
}

/** Tells the owner, who may have no confirmed address, how an endpoint is doing. */
export async function mailOwner(
  trx: TransactionClientContract,
  endpoint: Pick<EndpointRow, 'id' | 'user_id' | 'url' | 'event_type'>,
  occasion: keyof typeof MAILS
): Promise<void> {
  const account = await trx.from('accounts').where('id', endpoint.user_id).first()
  if (!account?.email || !account.email_confirmed_at || !account.is_active) return
  const { webhookEvents } = await app.container.make('curia.plugins')
  const facts = {
    id: endpoint.id,
    event: webhookEvents.labelOf(endpoint.event_type),
    url: endpoint.url,
  }
  await post(trx, MAILS[occasion](account.email, facts))
}
