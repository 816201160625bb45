import { harmonize } from './case_names.js'
import { numericDate } from './dates.js'
import { docketNumberParts, type DocketNumberParts } from './docket_numbers.js'
import { documentId, queryValue } from './document_links.js'
import { readMail, type Mail } from './mail.js'
import { TEXT_LABEL, parseNoticeBlocks, type Block } from './notice_blocks.js'
import { linesOfHtml, linesOfText, unwrapped, type Line } from './notice_lines.js'
import { parseRecipients, type Recipient } from './notice_recipients.js'
import { longerDescription, readNewSystemSubject, shortDescription } from './notice_subject.js'
import { isMailOfKind } from './recognition.js'
import { clean } from './text.js'

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

/** The title, with the name of the court and a mark of resent notices before it. */
const TITLE =
  /^(?:.{0,100}[\s:.-])?Notice of (Electronic Filing|Bankruptcy Case Filing|Docket Activity)(?: ?[([-].{0,60})?$/i
/** Notices of other events: claims, and changes of an entry. */
const OTHER_EVENT =
  /^(?:.{0,100} )?Notice of Electronic Claims Filing\b|^The following transaction was edited\b/i

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

/** The lines of the body that contains a notice, and the notice's title if it has one. */
interface NoticeLines {
  lines: Line[]
  title: string | null
}

/**
 * The body that contains the notice. The HTML body of a message with parts of both types contains
 * the text parts, but not as links and lines.
 */
function noticeLines({ html, text }: Mail): NoticeLines {
  const inHtml = titled(linesOfHtml(html ?? ''))
  const isComplete = inHtml.title !== null && inHtml.lines.some(({ links }) => links.length > 0)
  if (isComplete || text === null) return inHtml
  const inText = titled(linesOfText(text))
  return inText.title !== null || html === null ? inText : inHtml
}

/** Lines with the kind of the notice in their title, in lowercase. */
function titled(lines: Line[]): NoticeLines {
  const texts = lines.map(({ text }) => clean(text))
  const end = texts.findIndex((text) => TEXT_LABEL.test(text))
  const head = texts.slice(0, Math.max(end, 0))
  const title = head.findLast((text) => TITLE.test(text))
  return { lines, title: TITLE.exec(title ?? '')?.[1].toLowerCase() ?? null }
}

/** Whether a notice is one of docket activity: without a title, by the name of the court. */
function isAppellate({ lines, title }: NoticeLines): boolean {
  if (title !== null) return title === 'docket activity'
  const first = lines.findIndex(({ text }) => /^Case (?:Name|Number):/i.test(clean(text)))
  return lines
    .slice(0, Math.max(first, 0))
    .some(({ text }) => /\bCourt of Appeals\b/i.test(clean(text)))
}

/** The notice in a parsed message; see {@link parseNotice}. */
export function parseNoticeMail(mail: Mail, court: string): Notice | null {
  if (!isMailOfKind('notice', mail)) return null
  const notice = noticeLines(mail)
  const { lines } = notice
  const blocks = parseNoticeBlocks(lines)
  if (blocks.length === 0 || lines.some(({ text }) => OTHER_EVENT.test(clean(text)))) return null
  const appellate = isAppellate(notice)
  const acms = appellate && isOfNewSystem(mail, blocks)
  const { number, short } = subjectOf(mail.subject, blocks, { lines, appellate, acms })
  const documents = acms ? blocks[0].documentLinks : documentsOf(lines)
  return {
    court_id: court,
    appellate,
    acms,
    contains_attachments: documents.length > 1,
    email_recipients: parseRecipients(lines),
    dockets: blocks.map((block) => ({
      case_name: harmonize(block.name),
      ...docketNumberParts(block.number),
      date_filed: null,
      docket_entries: [noticeEntry(block, { ...datesOf(lines), appellate, short, number })],
    })),
  }
}

/** The host of the new appellate system's case and document pages. */
const NEW_SYSTEM_HOST = /^https:\/\/[a-z0-9]{2,10}-showdoc\.azurewebsites\.us\//i

/** Whether the new appellate system sent a notice, which may have been forwarded. */
const isOfNewSystem = ({ from }: Mail, blocks: Block[]) =>
  /@[^@]*\bfedcourts\.us$/i.test(from) ||
  blocks.some(({ caseLinks }) => caseLinks.some((link) => NEW_SYSTEM_HOST.test(link)))

/** `was entered on 3/5/2031 at 1:09 PM EST and filed on 3/4/2031`; the date can follow a name. */
function datesOf(lines: Line[]): { filed: string | null; entered: string | null } {
  const at = lines.findIndex(({ text }) => /^The following transaction was /i.test(clean(text)))
  const text = at === -1 ? '' : unwrapped(lines, at, (line) => /^Case Name:/i.test(line))
  const filedAt = text.search(/\bfiled on \d/i)
  const date = (part: string) =>
    numericDate(/\bon (\d{1,2}[/-]\d{1,2}[/-]\d{2,4})\b/i.exec(part)?.[1] ?? '')
  return {
    filed: filedAt === -1 ? null : date(text.slice(filedAt)),
    entered: date(filedAt === -1 ? text : text.slice(0, filedAt)),
  }
}

/** Descriptions of the documents of the filing. */
const documentsOf = (lines: Line[]): string[] =>
  lines
    .map(({ text }) => /^Document description: ?(.*)$/i.exec(clean(text))?.[1])
    .filter((text) => text !== undefined)

/** The short description of the entry, and its number if only the subject contains it. */
function subjectOf(
  subject: string,
  blocks: Block[],
  { lines, appellate, acms }: { lines: Line[]; appellate: boolean; acms: boolean }
): { number: string | null; short: string } {
  if (acms) {
    const numbers = blocks.map((block) => block.number)
    const { number, description } = readNewSystemSubject(subject, numbers)
    return { number, short: description }
  }
  const names = blocks.map(({ name }) => name)
  const short = appellate
    ? longerDescription(subject, documentsOf(lines)[0] ?? '', names)
    : shortDescription(
        subject,
        names,
        blocks.map((block) => block.number)
      )
  return { number: null, short }
}

/** The entry announced by a notice. */
interface NoticeEntry {
  date_filed: string | null
  /** The date of entry if it isn't the date of filing. */
  date_entered?: string
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
  entered: string | null
  appellate: boolean
  short: string
  /** The entry's number in the subject. */
  number: string | null
}

/** The entry of one case of a notice. */
function noticeEntry(
  block: Block,
  { filed, entered, appellate, short, number }: Context
): NoticeEntry {
  const url = block.documentLinks.find((link) => /\/(?:docs?1|NDA)\//i.test(link)) ?? null
  // Most appellate courts print "Document(s)" instead of a number.
  const printed = appellate
    ? /^(?:Document\(s\) ?#?)?(\d{1,6})$/i.exec(block.document)?.[1]
    : /^\d{1,9}/.exec(block.document)?.[0]
  return {
    date_filed: filed,
    ...(entered && entered !== filed && { date_entered: entered }),
    description: block.description,
    short_description: short,
    document_number: printed ?? number,
    document_url: url,
    pacer_doc_id: documentId(url ?? ''),
    pacer_case_id: caseIdOf(block.caseLinks),
    pacer_seq_no: queryValue(url, 'de_seq_num', /^\d{1,12}$/),
    pacer_magic_num: appellate ? freeLookKey(url) : queryValue(url, 'magic_num', /^\d{1,20}$/),
  }
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
