/**
 * Merges a docket sheet into the archive. The same sheet twice changes
 * nothing.
 */
import { attorneysOf } from './attorney_rows.js'
import { readKnown } from './known_sheet.js'
import { organizationsOf } from './organization_rows.js'
import { partyRows } from './party_rows.js'
import { recordRows } from './record_rows.js'
import type { DocketSheet } from './schema.js'
import { SheetError } from './sheet_error.js'
import type { Counts, SheetTables } from './sheet_tables.js'

interface Docket {
  id: string
  isNew: boolean
}

/**
 * Runs inside the caller's transaction.
 *
 * @returns what became of the rows of each table
 * @throws SheetError when the docket is not there and its court is not known
 */
export async function mergeDocketSheet(
  tables: SheetTables,
  { docket: given, docket_entries: entries = [], parties = [] }: DocketSheet
): Promise<Map<string, Counts>> {
  const docket = await findDocket(tables, given)
  const attorneys = attorneysOf(parties)
  const [known] = await Promise.all([
    readKnown(
      tables,
      docket.id,
      attorneys.map(({ name }) => name),
      attorneys.flatMap(organizationsOf).map(([key]) => key)
    ),
    docket.isNew ? makeDocket(tables, docket.id, given) : changeDocket(tables, docket.id, given),
  ])
  return tables.write([
    ...(await recordRows(tables, docket.id, known, entries)),
    ...(await partyRows(tables, docket.id, known, parties)),
  ])
}

/** By its number first: without statistics, the planner would go through all dockets of the court. */
const FIND = `
  SELECT id FROM dockets WHERE id = (
    SELECT min(id) FROM (
      SELECT id, court_id, registry_case_id FROM dockets WHERE docket_number = $2 OFFSET 0
    ) AS numbered
    WHERE court_id = $1 AND ($3::text IS NULL OR registry_case_id = $3)
  ) FOR UPDATE`

/** The docket by its key, or by court, number and case ID; a new one when there is none. */
async function findDocket(tables: SheetTables, given: DocketSheet['docket']): Promise<Docket> {
  const { id, court_id: court, docket_number: number, registry_case_id: caseId } = given
  const [{ rows: found }, { rows: courts }] = await Promise.all([
    id === undefined
      ? tables.query<[id: string]>(FIND, [court, number, caseId ?? null])
      : tables.query<[id: string]>('SELECT id FROM dockets WHERE id = $1 FOR UPDATE', [id]),
    tables.query('SELECT 1 FROM courts WHERE id = $1', [court]),
  ])
  if (found[0]) return { id: found[0][0], isNew: false }
  if (!courts.length) throw new SheetError(`docket.court_id: there is no court "${court}"`)
  const row = { id }
  await tables.giveKeys('dockets', [row])
  return { id: String(row.id), isNew: true }
}

/** Docket source of what comes from the court system's own pages. */
const ARCHIVE = 1

async function makeDocket(
  tables: SheetTables,
  docket: string,
  given: DocketSheet['docket']
): Promise<void> {
  const { court_id: court, docket_number: number, registry_case_id: caseId } = given
  const row = {
    ...factsOf(given),
    id: docket,
    court_id: court,
    docket_number: number,
    docket_number_raw: number,
    registry_case_id: caseId ?? null,
    source: ARCHIVE,
  }
  await tables.write([{ table: 'dockets', rows: [row] }])
}

async function changeDocket(
  tables: SheetTables,
  docket: string,
  given: DocketSheet['docket']
): Promise<void> {
  const facts = factsOf(given)
  const names = Object.keys(facts)
  if (!names.length) return
  const places = names.map((_, place) => `$${place + 2}`)
  await tables.query(
    `UPDATE dockets SET ${names.map((name, place) => `${name} = ${places[place]}`).join(', ')}, date_modified = now()
     WHERE id = $1 AND (${names.join(', ')}, 0) IS DISTINCT FROM (${places.join(', ')}, 0)`,
    [docket, ...Object.values(facts)]
  )
}

/** What a sheet says of the docket besides which one it is. */
function factsOf(given: DocketSheet['docket']): Record<string, unknown> {
  const { id, court_id: court, docket_number: number, registry_case_id: caseId, ...facts } = given
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined && value !== null)
  )
}
