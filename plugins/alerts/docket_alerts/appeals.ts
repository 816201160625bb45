/**
 * Follows the appeals of dockets for alerts with `follow_appeals`. An appeal
 * names the court below and the docket number there.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isSameNumber, readDocketNumbers, type DocketNumber } from '#app/support/docket_number'
import type { Change } from '#app/events/change_log'
import { CHANGED_ROWS, changedRows } from '#app/events/changed_rows'
import { makeSecretKey } from '../secret_key.js'
import { MAX_NOTE_LENGTH, SUBSCRIBED } from '../models/docket_alert.js'
import { startFromHere } from './subscriptions.js'

/** An alert created for an appeal. */
export interface AppealAlert {
  id: string
  user_id: string
  docket_id: string
  secret_key: string
  /** Names the original case. */
  note: string
}

/** An appeal, and the alert of the original docket. */
interface Appeal {
  alert_id: string
  docket_id: string
}

/** Tables whose changes can reveal an appeal. */
const TOLD_BY = [
  { table: 'dockets', key: 'p.id' },
  { table: 'originating_court_information', key: 'p.originating_court_information_id' },
] as const
const KINDS: Change['kind'][] = ['created', 'updated']

/** A docket with its own docket number, or with that of the case below. */
interface Numbered {
  id: string
  /** Court of the case. */
  court_id: string
  docket_number: string
}

interface Followed extends Numbered {
  alert_id: string
}

/** Appeals per batch, so that other work can run in between. */
const APPEALS_AT_ONCE = 500

/** Dockets that are followed with their appeals. */
const FOLLOWED = `
  SELECT a.id AS alert_id, o.id, o.court_id, o.docket_number
  FROM docket_alerts a JOIN dockets o ON o.id = a.docket_id
  WHERE a.follow_appeals AND a.alert_type = ${SUBSCRIBED}`

/** Dockets that are appeals, with the court and docket number of the case below. */
const appealsAmong = (dockets: string) => `
  SELECT DISTINCT p.id, p.appeal_from_id AS court_id, i.docket_number
  FROM ${dockets} JOIN originating_court_information i ON i.id = p.originating_court_information_id
  WHERE p.appeal_from_id IS NOT NULL`

/** Filters dockets by courts and serials; the serial can be anywhere in the docket number. */
const withSerial = (numbered: string) => `
  SELECT n.* FROM (${numbered}) n
  CROSS JOIN LATERAL (
    SELECT DISTINCT ltrim(digits[1], '0') AS serial
    FROM regexp_matches(n.docket_number, '[0-9]+', 'g') AS digits
  ) found
  JOIN json_to_recordset(?::json) AS wanted (court_id text, serial text)
    ON wanted.court_id = n.court_id AND wanted.serial = found.serial`

/**
 * Follows appeals found in changes, for all alerts with `follow_appeals`.
 *
 * @returns created alerts
 */
export async function followNewAppeals(
  trx: TransactionClientContract,
  changes: Change[]
): Promise<AppealAlert[]> {
  const made: AppealAlert[] = []
  for (const { table, key } of TOLD_BY)
    for (const kind of KINDS) {
      const rows = changedRows(changes, table, kind)
      if (!rows || !(await isWanted(trx))) continue
      const dockets = `${CHANGED_ROWS} JOIN dockets p ON ${key} BETWEEN c.first AND c.last`
      const wanted = `p.appeal_from_id IN (SELECT court_id FROM (${FOLLOWED}) f)`
      const appeals = await select<Numbered>(trx, `${appealsAmong(dockets)} AND ${wanted}`, [rows])
      for (let at = 0; at < appeals.length; at += APPEALS_AT_ONCE) {
        const some = appeals.slice(at, at + APPEALS_AT_ONCE)
        const followed = await select<Followed>(trx, withSerial(FOLLOWED), [serialsOf(some)])
        made.push(...(await follow(trx, await record(trx, pairs(followed, some)))))
      }
    }
  return made
}

