/**
 * Texts of the mails about accounts.
 */
import { settings } from '#start/env'
import { htmlMessage, paragraphsAsHtml } from './html.js'
import type { Mail } from './outbox.js'

/** The address of a page. Never from the request: whoever sends it could choose where the link leads. */
export function address(path: string): string {
  return `${settings.appUrl ?? `http://${settings.host}:${settings.port}`}${path}`
}

/** A mail of paragraphs, as text and as HTML. */
export const mail = (recipient: string, subject: string, paragraphs: string[]): Mail => ({
  recipient,
  subject,
  body: `${paragraphs.join('\n\n')}\n`,
  html: htmlMessage(subject, paragraphsAsHtml(paragraphs)),
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
