/**
 * Rebuilds `plugins/citations/tables` from checkouts of reporters-db and
 * courts-db: `node --import=./bin/read_types.js bin/tables/build_citation_tables.ts FOLDER`,
 * where FOLDER contains `reporters-db/*.json` and `courts-db/*.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { courtNames } from './court_rows.js'
import { collectCitationForms } from './citation_forms.js'
import type { Publication } from '#app/citations/tables'

interface Edition {
  start: string | null
  end: string | null
  regexes?: string[]
}
interface ReporterRow {
  name: string
  cite_type: string
  editions: Record<string, Edition>
  variations: Record<string, string>
}
interface NamedRow extends Edition {
  cite_type: string
  variations: string[]
}

const TABLES = new URL('../../plugins/citations/tables/', import.meta.url)

const folder = process.argv[2]
if (!folder) throw new Error('Usage: build_citation_tables.ts FOLDER')

const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const write = (name: string, table: readonly unknown[]) =>
  writeFileSync(
    new URL(name, TABLES),
    `[\n${table.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
  )

const forms = collectCitationForms(read('reporters-db/regexes.json'))
const publications = [
  ...rows<ReporterRow>('reporters').flatMap(([, row]) => editions(row)),
  ...rows<NamedRow>('laws').map(([name, row]) => named('law', name, row)),
  ...rows<NamedRow>('journals').map(([name, row]) => named('journal', name, row)),
]
write('publications.json', publications)
write('forms.json', forms.all)
write('abbreviations.json', Object.keys(read('reporters-db/case_name_abbreviations.json')))
write(
  'courts.json',
  courtNames(
    read('courts-db/courts.json'),
    read('courts-db/variables.json'),
    join(folder, 'courts-db/places')
  )
)

function rows<Row>(name: string): [string, Row][] {
  const table = read(`reporters-db/${name}.json`) as Record<string, Row[]>
  return Object.entries(table).flatMap(([key, list]) =>
    list.map((row): [string, Row] => [key, row])
  )
}

function editions(row: ReporterRow): Publication[] {
  return Object.entries(row.editions).map(([name, edition]) => ({
    kind: 'case',
    name,
    series: row.cite_type,
    ...years(edition),
    forms: forms.places(edition.regexes?.length ? edition.regexes : ['$full_cite']),
    spellings: Object.keys(row.variations).filter((spelling) => row.variations[spelling] === name),
    ...(isSupremeCourt(row) && { isSupremeCourt: true }),
  }))
}

function isSupremeCourt({ cite_type: type, name }: ReporterRow): boolean {
  return type === 'scotus_early' || (type === 'federal' && /supreme/i.test(name))
}

function named(kind: 'law' | 'journal', name: string, row: NamedRow): Publication {
  return {
    kind,
    name,
    series: row.cite_type,
    ...years(row),
    forms: forms.places(row.regexes?.length ? row.regexes : ['$full_cite']),
    spellings: row.variations,
  }
}

function years({ start, end }: Edition) {
  return { from: yearOf(start), to: yearOf(end) }
}

function yearOf(date: string | null): number | null {
  return date ? Number(date.slice(0, 4)) : null
}
