/**
 * Alerts with `follow_appeals` follow the appeals of their dockets: an appeal
 * names the court it comes from and the number its case has there.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { Change } from '#app/events/change_log'
import { CHANGED_ROWS, changedRows } from '#app/events/changed_rows'
import { makeSecretKey } from '../secret_key.js'
import { MAX_NOTE_LENGTH, SUBSCRIBED } from './alert_types.js'
import { startFromHere } from './start_from_here.js'

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

/** Office, year, kind and serial of a case number, written `1:24-cv-01187-EVC` or `24-1187`. */
const partsOf = (number: string) =>
  `regexp_match(lower(${number}), '(([0-9]+):)*([0-9]{2})-([a-z]*)-*0*([0-9]+)')`

/** Appeals among the dockets `p` that alerts follow from now on. */
const newAppeals = (dockets: string, alerts = 'true') => `
  WITH followed AS MATERIALIZED (
    SELECT a.id, o.id AS docket_id, o.court_id, ${partsOf('o.docket_number')} AS parts
    FROM docket_alerts a JOIN dockets o ON o.id = a.docket_id
    WHERE a.follow_appeals AND a.alert_type = ${SUBSCRIBED} AND ${alerts}
  ), appeals AS (
    SELECT p.id, p.appeal_from_id, ${partsOf('i.docket_number')} AS parts
    FROM ${dockets} JOIN originating_court_information i ON i.id = p.originating_court_information_id
    WHERE p.appeal_from_id IN (SELECT court_id FROM followed)
  )
  INSERT INTO followed_appeals (alert_id, docket_id)
  SELECT DISTINCT f.id, p.id FROM followed f JOIN appeals p ON p.appeal_from_id = f.court_id
    AND p.parts[3] = f.parts[3] AND p.parts[4] = f.parts[4] AND p.parts[5] = f.parts[5]
  WHERE p.id <> f.docket_id AND coalesce(p.parts[2], f.parts[2], '') = coalesce(f.parts[2], p.parts[2], '')
  ORDER BY f.id, p.id
  ON CONFLICT DO NOTHING RETURNING alert_id, docket_id`

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
      made.push(...(await follow(trx, await appealsOf(trx, newAppeals(dockets), [rows]))))
    }
  return made
}

/** Follows the appeals there are of an alert's docket, and theirs. */
export async function followAppealsThereAre(
  trx: TransactionClientContract,
  alert: string
): Promise<AppealAlert[]> {
  return follow(trx, await appealsOf(trx, newAppeals('dockets p', 'a.id = ?'), [alert]))
}

async function isWanted(trx: TransactionClientContract): Promise<boolean> {
  return (await trx.from('docket_alerts').where('follow_appeals', true).first()) !== null
}

async function appealsOf(
  trx: TransactionClientContract,
  sql: string,
  bindings: string[]
): Promise<Appeal[]> {
  return (await trx.rawQuery<{ rows: Appeal[] }>(sql, bindings)).rows
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
