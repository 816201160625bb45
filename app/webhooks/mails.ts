/**
 * Texts of the mails to owners of webhooks that fail.
 */
import { address, mail } from '#app/mail/mails'
import type { Mail } from '#app/mail/outbox'

interface WebhookFacts {
  id: number | string
  /** What people call its event. */
  event: string
  url: string
}

const notice = (...parts: Parameters<typeof mail>): Mail => ({ ...mail(...parts), notice: true })

export function failingWebhookMail(recipient: string, { id, event, url }: WebhookFacts): Mail {
  return notice(recipient, `[Action Needed]: Your ${event} webhook is failing.`, [
    `Events for your ${event} webhook cannot be delivered to this address:`,
    url,
    'They are tried again for about two days. What the address answered is shown here:',
    address(`/profile/webhooks/${id}/`),
  ])
}

export function stoppedWebhookMail(recipient: string, { id, event, url }: WebhookFacts): Mail {
  return notice(recipient, `[Action Needed]: Your ${event} webhook is now disabled.`, [
    `Events for your ${event} webhook could not be delivered to this address for more than two days, so it was switched off:`,
    url,
    'Once the address answers again, switch it on here. What waits by then, and is not older than 60 hours, will be sent:',
    address(`/profile/webhooks/${id}/`),
  ])
}

export function stillStoppedWebhookMail(recipient: string, { id, event, url }: WebhookFacts): Mail {
  return notice(recipient, `[Action Needed]: Your ${event} webhook is still disabled.`, [
    `Your ${event} webhook to this address was switched off because it failed, and still is:`,
    url,
    'Switch it on, or delete it, here:',
    address(`/profile/webhooks/${id}/`),
  ])
}
