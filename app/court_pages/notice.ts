import { harmonize } from './case_names.js'
import { numericDate } from './dates.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { clean } from './text.js'
import { readMail, type Mail } from './mail.js'
import {
  parseNoticeBlocks,
  type Block,
  linesOfHtml,
  linesOfText,
  type Line,
} from './notice_blocks.js'
import { longerDescription, shortDescription } from './notice_subject.js'
import { isMailOfKind } from './recognition.js'
import { documentId, queryValue } from './document_links.js'

/** A case in a notice, with the announced entry. */
export interface NoticeDocket extends DocketNumberParts {
  case_name: string
  date_filed: null
  docket_entries: NoticeEntry[]
}

/** An emailed notice of electronic filing (district, bankruptcy) or of docket activity (appellate). */
export interface Notice {
  court_id: string
  appellate: boolean
  acms: boolean
  contains_attachments: boolean
  email_recipients: Recipient[]
  dockets: NoticeDocket[]
}

/**
 * Reads an emailed notice.
 *
 * @param source bytes of the message, or of its HTML body alone
 * @param court the court's ID in the system
 * @returns the notice, or null for any other message
 */
export async function parseNotice(source: Uint8Array, court: string): Promise<Notice | null> {
  const mail = await readMail(source)
  return mail && parseNoticeMail(mail, court)
}

const linesOf = ({ html, text }: Mail) =>
  html !== null ? linesOfHtml(html) : linesOfText(text ?? '')

/** The title, or without one the name of the court above the cases. */
const APPELLATE = /^.{0,30}\bNotice of Docket Activity\b.{0,30}$/i
const DISTRICT = /^.{0,30}\bNotice of (?:Electronic|Bankruptcy Case) Filing\b.{0,30}$/i
const APPEALS = /\bCourt of Appeals\b/i

function isAppellate(lines: Line[]): boolean {
  const texts = lines.map(({ text }) => clean(text))
  if (texts.some((text) => APPELLATE.test(text))) return true
  const first = texts.findIndex((text) => /^Case (?:Name|Number):/i.test(text))
  return (
    !texts.some((text) => DISTRICT.test(text)) &&
    texts.slice(0, Math.max(first, 0)).some((text) => APPEALS.test(text))
  )
}

/** The notice in a parsed message; see {@link parseNotice}. */
export function parseNoticeMail(mail: Mail, court: string): Notice | null {
  if (!isMailOfKind('notice', mail)) return null
  const lines = linesOf(mail)
  const appellate = isAppellate(lines)
  const acms = appellate && /@[^@]*\bfedcourts\.us$/i.test(mail.from)
  const blocks = parseNoticeBlocks(lines)
  if (blocks.length === 0) return null
  const filed = filedOn(lines)
  const short = shortOf(mail.subject, blocks, lines, { appellate, acms })
  return {
    court_id: court,
    appellate,
    acms,
    contains_attachments: documentsOf(lines).length > 1,
    email_recipients: recipientsOf(lines),
    dockets: blocks.map((block) => ({
      case_name: harmonize(block.name),
      ...docketNumberParts(block.number),
      date_filed: null,
      docket_entries: [
        noticeEntry(block, { filed, appellate, short, acmsNumber: acms ? mail.subject : null }),
      ],
    })),
  }
}

function filedOn(lines: Line[]): string | null {
  const texts = lines.map(({ text }) => clean(text))
  const said = texts.find((text) => /^The following transaction was /i.test(text)) ?? ''
  return numericDate(/\bfiled on (\d{1,2}\/\d{1,2}\/\d{4})/i.exec(said)?.[1] ?? '')
}

/** Descriptions of the documents of the filing. */
const documentsOf = (lines: Line[]): string[] =>
  lines
    .map(({ text }) => /^Document description: ?(.*)$/i.exec(clean(text))?.[1])
    .filter((text) => text !== undefined)

function shortOf(
  subject: string,
  blocks: Block[],
  lines: Line[],
  { appellate, acms }: { appellate: boolean; acms: boolean }
): string {
  const names = blocks.map(({ name }) => name)
  if (acms) return clean(subject).split(' - ').slice(2).join(' - ')
  if (!appellate) return shortDescription(subject, names)
  return longerDescription(subject, documentsOf(lines)[0] ?? '')
}

