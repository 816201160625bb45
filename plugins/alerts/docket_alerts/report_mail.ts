/**
 * The email about alerts for closed dockets.
 */
import { absoluteUrl } from '#app/mail/absolute_url'
import { ViewMail } from '#app/mail/view_mail'
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

export class OldAlertsMail extends ViewMail {
  override subject: string
  override isNotice = true

  constructor(
    recipient: string,
    readonly alerts: OldAlerts
  ) {
    super(recipient)
    const count = alerts.old.length + alerts.ended.length
    this.subject = `You have ${count} old or expiring ${count === 1 ? 'alert' : 'alerts'}`
  }

  prepare() {
    const { old, ended } = this.alerts
    this.useViews('alerts::mails/old_alerts', {
      old: old.map((alert) => shown(alert, 'unsubscribe')),
      ended: ended.map((alert) => shown(alert, 'subscribe')),
      all: absoluteUrl('/profile/docket-alerts/'),
    })
  }
}

function shown(alert: OldAlert, action: 'subscribe' | 'unsubscribe') {
  return {
    name: named(alert),
    page: absoluteUrl(`/docket/${alert.docket_id}/`),
    link: linkOf(action, alert.secret_key),
  }
}
