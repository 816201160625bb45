/** The OCR job; it recognizes a few pages at a time, so that a crash loses only these. */
import { inject } from '@adonisjs/core'
import { DriveManager } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#app/jobs/jobs'
import { withLocalFile } from '#app/storage/local_file'
import RecognizedPage from '../models/recognized_page.js'
import { QUEUES, OCR } from './codes.js'
import { recognizePage } from './ocr_reader.js'
import { readPdfFile } from './pdf_reader.js'
import { isCurrent, storeText, type QueuedFile } from './store_text.js'

/** Pages per job, which takes about a minute. */
const PAGES_AT_ONCE = 20

@inject()
export class DocumentRecognizer {
  constructor(
    private database: Database,
    private drive: DriveManager<any>,
    private jobs: Jobs
  ) {}

  /**
   * Recognizes the next pages of a file that have too little text. After the last page, stores the
   * text of all pages with the documents that have the file.
   */
  async recognize(queued: QueuedFile, signal: AbortSignal): Promise<void> {
    if (!(await isCurrent(queued))) return RecognizedPage.forget(queued)
    const disk = this.drive.use()
    const done = await RecognizedPage.ofFile(queued)
    const progress = await withLocalFile(disk, queued.path, (path) =>
      recognizeSome(path, queued.sha1, done, signal)
    )
    await this.database.transaction(async (trx) => {
      if (progress?.next) {
        // If the document was sealed in the meantime, nothing may be kept.
        if (!(await isCurrent(queued, trx))) return
        await RecognizedPage.createMany(
          progress.recognized.map((page) => ({ ...queued, ...page })),
          { client: trx }
        )
        await this.jobs.send(trx, QUEUES.recognize, queued)
        return
      }
      if (!progress) {
        const missing = { state: 'failed', reason: 'file_missing', ocrStatus: OCR.failed } as const
        await storeText(trx, queued, missing)
      } else if (progress.pages) {
        await storeText(trx, queued, {
          state: 'read',
          reason: '',
          ocrStatus: OCR.done,
          text: documentText(progress.pages),
        })
      } else {
        await storeText(trx, queued, { state: 'read', reason: 'ocr_failed', ocrStatus: OCR.failed })
      }
      await RecognizedPage.forget(queued, trx)
    })
  }
}

interface NumberedPage {
  page: number
  text: string | null
}

interface Progress {
  /** Whether more pages remain. */
  next: boolean
  recognized: NumberedPage[]
  /** Texts of all pages at the end; undefined if no page could be recognized. */
  pages?: string[]
}

async function recognizeSome(
  file: string,
  sha1: string,
  done: NumberedPage[],
  signal: AbortSignal
): Promise<Progress> {
  const reading = await readPdfFile(file)
  if ('unreadable' in reading) return { next: false, recognized: [] }
  const texts = new Map(done.map(({ page, text }) => [page, text]))
  const poor = reading.pages.flatMap((text, index) => (isPoor(text) ? [index + 1] : []))
  const open = poor.filter((page) => !texts.has(page))
  const recognized: NumberedPage[] = []
  for (const page of open.slice(0, PAGES_AT_ONCE)) {
    signal.throwIfAborted()
    const text = await recognizePage(file, sha1, page)
    recognized.push({ page, text })
    texts.set(page, text)
  }
  if (open.length > PAGES_AT_ONCE) return { next: true, recognized }
  if (poor.every((page) => texts.get(page) === null)) return { next: false, recognized }
  const pages = reading.pages.map((text, index) => {
    const ofPicture = texts.get(index + 1) ?? ''
    return ofPicture.trim().length > text.trim().length ? ofPicture : text
  })
  return { next: false, recognized, pages }
}

/** Minimum characters of a page with enough text. */
const ENOUGH = 200
/** The header that courts print on each page: "Case 1:26-cv-00001 Document 3 Filed 01/02/26 Page 1 of 9". */
const COURT_HEADER =
  /^\s*(?:(?:USCA\d*|USDC|Appellate|Case|Bankr|Doc(?:ument)?)\b.{0,60}?[\d:-]{4,}.*(?:Doc(?:ument)?|Page|Filed|Pg|Date)\b.*|Page\s+\d+\s+of\s+\d+\s*)$/gim
/** The text of a cover sheet. */
const EXHIBIT = /\bexhibit\b/i

/** Whether a page has too little text. */
export function isPoor(page: string): boolean {
  return page.replace(COURT_HEADER, '').trim().length < ENOUGH
}

/** Whether a document needs OCR: too little text on a page that isn't an exhibit cover, or on average. */
export function needsOcr(pages: readonly string[]): boolean {
  const length = pages.reduce((sum, page) => sum + page.length, 0)
  return length < ENOUGH * pages.length || pages.some((page) => isPoor(page) && !EXHIBIT.test(page))
}

/** A number in the format of Social Security numbers. */
const SOCIAL_SECURITY_NUMBER = /(?<![\d-])\d{3}([- ])\d{2}\1\d{4}(?![\d-])/g

/** The text of a document, without NUL characters and with Social Security numbers masked. */
export function documentText(pages: readonly string[]): string {
  return pages
    .join('\n\n')
    .replaceAll('\0', '')
    .replace(SOCIAL_SECURITY_NUMBER, 'XXX-XX-XXXX')
    .toWellFormed()
    .trim()
}
