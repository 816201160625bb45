/** Requests of an account that ask for the same as one that is under way. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import type { ColumnValues } from '#api/writes/hooks'
import { OPEN } from '../codes.js'

/** Columns that say what is asked for. */
const ASKED = [
  'request_type',
  'court_id',
  'docket_id',
  'recap_document_id',
  'registry_case_id',
  'docket_number',
  'de_date_start',
  'de_date_end',
  'de_number_start',
  'de_number_end',
  'show_parties_and_counsel',
  'show_terminated_parties',
  'show_list_of_member_cases',
]

/** @returns the first request of the last minute that asks for the same and has not ended */
export async function runningDuplicate(
  trx: TransactionClientContract,
  account: number,
  values: ColumnValues
): Promise<number | undefined> {
  const same = ASKED.map((column) => `${column} IS NOT DISTINCT FROM :${column}`).join(' AND ')
  const asked = Object.fromEntries(ASKED.map((column) => [column, values[column] ?? null]))
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `SELECT id FROM fetch_requests
     WHERE user_id = :account AND status IN (${OPEN.join(', ')})
       AND date_created > now() - interval '1 minute' AND ${same}
     ORDER BY id LIMIT 1`,
    { ...asked, account } as never
  )
  return rows[0] && Number(rows[0].id)
}
