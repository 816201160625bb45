/** Records of the archive that a request refers to. */
import type { Database } from '@adonisjs/lucid/database'
import type { RegistryCourt } from '#plugins/federal_records/public/court_kinds'

export interface RequestPlace {
  /** Target court; undefined if the request names none. */
  court?: RegistryCourt
  /** The requested document. */
  document?: { isAvailable: boolean }
  /** Fields that refer to missing records, with their keys. */
  missing: { field: 'court' | 'docket' | 'recap_document'; column: string; key: string }[]
}

/** Keys in a request by column. */
export interface RequestKeys {
  court_id?: string | null
  docket_id?: number | string | null
  recap_document_id?: number | string | null
}

const COURT = 'c.id, c.jurisdiction, c.in_use, c.end_date'

/** Looks up the records. The document's court takes precedence, then the docket's, then the given one. */
export async function resolveRequestPlace(
  database: Pick<Database, 'rawQuery'>,
  keys: RequestKeys
): Promise<RequestPlace> {
  const found: RequestPlace = { missing: [] }
  const look = async <Row extends RegistryCourt>(
    field: RequestPlace['missing'][number]['field'],
    sql: string
  ): Promise<Row | undefined> => {
    const column = `${field}_id` as const
    const key = keys[column]
    if (key === null || key === undefined) return undefined
    const { rows } = await database.rawQuery<{ rows: Row[] }>(sql, [key])
    if (!rows[0]) found.missing.push({ field, column, key: String(key) })
    return rows[0]
  }
  const court = await look('court', `SELECT ${COURT} FROM courts c WHERE c.id = ?`)
  const docket = await look(
    'docket',
    `SELECT ${COURT} FROM dockets k JOIN courts c ON c.id = k.court_id WHERE k.id = ?`
  )
  const document = await look<RegistryCourt & { is_available: boolean | null }>(
    'recap_document',
    `SELECT ${COURT}, d.is_available FROM archive_documents d
     JOIN docket_entries e ON e.id = d.docket_entry_id JOIN dockets k ON k.id = e.docket_id
     JOIN courts c ON c.id = k.court_id WHERE d.id = ?`
  )
  return {
    ...found,
    court: document ?? docket ?? court,
    ...(document ? { document: { isAvailable: document.is_available === true } } : {}),
  }
}
