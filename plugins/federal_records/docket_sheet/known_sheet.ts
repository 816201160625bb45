/** Reads the existing rows of a docket and of the people in its sheet in one query. */
import { KnownRecords } from './known_records.js'
import { KnownRows } from './known_rows.js'
import type { SheetTables } from './sheet_tables.js'

/**
 * Rows of the docket `$1`, attorneys with the names `$2`, and organizations with the lookup keys
 * `$3`: their tables, IDs, and identifying columns. Texts of the days `$4` are read.
 */
const KNOWN = {
  /** Only texts of entries that can match by evidence are read. */
  entries: [
    'docket_entries e LEFT JOIN entry_sources s ON s.id = e.id WHERE docket_id = $1',
    'e.id',
    'entry_number',
    'registry_sequence_number',
    'date_filed',
    'time_filed',
    'recap_sequence_number',
    `CASE WHEN description <> '' THEN 1 END`,
    'CASE WHEN entry_number IS NULL OR date_filed = ANY($4::date[]) OR date_announced = ANY($4::date[]) OR date_entered = ANY($4::date[]) THEN description END',
    'date_announced',
    'time_announced',
    'date_entered',
    'place_rank',
    'text_rank',
    'label_rank',
  ],
  documents: [
    'docket_entries e JOIN archive_documents d ON docket_entry_id = e.id WHERE docket_id = $1',
    'd.id',
    'docket_entry_id',
    'document_number',
    'attachment_number',
    'registry_doc_id',
    `CASE WHEN is_available OR filepath_local <> '' OR EXISTS (SELECT FROM document_seals s WHERE s.document_id = d.id) THEN 1 END`,
    'CASE WHEN attachment_number IS NULL THEN d.description END',
  ],
  bankruptcies: ['bankruptcy_information WHERE docket_id = $1', 'id', 'docket_id'],
  /** Within a docket, people are identified by name. */
  parties: ['party_types JOIN parties p ON p.id = party_id WHERE docket_id = $1', 'p.id', 'p.name'],
  /** Details distinguish parties with the same name and type. */
  details: [
    'party_types t JOIN parties p ON p.id = party_id WHERE docket_id = $1',
    'p.id',
    'p.name',
    't.name',
    't.extra_info',
  ],
  types: ['party_types WHERE docket_id = $1', 'id', 'party_id', 'name'],
  terminated: [
    'party_types WHERE docket_id = $1 AND date_terminated IS NOT NULL',
    'id',
    'party_id',
  ],
  counts: [
    'party_types t JOIN criminal_counts c ON party_type_id = t.id WHERE docket_id = $1',
    'c.id',
    't.id',
    'c.name',
  ],
  complaints: [
    'party_types t JOIN criminal_complaints c ON party_type_id = t.id WHERE docket_id = $1',
    'c.id',
    't.id',
    'c.name',
  ],
  attorneys: [
    'attorney_roles JOIN attorneys a ON a.id = attorney_id WHERE docket_id = $1',
    'a.id',
    'name',
    'contact_raw',
  ],
  roles: [
    'attorney_roles WHERE docket_id = $1',
    'id',
    'party_id',
    'attorney_id',
    'role',
    'date_action',
  ],
  links: [
    'attorney_organization_links WHERE docket_id = $1',
    'id',
    'attorney_id',
    'attorney_organization_id',
  ],
  /** Attorneys of other dockets are identified by name and contact. */
  colleagues: ['attorneys WHERE name = ANY($2::text[])', 'id', 'name', 'contact_raw'],
  organizations: ['attorney_organizations WHERE lookup_key = ANY($3::text[])', 'id', 'lookup_key'],
}

type Kind = keyof typeof KNOWN
type RecordKind = 'entries' | 'documents'

export type KnownSheet = Record<Exclude<Kind, RecordKind>, KnownRows> & { records: KnownRecords }

const MAX_COLUMNS = Math.max(...Object.values(KNOWN).map(([, , ...sameness]) => sameness.length))

const ROWS = Object.entries(KNOWN)
  .map(([kind, [from, id, ...sameness]]) => {
    const columns = Array.from({ length: MAX_COLUMNS }, (_, place) => sameness[place] ?? 'NULL')
    return `SELECT '${kind}' AS kind, ${id} AS id, ${columns.map((column) => `(${column})::text`).join(', ')} FROM ${from}`
  })
  .join(' UNION ALL ')

/** Sorted afterward, so that the planner doesn't scan whole tables in key order. */
const READ = `WITH known AS MATERIALIZED (${ROWS}) SELECT * FROM known ORDER BY id`

/** What to read in addition to the rows of the docket. */
interface Wanted {
  /** Names of the sheet's attorneys. */
  attorneys: string[]
  /** Lookup keys of the sheet's organizations. */
  organizations: string[]
  /** Days on which texts of numbered entries are compared. */
  days: string[]
}

/** Reads a docket and the people in its sheet. */
export async function readKnown(
  tables: SheetTables,
  docket: string,
  { attorneys, organizations, days }: Wanted
): Promise<KnownSheet> {
  const { rows } = await tables.query<[kind: Kind, id: string, ...sameness: (string | null)[]]>(
    READ,
    [docket, attorneys, organizations, days]
  )
  const records = new KnownRecords()
  const known = Object.fromEntries(
    Object.keys(KNOWN).map((kind) => [kind, new KnownRows()])
  ) as Record<Kind, KnownRows>
  const of = Map.groupBy(rows, ([kind]) => kind)
  for (const [, id, ...values] of of.get('entries') ?? []) records.addEntry(id, values)
  for (const [, id, ...values] of of.get('documents') ?? []) records.addDocument(id, values)
  for (const [kind, id, ...values] of rows)
    if (kind !== 'entries' && kind !== 'documents') known[kind].add(values, id)
  return { ...known, records }
}
