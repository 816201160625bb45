/** Recognizes pages in a thread, with tesseract.js, which starts a thread of its own in it. */
import { readFile } from 'node:fs/promises'
import { createWorker, OEM, type Worker } from 'tesseract.js'
import { PdfiumDocument, type Picture } from './pdfium.js'

export interface OcrTask {
  file: string
  /** Tells states of a file apart. */
  sha1: string
  /** From 1. */
  page: number
  /** As `eng+spa`. */
  languages: string
  /** Folder of `<language>.traineddata.gz`. */
  data: string
}

/** Pixels for a point: 300 in an inch, which tesseract asks for. */
const SCALE = 300 / 72

let opened: { sha1: string; document: PdfiumDocument } | undefined
let recognizer: Promise<Worker> | undefined

export default async function recognize({
  file,
  sha1,
  page,
  languages,
  data,
}: OcrTask): Promise<string> {
  if (opened?.sha1 !== sha1) {
    opened?.document.close()
    opened = undefined
    const document = await PdfiumDocument.open(new Uint8Array(await readFile(file)))
    if (!document) throw new Error('the file cannot be opened')
    opened = { sha1, document }
  }
  const picture = opened.document.withPage(page - 1, (one) => one.picture(SCALE))
  if (!picture) throw new Error('the page cannot be drawn')
  // Nothing is fetched: the data is in a folder, and nothing is written to one.
  recognizer ??= createWorker(languages, OEM.LSTM_ONLY, {
    langPath: data,
    cacheMethod: 'none',
    gzip: true,
    errorHandler: () => {},
  })
  const { data: recognized } = await (await recognizer).recognize(grayMap(picture))
  return recognized.text
}

/** Portable gray map (PGM), the simplest format the library reads. */
function grayMap({ width, height, pixels }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}
