import { BulkError } from './bulk_error.js'
import { openFile, type BulkFile } from './bulk_file.js'
import { CsvScanner, type CsvRecord } from './csv_scanner.js'
import { readValues } from './row_check.js'

export interface Header {
  columns: string[]
  /** Offset after it. */
  end: number
  /** Lines it covers. */
  lines: number
}

/**
 * The header line of a file and where it ends.
 *
 * @throws BulkError when the file is empty
 */
export async function readHeader(file: BulkFile): Promise<Header> {
  const scanner = new CsvScanner()
  const { stream } = openFile(file, 0)
  try {
    for await (const piece of stream) {
      const [first] = scanner.push(piece as Buffer)
      if (first) return headerOf(first)
    }
    const [first] = scanner.finish()
    if (first) return headerOf(first)
  } finally {
    stream.destroy()
  }
  throw new BulkError(`${file.name} is empty; it should begin with a header line`)
}

function headerOf({ text: line, endOffset: end, lines }: CsvRecord): Header {
  const text = line.replace(/^\uFEFF/, '')
  return { columns: readValues(text).map((name) => name ?? ''), end, lines }
}
