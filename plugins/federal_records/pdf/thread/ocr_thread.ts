/** Recognizes pages in a thread with tesseract.js, which starts another thread. */
import { readFile } from 'node:fs/promises'
import { createWorker, OEM, type Worker } from 'tesseract.js'
import { PdfiumDocument, type Picture } from './pdfium.js'

export interface OcrTask {
  file: string
  /** Identifies the version of a file. */
  sha1: string
  /** From 1. */
  page: number
  /** Languages such as `eng+spa`. */
  languages: string
  /** Folder with `<language>.traineddata.gz` files. */
  data: string
}

/** Pixels per point: 300 per inch, as tesseract recommends. */
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
  // Prevents downloads and caching; the data is in a local folder.
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
