/**
 * Helpers for specs of exports: an archive with the sample and with rows that the server created,
 * and comparisons of archives.
 */
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import type { ApplicationService } from '@adonisjs/core/types'
import type pg from 'pg'
import { withSupplements, type BulkTable } from '#app/bulk/define_bulk_table'
import { OpenDatabase } from '#app/database/connection'
import { Reader } from '#app/database/reader'
import { ident, literal } from '#app/support/sql_text'
import { PluginHost } from '#core/plugin_host'
import prepareSheets from '#plugins/federal_records/prepare'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import { exportArchive, type ExportOptions } from '../export/export_archive.js'
import type { Manifest } from '../export/manifest.js'
import { SAMPLE_MARKS } from '../export/sample_marks.js'
import { importExport, type ExportImportOptions } from '../import/import_export.js'
import { importFiles, type FileResult } from '../import/importer.js'
import { sampleFiles } from '../import/sample.js'

/** Texts that a careless writer or reader of CSV changes. */
export const TEXTS = [
  'plain',
  '',
  'a "quoted" word',
  String.raw`back\slash and \" both \\`,
  'comma, and\nnew line\r\nand carriage return',
  '\\.',
  'R&amp;D of Comm&rsquo;r',
  'ünïcödé 漢字 🏛',
  ' space around ',
  '\t',
  'NULL',
  '"',
  '\\',
  '\n',
]

export async function bulkTables(): Promise<BulkTable[]> {
  const { bulkTables: declared } = await app.container.make(PluginHost)
  return declared.map(({ declaration }) => declaration)
}

/** Names of all tables with bulk data files. */
export async function tableNames(): Promise<string[]> {
  return [...new Set((await bulkTables()).map(({ table }) => table))]
}

/** Creates a database with another archive ID. */
export async function makeArchive(
  fill?: (scratch: ScratchDatabase) => Promise<void>
): Promise<ScratchDatabase> {
  const scratch = await makeScratchDatabase(app, fill)
  await scratch.client.query('UPDATE archive_facts SET archive_id = gen_random_uuid()')
  return scratch
}

/** Creates an archive with all sample records, and with local rows in all tables. */
export function makeSampleArchive(): Promise<ScratchDatabase> {
  return makeArchive(fillWithSample)
}

async function fillWithSample({ connection, client }: ScratchDatabase): Promise<void> {
  const tables = await bulkTables()
  await importFiles([...(await sampleFiles(tables)).values()], { connection, tables, sample: true })
  const reader = new Reader(connection, { connections: 2, statementTimeout: 10_000 })
  const bindings = new Map<unknown, unknown>([
    [Reader, reader],
    [OpenDatabase, { connection }],
  ])
  await prepareSheets({
    container: { make: async (token: unknown) => bindings.get(token) },
  } as unknown as ApplicationService)
  await reader.close()
  await makeLocalRows(client)
}

