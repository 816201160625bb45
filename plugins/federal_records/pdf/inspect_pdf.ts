import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { countPages } from './pdf_reader.js'

/** What is known of a PDF before its text is read. */
export interface InspectedPdf {
  sha1: string
  size: number
  /** Null where the file does not say. */
  pages: number | null
}

/** The mark of a PDF is within so many bytes (PDF 1.7, annex H.3.4.1). */
const MARK = '%PDF-'
const MARK_WITHIN = 1024

/** @returns undefined for a file that is no PDF */
export async function inspectPdf(file: string): Promise<InspectedPdf | undefined> {
  const hash = createHash('sha1')
  const head: Buffer[] = []
  let size = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    if (size < MARK_WITHIN) head.push(chunk)
    size += chunk.length
    hash.update(chunk)
  }
  const start = Buffer.concat(head).subarray(0, MARK_WITHIN)
  if (!start.includes(MARK)) return undefined
  return { sha1: hash.digest('hex'), size, pages: await countPages(file) }
}
