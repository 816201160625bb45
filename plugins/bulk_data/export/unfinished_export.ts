/**
 * The state of an unfinished export in its folder: complete files, which are kept if their tables
 * haven't changed.
 */
import { existsSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { ident } from '#app/support/sql_text'
import { BulkError } from '../import/bulk_error.js'
import { MANIFEST, writeJson, type Compression, type ManifestFile } from './manifest.js'

/** Name of the file with the state. */
export const UNFINISHED = 'unfinished.json'

/** A complete file and the transaction before which its rows were settled. */
interface CompleteFile {
  file: ManifestFile
  settled: string
}

interface State {
  archive: string
  compression: Compression
  since?: string
  parquet: boolean
  /** Date in the file names. */
  date: string
  files: CompleteFile[]
}

export class UnfinishedExport {
  #saving: Promise<void> = Promise.resolve()

  private constructor(
    readonly folder: string,
    readonly state: State
  ) {}

  /**
   * Reads the state of the export in a folder, or starts a new one.
   *
   * @throws BulkError if the folder has a complete export, or another one
   */
  static async open(folder: string, wanted: Omit<State, 'files'>): Promise<UnfinishedExport> {
    if (existsSync(join(folder, MANIFEST)))
      throw new BulkError(`${folder} already has a complete export`)
    const state = await readState(join(folder, UNFINISHED))
    const other = state && differenceOf(state, wanted)
    if (other)
      throw new BulkError(`${folder} has an unfinished export ${other}; use another folder`)
    return new UnfinishedExport(folder, state ?? { ...wanted, files: [] })
  }

  get date(): string {
    return this.state.date
  }

  /**
   * Finds the complete file of a table that has the same rows in the current snapshot. Files of
   * increments are written again, because they are small.
   *
   * @param client in a transaction with the snapshot
   */
  async findKept(
    client: pg.ClientBase,
    bulk: BulkTable,
    columns: readonly string[]
  ): Promise<ManifestFile | undefined> {
    if (this.state.since !== undefined) return undefined
    const found = this.state.files.find(({ file }) => file.stem === bulk.stem)
    if (!found) return undefined
    const { file, settled } = found
    const size = await stat(join(this.folder, file.name)).then(
      (state) => state.size,
      () => undefined
    )
    if (size !== file.bytes || columns.join() !== file.columns.join()) return undefined
    return (await isUnchanged(client, bulk.table, { rows: file.rows, settled })) ? file : undefined
  }

  /** Saves that a file is complete. */
  async add(file: ManifestFile, settled: string): Promise<void> {
    const { state } = this
    state.files = [...state.files.filter((one) => one.file.name !== file.name), { file, settled }]
    // Files of other connections finish at the same time.
    this.#saving = this.#saving.then(() => writeJson(join(this.folder, UNFINISHED), state))
    await this.#saving
  }

  /** Removes the state of a finished export. */
  async remove(): Promise<void> {
    await rm(join(this.folder, UNFINISHED), { force: true })
  }
}

/** How an unfinished export differs from another one; undefined if it can be resumed. */
function differenceOf(
  state: State,
  { archive, compression, since, parquet }: Omit<State, 'files'>
): string | undefined {
  if (state.archive !== archive) return 'of another archive'
  if (state.compression !== compression) return `with compression "${state.compression}"`
  if (state.parquet !== parquet) return 'in another format'
  return state.since === since ? undefined : 'of other changes'
}

/**
 * Reads the state in the folder of an unfinished export.
 *
 * @returns undefined if the folder has none
 * @throws BulkError if it is unreadable
 */
export async function readState(path: string): Promise<State | undefined> {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(await readFile(path, 'utf8')) as State
  } catch (error) {
    throw new BulkError(`cannot read ${path}: ${(error as Error).message}`)
  }
}

/**
 * Whether a table has the same rows as in an earlier snapshot: as many, and none of a transaction
 * that wasn't settled then. Each update creates a row of its transaction.
 */
async function isUnchanged(
  client: pg.ClientBase,
  table: string,
  { rows, settled }: { rows: number; settled: string }
): Promise<boolean> {
  const { rows: found } = await client.query<{ rows: number; recent: number }>(
    `SELECT count(*)::float8 AS rows,
            count(*) FILTER (WHERE age(t.xmin) <= age($1::xid8::xid))::float8 AS recent
     FROM ${ident(table)} t`,
    [settled]
  )
  return found[0]!.rows === rows && found[0]!.recent === 0
}
