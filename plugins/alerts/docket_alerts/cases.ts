import type { Database } from '@adonisjs/lucid/database'
import type { Records } from '#api/records'

/** What mails say of a docket. */
export interface AlertedCase {
  id: string
  name: string
  number: string
  court: string
  path: string
}

/** @returns undefined when the docket is gone */
export async function caseOf(records: Records, id: string): Promise<AlertedCase | undefined> {
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

/** ID of the oldest docket of a case in the court system. */
export async function docketOfCase(
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
