import { inject } from '@adonisjs/core'
import type { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import settings from '../settings.js'
import { REAL_TIME } from '../search_alerts/codes.js'
import { Jobs } from '#app/jobs/jobs'

export const MAIL_JOB = 'alerts.mail_hits'

/** Hours after which a due email counts as lost. */
const LOST = 2

interface Mailing {
  due_at: Date | null
}

/**
 * Real-time emails of search alerts: the first is sent immediately, later hits are
 * batched for a quiet period.
 */
@inject()
export class RealTimeMails {
  constructor(private jobs: Jobs) {}

  /** Schedules an email, unless one is already due. */
  async request(trx: TransactionClientContract, owner: number): Promise<void> {
    const { rows } = await trx.rawQuery<{ rows: { due_at: Date }[] }>(
      `INSERT INTO search_alert_mailings AS m (user_id, due_at) VALUES (?, now())
       ON CONFLICT (user_id) DO UPDATE
         SET due_at = greatest(now(), m.mailed_at + make_interval(secs => ?))
         WHERE m.due_at IS NULL OR m.due_at < now() - make_interval(hours => ?)
       RETURNING due_at`,
      [owner, settings.gatherSeconds, LOST]
    )
    const [due] = rows
    if (!due) return
    await this.jobs.send(
      trx,
      MAIL_JOB,
      { account: String(owner), rate: REAL_TIME },
      { startAfter: due.due_at }
    )
  }

  /** Whether a real-time email is due. */
  async isDue(database: Pick<Database, 'from'>, owner: string): Promise<boolean> {
    const mailing: Mailing | null = await database
      .from('search_alert_mailings')
      .where('user_id', owner)
      .first()
    return Boolean(mailing?.due_at)
  }

  /**
   * Serializes the emails of an account with each other and with `request`.
   *
   * @returns whether a real-time email is due
   */
  async begin(trx: TransactionClientContract, owner: string): Promise<boolean> {
    const mailing: Mailing | null = await trx
      .from('search_alert_mailings')
      .where('user_id', owner)
      .forUpdate()
      .first()
    return Boolean(mailing?.due_at)
  }

  /** Starts the quiet period. Hits recorded since the email was composed are sent after it. */
  async end(trx: TransactionClientContract, owner: string): Promise<void> {
    await trx.rawQuery(
      'UPDATE search_alert_mailings SET due_at = NULL, mailed_at = clock_timestamp() WHERE user_id = ?',
      [owner]
    )
    const { rows } = await trx.rawQuery<{ rows: object[] }>(
      `SELECT 1 FROM search_alert_hits h JOIN search_alerts a ON a.id = h.alert_id
       WHERE a.user_id = ? AND a.rate = ? AND h.mailed_at IS NULL LIMIT 1`,
      [owner, REAL_TIME]
    )
    if (rows.length) await this.request(trx, Number(owner))
  }
}