/** A recipient of a notice. */
interface Recipient {
  name: string
  email_addresses: string[]
}

const HEADING =
  /Notice (?:has been|will be) (?:electronically mailed|delivered by other means) to:$/i
const OTHER_HEADING = /^(?:.{0,60} )?(?:Notice|The following document|.{0,40}Local Rule)\b/i

/** The recipients listed in a notice. Bankruptcy notices list only email addresses. */
function recipientsOf(lines: Line[]): Recipient[] {
  const texts = lines.map(({ text }) => clean(text))
  return texts.flatMap((text, at) => (HEADING.test(text) ? listBelow(lines, texts, at + 1) : []))
}

function listBelow(lines: Line[], texts: string[], first: number): Recipient[] {
  let end = first
  while (end < lines.length && !OTHER_HEADING.test(texts[end])) end++
  const listed = lines.slice(first, end).map(({ text }) => recipientOf(text))
  const found = listed.filter((one) => one !== null)
  const unnamed = found.filter((one) => one.name === '').flatMap((one) => one.email_addresses)
  return [
    ...found.filter((one) => one.name !== ''),
    ...(unnamed.length > 0 ? [{ name: '', email_addresses: unnamed }] : []),
  ]
}

/** A name and email addresses, or email addresses only. */
function recipientOf(line: string): Recipient | null {
  const words = line.split(/[\s\u00A0]+/).filter(Boolean)
  const first = words.findIndex((word) => word.includes('@'))
  if (first === -1) return null
  return {
    name: words.slice(0, first).join(' '),
    email_addresses: words
      .slice(first)
      .map((word) => word.replace(/[,;]$/, ''))
      .filter((word) => word.includes('@')),
  }
}

/** The entry announced by a notice. */
interface NoticeEntry {
  date_filed: string | null
  description: string
  short_description: string
  document_number: string | null
  document_url: string | null
  pacer_doc_id: string | null
  pacer_case_id: string | null
  pacer_seq_no: string | null
  /** The key for the one free view. */
  pacer_magic_num: string | null
}

interface Context {
  filed: string | null
  appellate: boolean
  short: string
  /** The subject of a notice of the new appellate system, which contains the entry's number. */
  acmsNumber: string | null
}

/** The entry of one case of a notice. */
function noticeEntry(block: Block, { filed, appellate, short, acmsNumber }: Context): NoticeEntry {
  const url = block.documentLinks.find((link) => /\/(?:docs?1|NDA)\//i.test(link)) ?? null
  return {
    date_filed: filed,
    description: block.description,
    short_description: short,
    document_number: appellate
      ? numberInSubject(acmsNumber)
      : (/^\d{1,9}/.exec(block.document)?.[0] ?? null),
    document_url: url,
    pacer_doc_id: documentId(url ?? ''),
    pacer_case_id: caseIdOf(block.caseLinks),
    pacer_seq_no: queryValue(url, 'de_seq_num', /^\d{1,12}$/),
    pacer_magic_num: appellate ? freeLookKey(url) : queryValue(url, 'magic_num', /^\d{1,20}$/),
  }
}

/** The entry's number in `Name v. Name 24-2883 - 030 - Notice of Appearance`. */
function numberInSubject(subject: string | null): string | null {
  const number = subject && / - (\d{1,6}) - /.exec(clean(subject))?.[1]
  return number ? String(Number(number)) : null
}

function caseIdOf(links: string[]): string | null {
  for (const link of links) {
    const found = /DktRpt\.pl\?(\d{1,12})$/i.exec(link) ?? /[?&]caseId=(\d{1,12})\b/.exec(link)
    if (found) return found[1]
  }
  return null
}

/** `uid` of a classic link, the last part of the path in the new system. */
function freeLookKey(url: string | null): string | null {
  return (
    queryValue(url, 'uid', /^[0-9a-f]{1,64}$/i) ??
    /\/NDA\/([0-9a-f-]{36})\b/i.exec(url ?? '')?.[1] ??
    null
  )
}
