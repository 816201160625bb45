/**
 * The row of a sheet's docket: the one there is, or a new one.
 */
import { slugOf } from '#plugins/case_law/public'
import { coreOf } from './docket_number.js'
import type { DocketSheet } from './schema.js'
import { SheetError } from './sheet_error.js'
import type { Row, SheetTables } from './sheet_tables.js'

type Docket = DocketSheet['docket']
type Given = Docket & { court_id: string; docket_number: string }

export interface DocketRow extends Row {
  id: string
}

/** What the archive knows of a docket; of a new one nothing. */
const COLUMNS = [
  'id',
  'court_id',
  'docket_number',
  'docket_number_raw',
  'docket_number_core',
  'registry_case_id',
  'source',
  'case_name',
  'case_name_full',
  'case_name_short',
  'slug',
] as const
type Known = Record<(typeof COLUMNS)[number], string | null>

/**
 * By its number first: without statistics, the planner would go through all
 * dockets of the court. One without a case ID is the case of any ID.
 */
const BY_NUMBER = `
  SELECT ${COLUMNS.join(', ')} FROM dockets WHERE id = (
    SELECT id FROM (
      SELECT id, court_id, nullif(registry_case_id, '') AS case_id FROM dockets WHERE docket_number = $2 OFFSET 0
    ) AS numbered
    WHERE court_id = $1 AND ($3::text IS NULL OR case_id IS NULL OR case_id = $3)
    ORDER BY case_id IS DISTINCT FROM $3, id LIMIT 1
  ) FOR UPDATE`
const BY_KEY = `SELECT ${COLUMNS.join(', ')} FROM dockets WHERE id = $1 FOR UPDATE`

/**
 * Finds the docket by its key, or by court, number and case ID.
 *
 * @returns what is to be written of it
 * @throws SheetError when it is not there and its court or number is not known,
 *   or when its key is that of another docket
 */
export async function docketRow(tables: SheetTables, docket: Docket): Promise<DocketRow> {
  const given = await identified(tables, docket)
  const caseId = given.registry_case_id || null
  const { court_id: court, docket_number: number } = given
  const [[byKey], [byNumber], { rows: courts }] = await Promise.all([
    given.id === undefined ? [] : find(tables, BY_KEY, [given.id]),
    find(tables, BY_NUMBER, [court, number, caseId]),
    tables.query<[jurisdiction: string]>('SELECT jurisdiction FROM courts WHERE id = $1', [court]),
  ])
  if (byKey) refuseOther(given, byKey)
  else if (byNumber && given.id !== undefined)
    throw new SheetError(`docket.id: this docket is ${byNumber.id} in the archive`)
  const known = byKey ?? byNumber
  if (!known && !courts.length)
    throw new SheetError(`docket.court_id: there is no court "${court}"`)

  const core = TRIAL_COURTS.includes(courts[0]?.[0] ?? '') ? coreOf(number) : ''
  const row: Row = {
    ...given,
    ...(known ? identityOf(known) : newIdentity(given)),
    registry_case_id: known?.registry_case_id || caseId,
    docket_number_core: known?.docket_number_core || core,
    slug: slugFor(given, known),
  }
  await tables.giveKeys('dockets', [row])
  return { ...row, id: String(row.id) }
}

/** The docket with its court and number, which its key stands for where the sheet has neither. */
async function identified(tables: SheetTables, docket: Docket): Promise<Given> {
  const { id, court_id: court, docket_number: number } = docket
  if (court !== undefined && number !== undefined)
    return { ...docket, court_id: court, docket_number: number }
  const missing = court === undefined ? 'court_id' : 'docket_number'
  if (id === undefined) throw new SheetError(`docket.${missing}: required without an id`)
  const [known] = await find(tables, BY_KEY, [id])
  if (!known)
    throw new SheetError(`docket.${missing}: required, there is no docket ${id} in the archive`)
  return {
    ...docket,
    court_id: court ?? known.court_id!,
    docket_number: number ?? numbersOf(known)[0]!,
  }
}

/** Its number, and the one it came with. */
function numbersOf({ docket_number: number, docket_number_raw: raw }: Known): string[] {
  return [number ?? '', raw ?? '']
}

/** Jurisdictions of the federal district and bankruptcy courts. */
const TRIAL_COURTS = ['FD', 'FB']

async function find(tables: SheetTables, text: string, values: unknown[]): Promise<Known[]> {
  const { rows } = await tables.query<(string | null)[]>(text, values)
  return rows.map(
    (row) => Object.fromEntries(COLUMNS.map((name, place) => [name, row[place]])) as Known
  )
}

function refuseOther({ id, ...given }: Given, known: Known): void {
  const same = given.court_id === known.court_id && numbersOf(known).includes(given.docket_number)
  if (!same) throw new SheetError(`docket.id: ${id} is ${known.docket_number} of ${known.court_id}`)
  const caseId = given.registry_case_id || known.registry_case_id
  if (known.registry_case_id && caseId !== known.registry_case_id)
    throw new SheetError(`docket.id: ${id} is the docket with case ID ${known.registry_case_id}`)
}

function identityOf({ id, court_id, docket_number, source }: Known): Row {
  return { id: id!, court_id, docket_number, source }
}

/** Docket source of what comes from the court system's own pages. */
const ARCHIVE = 1

function newIdentity({ docket_number: number }: Given): Row {
  return { docket_number_raw: number, source: ARCHIVE }
}

/** Made of the best name; a sheet that brings no new name leaves a slug as it is. */
function slugFor({ case_name: given }: Given, known?: Known): string {
  const name = given === undefined ? known?.case_name : given
  if (known?.slug && name === known.case_name) return known.slug
  return slugOf(name || known?.case_name_full || known?.case_name_short || '')
}
