import type { Database } from '@adonisjs/lucid/database'
import type { Records } from '#api/records'
import { SUBSCRIBED } from '../models/docket_alert.js'
import { rateLabel } from '../search_alerts/codes.js'

/** A docket in emails. */
export interface AlertedCase {
  id: string
  name: string
  number: string
  court: string
  path: string
}

/** @returns undefined if the docket doesn't exist */
export async function findAlertedCase(
  records: Records,
  id: string
): Promise<AlertedCase | undefined> {
  const [docket] = await records.list(
    'dockets',
    { id },
    { fields: 'id,absolute_url,case_name,docket_number,court_id', limit: 1 }
  )
  if (!docket) return undefined
  const court = await records.find('courts', String(docket.court_id))
  return {
    id,
    name: String(docket.case_name || `Docket ${id}`),
    number: String(docket.docket_number ?? ''),
    court: String(court?.full_name ?? docket.court_id),
    path: String(docket.absolute_url),
  }
}

/** Finds the oldest docket of a case in the court system. */
export async function findDocketIdByCase(
  database: Pick<Database, 'from'>,
  { number, court }: { number: string; court: string }
): Promise<string | undefined> {
  const docket = await database
    .from('dockets')
    .where({ registry_case_id: number, court_id: court })
    .orderBy('id')
    .first()
  return docket && String(docket.id)
}

/** Alerts per page. */
const PAGE_SIZE = 50

/** Sort orders of the list; a leading minus reverses them. */
const SORTS: Record<string, string> = {
  name: 'd.case_name',
  court: 'c.full_name',
  hit: 'a.date_last_hit',
  date_filed: 'd.date_filed',
  docket_number: 'd.docket_number',
}
const NEWEST = 'a.date_created DESC'

interface FollowedDocket extends Record<string, unknown> {
  followed: boolean
  /** Frequency of emails, and whether words limit the entries. */
  emails: string
  /** Day of the last update; empty without updates. */
  hit: string
}

/**
 * A page of an account's docket alerts with their dockets.
 *
 * @param order as in the query string
 * @returns the applied order, empty for newest first, and whether there are more pages
 */
export async function followedDockets(
  database: Pick<Database, 'rawQuery'>,
  accountId: number,
  { order, page }: { order: string; page: number }
): Promise<{ alerts: FollowedDocket[]; sorted: string; more: boolean }> {
  const [, minus, name] = /^(-?)(\w+)$/.exec(order) ?? []
  const column = name && Object.hasOwn(SORTS, name) ? SORTS[name] : undefined
  const { rows } = await database.rawQuery<{ rows: Record<string, unknown>[] }>(
    `SELECT a.id, a.alert_type, a.date_last_hit, a.note, a.follow_appeals AS appeals, a.rate, a.include_words, a.exclude_words, d.id AS docket, d.case_name, d.docket_number,
       d.date_filed::text AS date_filed, c.full_name AS court
     FROM docket_alerts a JOIN dockets d ON d.id = a.docket_id JOIN courts c ON c.id = d.court_id
     WHERE a.user_id = ?
     ORDER BY ${column ? `${column} ${minus ? 'DESC' : 'ASC'} NULLS LAST` : NEWEST}, a.id DESC
     LIMIT ${PAGE_SIZE + 1} OFFSET ${(page - 1) * PAGE_SIZE}`,
    [accountId]
  )
  return {
    alerts: rows.slice(0, PAGE_SIZE).map((row) => ({
      ...row,
      followed: row.alert_type === SUBSCRIBED,
      emails: `${rateLabel(String(row.rate))}${row.include_words || row.exclude_words ? ', some entries' : ''}`,
      hit: row.date_last_hit instanceof Date ? row.date_last_hit.toISOString().slice(0, 10) : '',
    })),
    sorted: column ? `${minus}${name}` : '',
    more: rows.length > PAGE_SIZE,
  }
}
