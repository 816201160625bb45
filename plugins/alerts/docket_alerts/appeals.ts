/**
 * Alerts with `follow_appeals` follow the appeals of their dockets: an appeal
 * names the court it comes from and the number its case has there.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { isSameNumber, readDocketNumbers, type DocketNumber } from '#app/support/docket_number'
import type { Change } from '#app/events/change_log'
import { CHANGED_ROWS, changedRows } from '#app/events/changed_rows'
import { makeSecretKey } from '../secret_key.js'
import { MAX_NOTE_LENGTH, SUBSCRIBED } from '../models/docket_alert.js'
import { startFromHere } from './subscriptions.js'

/** An alert that was made because an appeal came. */
export interface AppealAlert {
  id: string
  user_id: string
  docket_id: string
  secret_key: string
  /** Whose appeal it is. */
  note: string
}

/** An appeal, and the alert whose docket it appeals. */
interface Appeal {
  alert_id: string
  docket_id: string
}

/** Where changes show appeals: of the docket itself, or of the case it comes from. */
const TOLD_BY = [
  { table: 'dockets', key: 'p.id' },
  { table: 'originating_court_information', key: 'p.originating_court_information_id' },
] as const
const KINDS: Change['kind'][] = ['created', 'updated']

/** A docket and a number of a case: its own, or that of the case it appeals. */
interface Numbered {
  /** Of the docket. */
  id: string
  /** Where the case is. */
  court_id: string
  docket_number: string
}

interface Followed extends Numbered {
  alert_id: string
}

/** Appeals looked at together: other work continues between them. */
const APPEALS_AT_ONCE = 500

/** Dockets that alerts follow with their appeals. */
const FOLLOWED = `
  SELECT a.id AS alert_id, o.id, o.court_id, o.docket_number
  FROM docket_alerts a JOIN dockets o ON o.id = a.docket_id
  WHERE a.follow_appeals AND a.alert_type = ${SUBSCRIBED}`

/** Dockets that are appeals, by the court and number of the case they come from. */
const appealsAmong = (dockets: string) => `
  SELECT DISTINCT p.id, p.appeal_from_id AS court_id, i.docket_number
  FROM ${dockets} JOIN originating_court_information i ON i.id = p.originating_court_information_id
  WHERE p.appeal_from_id IS NOT NULL`

/** Of numbered dockets, those with a court and a serial that are asked for somewhere in the number. */
const withSerial = (numbered: string) => `
  SELECT n.* FROM (${numbered}) n
  CROSS JOIN LATERAL (
    SELECT DISTINCT ltrim(digits[1], '0') AS serial
    FROM regexp_matches(n.docket_number, '[0-9]+', 'g') AS digits
  ) found
  JOIN json_to_recordset(?::json) AS wanted (court_id text, serial text)
    ON wanted.court_id = n.court_id AND wanted.serial = found.serial`

/**
 * Follows the appeals that changes show, for all alerts with `follow_appeals`.
 *
 * @returns the alerts it made
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

/** Follows the appeals there are of an alert's docket, and theirs. */
export async function followAppealsThereAre(
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

/** The numbers of dockets, one by one. */
function numbersOf<Docket extends Numbered>(dockets: Docket[]) {
  return dockets.flatMap((docket) =>
    readDocketNumbers(docket.docket_number ?? '').numbers.map((number) => ({ docket, number }))
  )
}

/** Courts and serials of dockets, as `withSerial` takes them. */
function serialsOf(dockets: Numbered[]): string {
  return JSON.stringify(
    numbersOf(dockets).map(({ docket: { court_id }, number: { serial } }) => ({ court_id, serial }))
  )
}

/** Which appeals are of which followed cases. */
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

/** Followers get emails about appeals: year and type must be the same, too. */
function isOneCase(one: DocketNumber, other: DocketNumber): boolean {
  return one.year !== null && one.type === other.type && isSameNumber(one, other)
}

/** @returns those that were not recorded before */
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

/** Leaves alone what an account follows already, or no longer wants to. */
async function follow(trx: TransactionClientContract, appeals: Appeal[]): Promise<AppealAlert[]> {
  const made: AppealAlert[] = []
  for (const { alert_id: alert, docket_id: docket } of appeals) {
    const { rows } = await trx.rawQuery<{ rows: AppealAlert[] }>(
      `INSERT INTO docket_alerts (user_id, docket_id, secret_key, follow_appeals, note)
       SELECT a.user_id, ?, ?, true, left('Appeal of ' || concat_ws(', ', nullif(o.case_name, ''), o.docket_number), ${MAX_NOTE_LENGTH})
       FROM docket_alerts a JOIN dockets o ON o.id = a.docket_id WHERE a.id = ?
       ON CONFLICT (docket_id, user_id) DO NOTHING RETURNING id, user_id, docket_id, secret_key, note`,
      [docket, makeSecretKey(), alert]
    )
    for (const row of rows) {
      await startFromHere(trx, { ...row })
      made.push(row, ...(await followAppealsThereAre(trx, row.id)))
    }
  }
  return made
}
