/** Requests of an account that ask for the same as one that is under way. */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { readDocketNumbers } from '#app/support/docket_number'
import type { ColumnValues } from '#api/writes/hooks'
import { OPEN } from '../codes.js'

/** Columns that identify what is requested, other than the docket number. */
const ASKED = [
  'request_type',
  'court_id',
  'docket_id',
  'recap_document_id',
  'registry_case_id',
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
  const { rows } = await trx.rawQuery<{ rows: { id: string; docket_number: string | null }[] }>(
    `SELECT id, docket_number FROM fetch_requests
     WHERE user_id = :account AND status IN (${OPEN.join(', ')})
       AND date_created > now() - interval '1 minute' AND ${same}
     ORDER BY id LIMIT 100`,
    { ...asked, account } as never
  )
  const number = partsOf(values.docket_number)
  const found = rows.find(({ docket_number: other }) => partsOf(other) === number)
  return found && Number(found.id)
}

/** Equal for two ways to write one number: `1:24-cv-00024`, `1:24cv24`. */
function partsOf(text: unknown): string {
  const written = typeof text === 'string' ? text.trim() : ''
  const { numbers, rest } = readDocketNumbers(written)
  if (numbers.length !== 1 || rest.length) return written
  const [{ office, year, type, serial, defendant }] = numbers as [(typeof numbers)[number]]
  return JSON.stringify([office, year, type, serial, defendant])
}
