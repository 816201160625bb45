/** Merges a notice, its copy, and the subscription of its owner in one transaction. */
import { inject } from '@adonisjs/core'
import app from '@adonisjs/core/services/app'
import { Disk } from '@adonisjs/drive'
import { Database } from '@adonisjs/lucid/database'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { followNotifiedDocket } from '../../alerts/public.js'
import { mergePage, PageNotMerged, type MergedPage } from '#plugins/federal_records/public/merging'
import { UnreadText } from '#plugins/federal_records/public/unread_text'
import { PdfRefused, storePdf } from '#plugins/federal_records/public/documents'
import { COPY, COPY_WORDS, STATUS, type CopyState } from '../codes.js'
import CourtNotice from '../models/court_notice.js'
import { withLocalCopy } from '../files.js'
import type { CopyOutcome } from './free_copy.js'
import { NoticeRefused } from '../errors.js'
import { NoticeOutcomes } from './outcome.js'
import type { ReadNotice } from './read_notice.js'
import mail from '@adonisjs/mail/services/main'
import { noticeAddress } from '#app/mail/addresses'
import { FollowOfferMail } from '../mails.js'

interface Merging {
  read: ReadNotice
  copy: CopyOutcome
  /** Local path of the copy. */
  file?: string
}

@inject()
export class NoticeMerger {
  constructor(
    private database: Database,
    private disk: Disk,
    private outcomes: NoticeOutcomes,
    private unreadText: UnreadText
  ) {}

  /**
   * Merges and finishes a notice, or schedules a retry if only its copy is missing. Docket alerts,
   * webhooks, and search are updated from the change log, when the copy is already stored.
   *
   * @throws NoticeRefused; errors of the database
   */
  async merge(
    notice: CourtNotice,
    { read, copy }: { read: ReadNotice; copy: CopyOutcome }
  ): Promise<void> {
    if (copy.state !== COPY.kept) return this.#merge(notice.id, { read, copy })
    await withLocalCopy(this.disk, notice.copyPath, async (file) => {
      try {
        await this.#merge(notice.id, { read, copy, file })
      } catch (error) {
        if (!(error instanceof PdfRefused)) throw error
        await this.#merge(notice.id, { read, copy: { state: COPY.refused, said: error.reason } })
      }
    })
  }

  async #merge(id: number, { read, copy, file }: Merging): Promise<void> {
    await this.database.transaction(async (trx) => {
      const notice = await CourtNotice.lock(trx, id)
      if (notice?.status !== STATUS.processing) return
      const merged = await mergedPage(trx, notice, read)
      await follow(trx, notice, merged)
      let { state } = copy
      if (file) {
        const documents = await linkedDocuments(trx, read, merged.documentIds)
        for (const document of documents) await storePdf(app, { document, file, trx })
        state = documents.length ? COPY.stored : COPY.none
      }
      const { page: reading, court, bytes } = read
      const unread = await this.unreadText.record(trx, {
        reading,
        court,
        bytes,
        source: 'email',
        dockets: merged.docketIds,
      })
      const message = [words(state, copy), unread].filter(Boolean).join(' ')
      const done = {
        copy: state,
        courtId: court,
        docketId: merged.docketId,
        docketEntryId: merged.entryIds.length === 1 ? merged.entryIds[0]! : null,
      }
      if (state === COPY.waiting) await this.outcomes.retry(trx, notice.merge(done), message)
      else await this.outcomes.finish(trx, notice, { ...done, message })
    })
  }
}

/**
 * The documents that the free copy belongs to. A notice of several cases names one document for
 * all of them or one for each; the copy belongs to the link that it was fetched from. Documents of
 * one entry that share an ID get no copy, because the link doesn't identify one of them.
 */
async function linkedDocuments(
  trx: TransactionClientContract,
  { free }: ReadNotice,
  named: number[]
): Promise<number[]> {
  if (!free?.documentId) return named.length === 1 ? named : []
  const { rows } = await trx.rawQuery<{ rows: { id: string }[] }>(
    `SELECT min(id) AS id FROM archive_documents WHERE id = ANY(?) AND registry_doc_id = ?
     GROUP BY docket_entry_id HAVING count(*) = 1 ORDER BY 1`,
    [named as unknown as string, free.documentId]
  )
  return rows.map(({ id }) => Number(id))
}

/** Merges the page. Repeating it changes nothing. */
async function mergedPage(
  trx: TransactionClientContract,
  { registryCaseId }: CourtNotice,
  { page, court }: ReadNotice
): Promise<MergedPage> {
  try {
    return await mergePage(trx, { page, court, registryCaseId })
  } catch (error) {
    if (error instanceof PageNotMerged) throw new NoticeRefused(error.message)
    throw error
  }
}

/** Subscribes the owner to the dockets, or explains once by email how to follow them. */
async function follow(
  trx: TransactionClientContract,
  notice: CourtNotice,
  { docketIds }: MergedPage
): Promise<void> {
  const { accountId } = notice
  if (accountId === null) return
  for (const docket of docketIds) {
    const outcome = await followNotifiedDocket(trx, { accountId, docket })
    if (outcome === 'not_allowed' && (await offerToFollow(trx, { accountId, docket })))
      notice.merge({ offered: true })
  }
}

function words(state: CopyState, { said }: CopyOutcome): string {
  return `The notice was merged. Free copy: ${COPY_WORDS[state].toLowerCase()}${said ? ` (${said})` : ''}.`
}

/** @returns whether an email will be sent after COMMIT */
async function offerToFollow(
  trx: TransactionClientContract,
  { accountId, docket }: { accountId: number; docket: number }
): Promise<boolean> {
  if (await CourtNotice.isOffered(trx, accountId, docket)) return false
  const recipient = await noticeAddress(trx, accountId)
  const row = await trx.from('dockets').where({ id: docket }).firstOrFail()
  if (!recipient) return false
  await mail.sendLater(
    new FollowOfferMail(recipient, {
      id: docket,
      name: row.case_name || `Docket ${docket}`,
      number: row.docket_number ?? '',
      slug: row.slug,
    }),
    { trx }
  )
  return true
}
