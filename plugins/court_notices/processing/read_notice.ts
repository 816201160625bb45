/** Parses a message: the notice, the court, and the link to the free copy. */
import { readFile } from 'node:fs/promises'
import type { Database } from '@adonisjs/lucid/database'
import { toCourtId } from '#app/court_pages/court_system_ids'
import { decodePage } from '#app/court_pages/decode'
import { pagePlace } from '#app/court_pages/page_place'
import { parseInThread } from '#plugins/federal_records/public/merging'
import type { CoveredPage } from '#app/court_pages/read_page'
import type CourtNotice from '../models/court_notice.js'
import { parseSenderCourt } from '../reception/mail_head.js'
import { NoticeRefused } from '../errors.js'

type NoticePage = Extract<CoveredPage, { kind: 'notice' }>

export interface ReadNotice {
  page: NoticePage
  /** The message. */
  bytes: Uint8Array
  /** ID in the archive. */
  court: string
  /** The link that works once, and the document's ID if the notice contains it. */
  free: { link: string; documentId: string | null } | null
}

/** Courts don't serve the documents of old bankruptcy notices, whose IDs have four characters (court-system, 8). */
const SHORTEST_ID = 5

const HOST =
  /^https?:\/\/(?:ecf\.([a-z0-9-]{2,10})\.uscourts\.gov|([a-z0-9]{2,10})-showdoc\.azurewebsites\.us)\//i

/**
 * @param file local path of the message
 * @throws NoticeRefused for a message that isn't a notice of a known court
 */
export async function readNotice(
  database: Database,
  notice: CourtNotice,
  file: string
): Promise<ReadNotice> {
  const bytes = await readFile(file)
  const page = await parsed(bytes, notice.courtId ?? parseSenderCourt(notice.sender) ?? '')
  const entries = page.result.dockets.flatMap(({ docket_entries: listed }) => listed)
  const linked = entries.find(({ document_url: url, pacer_magic_num: key }) => url && key)
  const host = HOST.exec(entries.find(({ document_url: url }) => url)?.document_url ?? '')
  const court =
    notice.courtId ??
    [
      host?.[1] ?? host?.[2],
      parseSenderCourt(notice.sender),
      pagePlace(decodePage(bytes)).court,
    ].find(Boolean)
  return {
    page,
    bytes,
    court: await known(database, court),
    free:
      linked && (linked.pacer_doc_id ?? linked.document_url!).length >= SHORTEST_ID
        ? { link: linked.document_url!, documentId: linked.pacer_doc_id }
        : null,
  }
}

async function parsed(bytes: Uint8Array, court: string): Promise<NoticePage> {
  const reading = await parseInThread(bytes, court)
  if (!('outcome' in reading)) {
    if (reading.kind === 'notice') return reading
    throw new NoticeRefused('The message is not a notice of a filing.')
  }
  const { outcome } = reading
  throw new NoticeRefused(
    outcome === 'too_hard'
      ? 'The message takes too long to parse.'
      : 'The message is not a notice of a filing.'
  )
}

async function known(database: Database, court: string | null | undefined): Promise<string> {
  const id = court && toCourtId(court.toLowerCase())
  if (id && (await database.from('courts').where({ id }).first())) return id
  throw new NoticeRefused("The message isn't from a court in this archive.")
}
