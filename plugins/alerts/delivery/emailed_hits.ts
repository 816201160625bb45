/** Hits by the email that contained them. */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { SECRET_KEY } from '../secret_key.js'

/** Hits per page. */
export const PAGE_SIZE = 50

/** An alert in an email. */
export interface EmailedAlert {
  id: string
  name: string
  query: string
  alert_type: string
  date_created: Date
}

/** A hit: a parent, or one of its children. */
export interface EmailedHit {
  parent_key: string
  is_child: boolean
  key: string
}

@inject()
export class EmailedHits {
  constructor(private database: Database) {}

  /**
   * Finds an email by the key in its link.
   *
   * @returns undefined for unknown keys and deleted alerts
   */
  async find(key: string): Promise<EmailedAlert | undefined> {
    if (!SECRET_KEY.test(key)) return undefined
    const email: EmailedAlert | null = await this.database
      .from('search_alert_emails as e')
      .join('search_alerts as a', 'a.id', 'e.alert_id')
      .where('e.key', key)
      .select('e.id', 'e.date_created', 'a.name', 'a.query', 'a.alert_type')
      .first()
    return email ?? undefined
  }

  /**
   * Reads a page of hits in the order of the email.
   *
   * @param page number of the page, from 1
   * @returns the hits, and the number of hits on all pages
   */
  async read(
    { id }: Pick<EmailedAlert, 'id'>,
    page: number
  ): Promise<{ hits: EmailedHit[]; total: number }> {
    const ofEmail = () => this.database.from('search_alert_hits').where('email_id', id)
    const [{ total }] = await ofEmail().count('* as total')
    const hits: EmailedHit[] = await ofEmail()
      .orderBy('parent_key', 'desc')
      .orderBy('key', 'desc')
      .orderBy('is_child', 'desc')
      .offset((page - 1) * PAGE_SIZE)
      .limit(PAGE_SIZE)
      .select('parent_key', 'is_child', 'key')
    return { hits, total: Number(total) }
  }
}

/**
 * Stores an email about an alert.
 *
 * @param key key in the link to its hits
 * @returns the ID of the email
 */
export async function storeEmail(
  trx: TransactionClientContract,
  alertId: string,
  key: string
): Promise<string> {
  const [row] = await trx
    .table('search_alert_emails')
    .insert({ key, alert_id: alertId })
    .returning('id')
  return String(row.id)
}
