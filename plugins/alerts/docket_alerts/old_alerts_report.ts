/** The weekly report on alerts of closed cases: two warnings, then the alert is disabled. */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import mail from '@adonisjs/mail/services/main'
import { Records } from '#api/records'
import { ResourceRegistry } from '#api/registry'
import { transactionReader } from '#app/database/reader'
import { noticeAddress } from '#app/mail/addresses'
import { sendWebhook } from '#plugins/webhooks/public'
import { SUBSCRIBED, UNSUBSCRIBED } from '../models/docket_alert.js'
import { absoluteUrl } from '#app/mail/view_mail'
import { ViewMail } from '#app/mail/view_mail'
import { buildDocketAlertLink, formatCaseTitle } from './mails.js'

/** Days since the last activity. Each warning range spans a week, so that an alert is in one weekly report per range. */
const AGES = { warned: [90, 96], warnedAgain: [180, 186], ended: 187 } as const
/** Days in which an alert is reported only once, in case the job runs again. */
const NAMED_ONCE = 6
/** Maximum alerts per report. */
const MAX_NAMED = 500

const IS_OLD = `a.alert_type = ${SUBSCRIBED} AND d.date_terminated IS NOT NULL
  AND (a.date_reported IS NULL OR a.date_reported < now() - interval '${NAMED_ONCE} days')
  AND (age BETWEEN ${AGES.warned.join(' AND ')} OR age BETWEEN ${AGES.warnedAgain.join(' AND ')} OR age >= ${AGES.ended})`

const ALERTS = `docket_alerts a JOIN dockets d ON d.id = a.docket_id,
  LATERAL (SELECT current_date - greatest(d.date_terminated, a.date_modified::date, a.date_last_hit::date, d.date_last_filing) AS age) AS aged`

@inject()
export class OldAlertsReport {
  constructor(
    private database: Database,
    private registry: ResourceRegistry
  ) {}

  /**
   * Sends a report to the next account. The email is composed before the
   * transaction, which does nothing if one of the alerts has changed since; the
   * next call reads them again.
   *
   * @returns false if all accounts have received their report
   */
  async notifyNext(): Promise<boolean> {
    const alerts = await nextAlerts(this.database)
    if (!alerts.length) return false
    const account = alerts[0]!.user_id
    const ended = alerts.filter(({ age }) => age >= AGES.ended)
    const old = alerts.filter(({ age }) => age < AGES.ended)
    const recipient = await noticeAddress(this.database, account)
    const email = recipient && new OldAlertsMail(recipient, { old, ended })
    await this.database.transaction(async (trx) => {
      if (!(await lockUnchanged(trx, alerts))) return
      const rowsOf = (some: OldAlert[]) =>
        trx.from('docket_alerts').whereIn(
          'id',
          some.map(({ id }) => id)
        )
      await rowsOf(alerts).update({ date_reported: new Date() })
      await rowsOf(ended).update({ alert_type: UNSUBSCRIBED, date_modified: new Date() })
      await sendWebhook(trx, {
        event: 'docket_alert.report',
        account,
        payload: async () => ({
          old_alerts: await this.#shown(trx, old),
          disabled_alerts: await this.#shown(trx, ended),
        }),
      })
      if (email) await mail.sendLater(email, { trx })
    })
    return true
  }

  /** Alerts as the API returns them to their owner. */
  async #shown(trx: TransactionClientContract, alerts: OldAlert[]): Promise<object[]> {
    const reader = new Records(this.registry, transactionReader(trx))
    const records: object[] = []
    for (const { id, user_id: owner } of alerts)
      records.push((await reader.find('docket-alerts', id, Number(owner)))!)
    return records
  }
}

/** Locks alerts. Returns false if the age of an alert has changed. */
async function lockUnchanged(trx: TransactionClientContract, alerts: OldAlert[]): Promise<boolean> {
  const { rows } = await trx.rawQuery<{ rows: Pick<OldAlert, 'id' | 'age'>[] }>(
    `SELECT a.id, aged.age FROM ${ALERTS} WHERE ${IS_OLD} AND a.id = ANY(?) FOR UPDATE OF a`,
    [alerts.map(({ id }) => id)]
  )
  const ages = new Map(rows.map(({ id, age }) => [id, age]))
  return alerts.every(({ id, age }) => ages.get(id) === age)
}

/** The old alerts of one account. */
async function nextAlerts(database: Pick<Database, 'rawQuery'>): Promise<OldAlert[]> {
  const { rows } = await database.rawQuery<{ rows: OldAlert[] }>(
    `SELECT a.id, a.user_id, a.secret_key, a.docket_id, aged.age, coalesce(nullif(d.case_name, ''), 'Docket ' || d.id) AS name, coalesce(d.docket_number, '') AS number
     FROM ${ALERTS}
     WHERE ${IS_OLD} AND a.user_id = (SELECT a.user_id FROM ${ALERTS} WHERE ${IS_OLD} ORDER BY a.user_id LIMIT 1)
     ORDER BY a.id LIMIT ${MAX_NAMED}`
  )
  return rows
}

interface OldAlert {
  id: string
  user_id: string
  docket_id: string
  secret_key: string
  /** Days since the last activity. */
  age: number
  name: string
  number: string
}

interface OldAlerts {
  old: OldAlert[]
  ended: OldAlert[]
}

class OldAlertsMail extends ViewMail {
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
    name: formatCaseTitle(alert),
    page: absoluteUrl(`/docket/${alert.docket_id}/`),
    link: buildDocketAlertLink(action, alert.secret_key),
  }
}
