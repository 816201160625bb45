/** The job that reads the text of a stored PDF. */
import { inject } from '@adonisjs/core'
import { DriveManager } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import { Jobs } from '#app/jobs/jobs'
import { withLocalFile } from '#app/storage/local_file'
import { stageFile } from '#app/storage/saved_file'
import RecognizedPage from '../models/recognized_page.js'
import settings from '../settings.js'
import { thumbnailPath, lockPath, sealPath } from './paths.js'
import { QUEUES, OCR } from './codes.js'
import { readPdfFile, type PdfReading } from './pdf_reader.js'
import { isCurrent, storeText, type QueuedFile, type TextOutcome } from './store_text.js'
import { documentText, isPoor, needsOcr } from './recognize_document.js'
import mail from '@adonisjs/mail/services/main'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { listAccountIdsByRight } from '#app/accounts/rights'
import { absoluteUrl, ViewMail } from '#app/mail/view_mail'
import { noticeAddress } from '#app/mail/addresses'
import { SEAL_RIGHT } from '../rights.js'

@inject()
export class DocumentReader {
  constructor(
    private database: Database,
    private drive: DriveManager<any>,
    private jobs: Jobs
  ) {}

  /**
   * Reads a file, and stores its text with the documents that have it. Does nothing if the file was
   * replaced or sealed after it was queued.
   *
   * @throws if the disk or the database is unavailable; the file itself never fails the job
   */
  async read(queued: QueuedFile): Promise<void> {
    if (!(await isCurrent(queued))) return
    const disk = this.drive.use()
    const reading = await withLocalFile(disk, queued.path, (path) => readPdfFile(path))
    const outcome = outcomeOf(reading)
    const image = reading && 'thumbnail' in reading ? reading.thumbnail : null
    const path = image && thumbnailPath(queued.path)
    const staged = path ? await stageFile(disk, path, image) : undefined
    try {
      await this.database.transaction(async (trx) => {
        if (path) await lockPath(trx, path)
        const documents = await storeText(trx, queued, { ...outcome, thumbnail: path ?? null })
        const [first] = documents
        if (first === undefined) return
        const { hiddenTextPages: pages = [] } = outcome
        if (pages.length) await mailBadRedaction(trx, { document: first, pages })
        if (outcome.reason === 'ocr_queued') await this.jobs.send(trx, QUEUES.recognize, queued)
        await staged?.publish()
      })
    } finally {
      await staged?.discard()
    }
  }

  /** Marks a file as unreadable after the last attempt of its job; keeps existing text. */
  async giveUp(file: QueuedFile): Promise<void> {
    await this.database.transaction(async (trx) => {
      await storeText(trx, file, { state: 'failed', reason: 'gave_up', ocrStatus: OCR.failed })
      await RecognizedPage.forget(file, trx)
    })
  }
}

function outcomeOf(reading: PdfReading | undefined): TextOutcome {
  const failed = { state: 'failed', ocrStatus: OCR.failed } as const
  if (!reading) return { ...failed, reason: 'file_missing' }
  if ('unreadable' in reading) return { ...failed, reason: reading.unreadable }
  // The pages contain only a note to use another program.
  if (reading.isXfaForm) return { ...failed, reason: 'xfa_form' }
  const { pages, hiddenTextPages } = reading
  const text = documentText(pages)
  const read = { state: 'read', text, pageCount: pages.length, hiddenTextPages } as const
  if (!needsOcr(pages)) return { ...read, ocrStatus: OCR.notNeeded, reason: '' }
  const reason =
    settings.ocr === 'off'
      ? 'ocr_off'
      : pages.filter(isPoor).length > settings.ocrMaxPages
        ? 'ocr_too_long'
        : 'ocr_queued'
  return { ...read, ocrStatus: OCR.needed, reason }
}

interface BadRedaction {
  document: number
  /** Page numbers. */
  pages: number[]
}

/** Maximum page numbers in an email. */
const LISTED_PAGES = 20

class BadRedactionMail extends ViewMail {
  override subject = 'Bad redaction found in a document'
  override isNotice = true

  constructor(
    recipient: string,
    readonly found: BadRedaction
  ) {
    super(recipient)
  }

  prepare() {
    const { document, pages } = this.found
    this.about(`document.bad_redaction:${document}`)
    // Excludes the hidden text, which the email could leak.
    this.useViews('federal_records::mails/bad_redaction', {
      document,
      pages: pages.slice(0, LISTED_PAGES).join(', '),
      more: Math.max(0, pages.length - LISTED_PAGES),
      review: absoluteUrl(sealPath(document)),
      list: absoluteUrl('/admin/bad-redactions/'),
    })
  }
}

/** Emails everyone with permission to seal documents, after COMMIT. */
async function mailBadRedaction(
  trx: TransactionClientContract,
  found: BadRedaction
): Promise<void> {
  for (const account of await listAccountIdsByRight(trx, SEAL_RIGHT)) {
    const recipient = await noticeAddress(trx, account)
    if (recipient) await mail.sendLater(new BadRedactionMail(recipient, found), { trx })
  }
}