/** Creates rows as a server does, without IDs, of records that have others. */
async function makeLocalRows(client: pg.Client): Promise<void> {
  for (const text of TEXTS) {
    await client.query(
      `WITH docket AS (
         INSERT INTO dockets (court_id, source, docket_number, case_name) VALUES ('cand', 1, '3:24-cv-00001', $1) RETURNING id
       ), cluster AS (
         INSERT INTO opinion_clusters (docket_id, date_filed, precedential_status, case_name, filepath_xml_scan, source)
         SELECT id, '2024-01-01', 'Published', $1, $1, 'C' FROM docket RETURNING id
       ), opinion AS (
         INSERT INTO opinions (cluster_id, type, plain_text, ordering_key) SELECT id, '010combined', $1, 7 FROM cluster RETURNING id
       ), entry AS (
         INSERT INTO docket_entries (docket_id, description, time_filed) SELECT id, $1, '13:37:59' FROM docket RETURNING id
       ), document AS (
         INSERT INTO archive_documents (docket_entry_id, document_number, document_type, description, plain_text, is_sealed)
         SELECT id, '1', 1, $1, $1, NULL FROM entry RETURNING id
       ), party AS (INSERT INTO parties (name, extra_info) VALUES ($1, $1) RETURNING id),
       party_type AS (
         INSERT INTO party_types (docket_id, party_id, name) SELECT docket.id, party.id, $1 FROM docket, party RETURNING id
       ), counts AS (INSERT INTO criminal_counts (party_type_id, name, status) SELECT id, $1, 1 FROM party_type),
       complaints AS (INSERT INTO criminal_complaints (party_type_id, name) SELECT id, $1 FROM party_type),
       attorney AS (INSERT INTO attorneys (name, contact_raw) VALUES ($1, $1) RETURNING id),
       role AS (
         INSERT INTO attorney_roles (party_id, attorney_id, docket_id, role_raw)
         SELECT party.id, attorney.id, docket.id, $1 FROM party, attorney, docket
       ), tag AS (INSERT INTO site_tags (name) VALUES ('local ' || $1) RETURNING id),
       entry_tag AS (INSERT INTO docket_entry_tags (docket_entry_id, tag_id) SELECT entry.id, tag.id FROM entry, tag),
       document_tag AS (INSERT INTO archive_document_tags (archive_document_id, tag_id) SELECT document.id, tag.id FROM document, tag)
       INSERT INTO opinions (cluster_id, type, html) SELECT id, '020lead', $1 FROM cluster`,
      [text]
    )
  }
  await client.query(
    `UPDATE opinions SET main_version_id = (SELECT max(id) FROM opinions) WHERE id = (SELECT min(id) FROM opinions)`
  )
  // Merged records with local IDs, and with those of imported ones.
  for (const [table, records] of [
    ['docket_entry_redirections', 'docket_entries'],
    ['document_redirections', 'archive_documents'],
  ])
    await client.query(
      `INSERT INTO ${table} (id, kept_id) SELECT nextval(pg_get_serial_sequence('${records}', 'id')), id FROM ${records}
       WHERE id >= 1900000000 UNION ALL SELECT id + 9000000, id FROM ${records} WHERE id < 1900000000`
    )
  await client.query(
    `UPDATE originating_court_information SET date_rehearing_denied = '2020-02-29' WHERE id = (SELECT min(id) FROM originating_court_information)`
  )
}

/** A digest of the rows of each table with a bulk data file, by table. */
export async function digests(
  client: pg.Client,
  tables?: string[]
): Promise<Record<string, { rows: number; digest: string }>> {
  const names = tables ?? (await tableNames())
  const selections = names.map(
    (table) =>
      `SELECT ${literal(table)} AS "table", count(*)::int AS rows, coalesce(md5(string_agg(md5(t::text), '' ORDER BY t.id)), '') AS digest FROM ${ident(table)} t`
  )
  const { rows: found } = await client.query(selections.join(' UNION ALL '))
  return Object.fromEntries(found.map(({ table, rows, digest }) => [table, { rows, digest }]))
}

/** The marks of sample records, as sorted texts. */
export async function readMarks(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ mark: string }>(
    `SELECT concat_ws(' ', table_name, id, invented) AS mark FROM sample_records ORDER BY table_name, id`
  )
  return rows.map(({ mark }) => mark)
}

/** Exports an archive. */
export async function writeExport(
  { connection }: ScratchDatabase,
  folder: string,
  options: Partial<ExportOptions> = {}
): Promise<Manifest> {
  const { resources } = await app.container.make(PluginHost)
  return exportArchive({
    connection,
    tables: await bulkTables(),
    resources: resources.all(),
    folder,
    compression: 'none',
    version: 'test',
    ...options,
  })
}

/** Imports an export. */
export async function readExport(
  { connection }: ScratchDatabase,
  folder: string,
  options: Partial<ExportImportOptions> = {}
): Promise<FileResult[]> {
  return importExport(folder, { connection, tables: await bulkTables(), ...options })
}

/** The path of an exported file. */
export function exportedFile(folder: string, { files }: Manifest, stem: string): string {
  return join(folder, files.find((file) => file.stem === stem)!.name)
}

/** Stems of all files, in load order. */
export async function allStems(): Promise<string[]> {
  return [...withSupplements(await bulkTables()), SAMPLE_MARKS].map(({ stem }) => stem)
}