/** Follows the existing appeals of an alert's docket, and their appeals. */
export async function followExistingAppeals(
  trx: TransactionClientContract,
  alert: string
): Promise<AppealAlert[]> {
  const followed = await select<Followed>(trx, `${FOLLOWED} AND a.id = ?`, [alert])
  if (!followed.length) return []
  const sql = withSerial(appealsAmong('dockets p'))
  const appeals = await select<Numbered>(trx, sql, [serialsOf(followed)])
  return follow(trx, await record(trx, pairs(followed, appeals)))
}

async function isWanted(trx: TransactionClientContract): Promise<boolean> {
  return (await trx.from('docket_alerts').where('follow_appeals', true).first()) !== null
}

async function select<Row>(
  trx: TransactionClientContract,
  sql: string,
  bindings: string[]
): Promise<Row[]> {
  return (await trx.rawQuery<{ rows: Row[] }>(sql, bindings)).rows
}

/** Parses the docket numbers of dockets. */
function numbersOf<Docket extends Numbered>(dockets: Docket[]) {
  return dockets.flatMap((docket) =>
    readDocketNumbers(docket.docket_number ?? '').numbers.map((number) => ({ docket, number }))
  )
}

/** Courts and serials of dockets, for `withSerial`. */
function serialsOf(dockets: Numbered[]): string {
  return JSON.stringify(
    numbersOf(dockets).map(({ docket: { court_id }, number: { serial } }) => ({ court_id, serial }))
  )
}

/** Matches appeals to followed cases. */
function pairs(followed: Followed[], appeals: Numbered[]): Appeal[] {
  const keyOf = ({ docket, number }: { docket: Numbered; number: DocketNumber }) =>
    `${docket.court_id} ${number.serial}`
  const cases = Map.groupBy(numbersOf(followed), keyOf)
  return numbersOf(appeals).flatMap((appeal) =>
    (cases.get(keyOf(appeal)) ?? [])
      .filter((one) => one.docket.id !== appeal.docket.id && isOneCase(one.number, appeal.number))
      .map(({ docket: { alert_id } }) => ({ alert_id, docket_id: appeal.docket.id }))
  )
}

/** Requires the same year and type to avoid emailing followers about unrelated cases. */
function isOneCase(one: DocketNumber, other: DocketNumber): boolean {
  return one.year !== null && one.type === other.type && isSameNumber(one, other)
}

/** @returns appeals that weren't recorded before */
async function record(trx: TransactionClientContract, found: Appeal[]): Promise<Appeal[]> {
  if (!found.length) return []
  return select<Appeal>(
    trx,
    `INSERT INTO followed_appeals (alert_id, docket_id)
     SELECT DISTINCT alert_id, docket_id
     FROM json_to_recordset(?::json) AS found (alert_id bigint, docket_id bigint)
     ORDER BY alert_id, docket_id
     ON CONFLICT DO NOTHING RETURNING alert_id, docket_id`,
    [JSON.stringify(found)]
  )
}

/** Follows appeals, except those that the account already follows or has unfollowed. */
async function follow(trx: TransactionClientContract, appeals: Appeal[]): Promise<AppealAlert[]> {
  const made: AppealAlert[] = []
  for (const { alert_id: alert, docket_id: docket } of appeals) {
    const { rows } = await trx.rawQuery<{ rows: AppealAlert[] }>(
      `INSERT INTO docket_alerts (user_id, docket_id, secret_key, follow_appeals, rate, note)
       SELECT a.user_id, ?, ?, true, a.rate, left('Appeal of ' || concat_ws(', ', nullif(o.case_name, ''), o.docket_number), ${MAX_NOTE_LENGTH})
       FROM docket_alerts a JOIN dockets o ON o.id = a.docket_id WHERE a.id = ?
       ON CONFLICT (docket_id, user_id) DO NOTHING RETURNING id, user_id, docket_id, secret_key, note`,
      [docket, makeSecretKey(), alert]
    )
    for (const row of rows) {
      await startFromHere(trx, { ...row })
      made.push(row, ...(await followExistingAppeals(trx, row.id)))
    }
  }
  return made
}
