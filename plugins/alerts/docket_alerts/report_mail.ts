/**
 * The mail about alerts for closed dockets.
 */
import { address } from '#app/mail/mails'
import { htmlMessage, linkAsHtml } from '#app/mail/html'
import type { Mail } from '#app/mail/outbox'
import { linkOf, named } from './mails.js'

export interface OldAlert {
  id: string
  user_id: string
  docket_id: string
  secret_key: string
  /** Days since anything happened. */
  age: number
  name: string
  number: string
}

interface OldAlerts {
  old: OldAlert[]
  ended: OldAlert[]
}

interface Part {
  title: string
  alerts: OldAlert[]
  action: 'subscribe' | 'unsubscribe'
  label: string
}

export function oldAlertsMail(recipient: string, { old, ended }: OldAlerts): Mail {
  const count = old.length + ended.length
  const title = `You have ${count} old or expiring ${count === 1 ? 'alert' : 'alerts'}`
  const parts: Part[] = [
    {
      title:
        'These cases are closed, and nothing happens in them any more. The alerts end by themselves half a year after the last entry:',
      alerts: old,
      action: 'unsubscribe' as const,
      label: 'End it now',
    },
    {
      title: 'These alerts have ended:',
      alerts: ended,
      action: 'subscribe' as const,
      label: 'Follow it again',
    },
  ].filter(({ alerts }) => alerts.length)
  const all = address('/profile/docket-alerts/')
  return {
    recipient,
    subject: title,
    notice: true,
    body: [
      ...parts.map(({ title: said, alerts, action, label }) =>
        [
          said,
          ...alerts.map(
            (alert) =>
              `${named(alert)}\n  ${pageOf(alert)}\n  ${label}: ${linkOf(action, alert.secret_key)}`
          ),
        ].join('\n\n')
      ),
      `All your docket alerts:\n${all}`,
    ]
      .join('\n\n')
      .concat('\n'),
    html: htmlMessage(
      title,
      [
        ...parts.map(({ title: said, alerts, action, label }) =>
          [
            `<p>${said}</p>`,
            `<ul>${alerts
              .map(
                (alert) =>
                  `<li>${linkAsHtml(pageOf(alert), named(alert))} · ${linkAsHtml(linkOf(action, alert.secret_key), label)}</li>`
              )
              .join('')}</ul>`,
          ].join('\n')
        ),
        `<p>${linkAsHtml(all, 'All your docket alerts')}</p>`,
      ].join('\n')
    ),
  }
}

const pageOf = ({ docket_id: id }: OldAlert) => address(`/docket/${id}/`)
