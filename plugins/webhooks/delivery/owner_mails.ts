/**
 * Mails to the owner of an endpoint that fails.
 */
import app from '@adonisjs/core/services/app'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import { DisabledWebhookMail, FailingWebhookMail, StillDisabledWebhookMail } from './mails.js'
import { noticeAddress } from '#app/mail/notice_address'
import type { EndpointRow } from '../rows.js'
import { WebhookEvents } from '#app/webhooks/webhook_events'

const MAILS = {
  failing: FailingWebhookMail,
  stopped: DisabledWebhookMail,
  still_stopped: StillDisabledWebhookMail,
}

/** Tells the owner, who may have no confirmed address, how an endpoint is doing. */
export async function mailOwner(
  trx: TransactionClientContract,
  endpoint: Pick<EndpointRow, 'id' | 'user_id' | 'url' | 'event_type'>,
  occasion: keyof typeof MAILS
): Promise<void> {
  const recipient = await noticeAddress(trx, endpoint.user_id)
  if (!recipient) return
  const webhookEvents = await app.container.make(WebhookEvents)
  const facts = {
    id: endpoint.id,
    event: webhookEvents.labelOf(endpoint.event_type),
    url: endpoint.url,
  }
  await mail.sendLater(new MAILS[occasion](recipient, facts), { trx })
}
