/**
 * Reads a file into its staging table, chunk by chunk, from where an earlier
 * run stopped.
 */
import { Interrupted } from '#app/support/interrupted'
import { openFile, type BulkFile } from './bulk_file.js'
import { Chunk } from './chunk.js'
import { CsvScanner, type CsvRecord } from './csv_scanner.js'
import type { ImportRecord } from './import_record.js'
import type { Lanes } from './lanes.js'
import type { Staging } from './staging.js'

export interface StageOptions {
  /** Aborted: stop after the chunks already under way. */
  signal?: AbortSignal
  /** Receives the bytes of the file consumed and the rows read so far. */
  progress: (bytes: number, rows: number) => void
}

/**
 * @param record where to begin; moved on as the file is read
 * @throws Interrupted
 */
export async function stageFile(
  file: BulkFile,
  staging: Staging,
  record: ImportRecord,
  lanes: Lanes,
  { signal, progress }: StageOptions
): Promise<void> {
  const scanner = new CsvScanner(record.bytesStaged, record.linesStaged + 1)
  const { stream, consumed } = openFile(file, record.bytesStaged)
  const free: Chunk[] = []
  const emptyChunk = () => free.pop() ?? new Chunk(staging.columns)
  let chunk = emptyChunk()

  const flush = async () => {
    const full = chunk
    chunk = emptyChunk()
    record.bytesStaged = full.endOffset
    record.linesStaged = full.endLine
    record.rowsRead += full.taken
    const checkpoint = { ...record }
    if (signal?.aborted) throw new Interrupted()
    await lanes.add(async (client, turn) => {
      await staging.add(client, full, checkpoint, turn)
      full.clear()
      free.push(full)
    })
    progress(consumed(), record.rowsRead)
  }
  const take = async (records: CsvRecord[]) => {
    for (const one of records) {
      if (one.length === 0) continue
      chunk.add(one)
      if (chunk.isFull) await flush()
    }
  }

  try {
    for await (const piece of stream) await take(scanner.push(piece as Buffer))
    await take(scanner.finish())
    if (chunk.taken) await flush()
    await lanes.flush()
  } catch (error) {
    stream.destroy()
    await lanes.flush().catch(() => {})
    throw error
  }
}
