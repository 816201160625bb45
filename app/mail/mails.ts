/**
 * Texts of the mails about accounts.
 */
import { settings } from '#start/env'
import type { Mail } from './outbox.js'

/** Never from the request: whoever sends it could choose where the link leads. */
function address(path: string): string {
  return `${settings.appUrl ?? `http://${settings.host}:${settings.port}`}${path}`
}

const mail = (recipient: string, subject: string, paragraphs: string[]): Mail => ({
  recipient,
  subject,
  body: `${paragraphs.join('\n\n')}\n`,
})

export function confirmMail(recipient: string, key: string): Mail {
  return mail(recipient, 'Please confirm your e-mail address', [
    'Somebody made an account at Curia with this address. If it was you, confirm the address here:',
    address(`/email/confirm/${key}/`),
    'The link works for five days. If it was not you, there is nothing to do.',
  ])
}

export function alreadyRegisteredMail(recipient: string): Mail {
  return mail(recipient, 'You have an account already', [
    'Somebody tried to make an account at Curia with this address, but there is one. If it was you, sign in, or choose a new password:',
    address('/reset-password/'),
    'If it was not you, there is nothing to do.',
  ])
}

export function resetMail(recipient: string, key: string): Mail {
  return mail(recipient, 'Choose a new password', [
    'Somebody asked for a new password for your account at Curia. If it was you, choose it here:',
    address(`/confirm-password/${key}/`),
    'The link works for two hours. If it was not you, there is nothing to do; your password stays as it is.',
  ])
}

export function changedAddressMail(recipient: string, changedTo: string): Mail {
  return mail(recipient, 'The address of your account is being changed', [
    `The account at Curia with this address is to have another one: ${changedTo}. It counts as soon as it is confirmed from there.`,
    'If it was not you, change your password now:',
    address('/reset-password/'),
  ])
}

export function newAddressMail(recipient: string, key: string): Mail {
  return mail(recipient, 'Please confirm your new e-mail address', [
    'Confirm this address for your account at Curia here:',
    address(`/email/confirm/${key}/`),
    'The link works for five days.',
  ])
}

export function passwordChangedMail(recipient: string): Mail {
  return mail(recipient, 'Your password was changed', [
    'The password of your account at Curia was changed, and all its sessions were ended. If it was not you, choose a new one:',
    address('/reset-password/'),
  ])
}

interface WebhookFacts {
  id: number | string
  /** What people call its event. */
  event: string
  url: string
}

export function failingWebhookMail(recipient: string, { id, event, url }: WebhookFacts): Mail {
  return mail(recipient, `[Action Needed]: Your ${event} webhook is failing.`, [
    `Events for your ${event} webhook cannot be delivered to this address:`,
    url,
    'They are tried again for about two days. What the address answered is shown here:',
    address(`/profile/webhooks/${id}/`),
  ])
}

export function stoppedWebhookMail(recipient: string, { id, event, url }: WebhookFacts): Mail {
  return mail(recipient, `[Action Needed]: Your ${event} webhook is now disabled.`, [
    `Events for your ${event} webhook could not be delivered to this address for more than two days, so it was switched off:`,
    url,
    'Once the address answers again, switch it on here. What it missed in the last 60 hours will then be sent:',
    address(`/profile/webhooks/${id}/`),
  ])
}

export function stillStoppedWebhookMail(recipient: string, { id, event, url }: WebhookFacts): Mail {
  return mail(recipient, `[Action Needed]: Your ${event} webhook is still disabled.`, [
    `Your ${event} webhook to this address was switched off because it failed, and still is:`,
    url,
    'Switch it on, or delete it, here:',
    address(`/profile/webhooks/${id}/`),
  ])
}
