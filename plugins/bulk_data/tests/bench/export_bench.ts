/**
 * Compares exports of large tables with a plain COPY of the same table, whose rows are discarded,
 * and with `bzip2` of the same file.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Resource } from '#api/resource'
import type { BulkTable } from '#app/bulk/define_bulk_table'
import { ident } from '#app/support/sql_text'
import { median, printTable, ratio, whole } from '#tests/bench/table'
import { exportArchive } from '../../export/export_archive.js'
import { COMPRESSIONS, type Compression } from '../../export/manifest.js'

/** Tables that are smaller than both aren't measured: connections would take most of the time. */
const LARGE_ROWS = 500_000
const LARGE_BYTES = 50_000_000
const MB = 1_000_000

export interface ExportBench {
  client: pg.Client
  connection: pg.ClientConfig
  tables: BulkTable[]
  resources: readonly Resource[]
  /** Folder for the files. */
  folder: string
  rounds: number
}

/** Exports the large tables, one at a time, and prints the results. */
export async function benchExport(bench: ExportBench): Promise<void> {
  const lines: string[][] = []
  for (const bulk of bench.tables) {
    // Supplements have no counterpart.
    const single = { ...bulk, absent: undefined }
    const { rows } = await bench.client.query<{ n: number; bytes: number }>(
      `SELECT count(*)::int AS n, pg_table_size(to_regclass($1))::float8 AS bytes FROM ${ident(bulk.table)}`,
      [ident(bulk.table)]
    )
    const { n, bytes } = rows[0]!
    if (n >= LARGE_ROWS || bytes >= LARGE_BYTES) lines.push(await measure(bench, single, n))
  }
  printTable(
    [
      'export',
      'rows',
      'MB',
      'COPY, MB/s',
      'none',
      'ratio',
      'zstd',
      'ratio',
      'bz2',
      'bzip2',
      'ratio',
      'peak, MB',
    ],
    lines
  )
}

/** Resets the peak of the memory of this process, so that it doesn't include earlier benches. */
function resetPeak(): void {
  writeFileSync('/proc/self/clear_refs', '5')
}

/** Peak of the memory of this process in MB. */
function readPeak(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024
}

async function measure(bench: ExportBench, bulk: BulkTable, rows: number): Promise<string[]> {
  const folder = join(bench.folder, 'export')
  const seconds: Record<string, number[]> = { copy: [], bzip2: [] }
  const note = async (name: string, work: () => Promise<void>) => {
    const started = performance.now()
    await work()
    ;(seconds[name] ??= []).push((performance.now() - started) / 1000)
  }
  let bytes = 0
  let peak = 0
  // In turns, because other programs run on the machine.
  for (let round = 0; round < bench.rounds; round++) {
    await note('copy', () => discardCopy(bench.client, bulk.table))
    for (const compression of COMPRESSIONS) {
      resetPeak()
      await note(compression, async () => {
        bytes = await exportOne(bench, bulk, { folder, compression })
      })
      peak = Math.max(peak, readPeak())
      if (compression === 'none') {
        const file = join(folder, `${bulk.stem}-${today()}.csv`)
        await note('bzip2', () => compressFile(file))
      }
      rmSync(folder, { recursive: true })
    }
  }
  const rate = (name: string) => bytes / MB / median(seconds[name]!)
  return [
    bulk.stem,
    whole(rows),
    whole(bytes / MB),
    whole(rate('copy')),
    whole(rate('none')),
    ratio(rate('none') / rate('copy')),
    whole(rate('zstd')),
    ratio(rate('zstd') / rate('copy')),
    rate('bz2').toFixed(1),
    rate('bzip2').toFixed(1),
    ratio(rate('bz2') / rate('bzip2')),
    whole(peak),
  ]
}

const today = () => new Date().toISOString().slice(0, 10)

/** @returns the size of the uncompressed text */
async function exportOne(
  { connection, resources }: ExportBench,
  bulk: BulkTable,
  { folder, compression }: { folder: string; compression: Compression }
): Promise<number> {
  const { files } = await exportArchive({
    connection,
    tables: [bulk],
    resources,
    folder,
    compression,
    version: 'bench',
  })
  return files[0]!.text_bytes
}

/** Plain COPY in the text format, without a file. */
async function discardCopy(client: pg.Client, table: string): Promise<void> {
  const copy = client.query(copyTo(`COPY ${ident(table)} TO STDOUT`))
  await pipeline(copy, new Writable({ write: (_piece, _encoding, done) => done() }))
}

async function compressFile(path: string): Promise<void> {
  const packer = spawn('bzip2', ['-c'], { stdio: [openSync(path, 'r'), 'ignore', 'inherit'] })
  const [code] = await once(packer, 'close')
  if (code !== 0) throw new Error(`bzip2 exited with ${code}`)
}
