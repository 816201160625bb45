/** Derives the sources of a case from its docket report: what each of them would have printed. */
import type { MergeablePage, DocketReport } from '../docket_sheet/from_pages/converters.js'
import type { PrintedEntry } from '../docket_sheet/from_pages/entries.js'
import { comparableText } from '../docket_sheet/matching/entry_text.js'
import { compareEntries } from '../docket_sheet/matching/entry_evidence.js'

/** A page of a case, in the order in which it would be printed. */
export interface CaseSource {
  name: string
  page: MergeablePage
}

/** A docket report of any court. */
export interface CaseReport {
  /** Court and file, or seed. */
  name: string
  kind:
    'district_docket' | 'bankruptcy_docket' | 'appellate_docket' | 'acms_docket' | 'archive_docket'
  /** ID in the archive. */
  court: string
  report: DocketReport
}

/** Entries around the announced one; longer dockets only take longer. */
const MAX_ENTRIES = 24

/**
 * The sources of a case: the report, a part of it by date, its history, and for an entry with a text
 * the item of a feed, the notice, and the menu of its documents.
 *
 * @param at place of the announced entry among those with a text
 * @param isAnonymous whether the feed and the notice leave out number and document ID
 */
export function caseSources(
  { kind, report: whole }: CaseReport,
  at: number,
  isAnonymous: boolean
): CaseSource[] {
  const report = shortened(whole, at)
  const announced = textEntries(report)[at % textEntries(report).length]
  const page = (name: string, result: object, as: string = kind): CaseSource => ({
    name,
    page: { kind: as, result } as unknown as MergeablePage,
  })
  const sources = [page('sheet', report), page('part', partOf(report))]
  if (kind !== 'acms_docket') sources.push(page('history', historyOf(report), 'history_report'))
  if (!announced) return sources
  const identity = isAnonymous
    ? { document_number: null, pacer_doc_id: null, pacer_seq_no: null }
    : {}
  const label = labelOf(announced)
  const { docket_number: number, case_name: name } = report
  const isClear = !isAnonymous || isTelling(report, announced, label)
  // A history lists labels only, so staff would review entries with the same label.
  if (!isClear)
    sources.splice(0, sources.length, ...sources.filter((source) => source.name !== 'history'))
  /** The announced entry in a list of one case. */
  const announcement = (changes: object) => ({
    docket_number: number,
    case_name: name,
    docket_entries: [
      {
        ...announced,
        attachments: undefined,
        page_count: undefined,
        file_size_bytes: undefined,
        ...identity,
        short_description: label,
        ...changes,
      },
    ],
  })
  if (isClear) {
    const feed = announcement({
      date_filed: `${announcedDay(announced)}T15:10:00+00:00`,
      description: '',
    })
    sources.push(page('feed', [feed], 'rss_feed'))
  }
  const notice = announcement({ description: withoutEntered(announced.description) })
  sources.push(page('notice', { dockets: [notice] }, 'notice'))
  const menu = menuOf(report)
  if (menu && kind !== 'appellate_docket' && kind !== 'acms_docket')
    sources.push(page('menu', menu, 'attachment_menu'))
  return sources
}

function textEntries({ docket_entries: entries }: DocketReport): PrintedEntry[] {
  return entries.filter(({ date_filed: day, description }) => day && description.trim())
}

/** The days around the announced entry; each is whole. */
function shortened(report: DocketReport, at: number): DocketReport {
  const { docket_entries: entries } = report
  if (entries.length <= MAX_ENTRIES) return report
  const texts = textEntries(report)
  const middle = entries.indexOf(texts[at % Math.max(1, texts.length)] ?? entries[0]!)
  const from = Math.max(0, Math.min(middle - MAX_ENTRIES / 2, entries.length - MAX_ENTRIES))
  const days = new Set(
    entries.slice(from, from + MAX_ENTRIES).map(({ date_filed: day }) => day?.slice(0, 10))
  )
  return {
    ...report,
    docket_entries: entries
      .filter(({ date_filed: day }) => days.has(day?.slice(0, 10)))
      .slice(0, 3 * MAX_ENTRIES),
  }
}

/** A report that starts on a later day, requested without parties. */
function partOf(report: DocketReport): DocketReport {
  const days = report.docket_entries.flatMap(({ date_filed: day }) =>
    day ? [day.slice(0, 10)] : []
  )
  const middle = days.sort()[Math.floor(days.length / 2)] ?? ''
  return {
    ...report,
    docket_entries: report.docket_entries.filter(({ date_filed: day }) => (day ?? '') >= middle),
    parties: null,
  }
}

/** The history lists labels instead of texts, and no parties. */
function historyOf(report: DocketReport): object {
  return {
    ...report,
    docket_entries: report.docket_entries.map(({ attachments: _, ...entry }) => ({
      ...entry,
      description: '',
      short_description: labelOf(entry),
    })),
    parties: undefined,
  }
}

/** A menu of the first document with an ID whose attachments the report doesn't list. */
function menuOf({ docket_entries: entries }: DocketReport): object | undefined {
  const entry = entries.find(
    ({ document_number: number, pacer_doc_id: id, attachments = [] }) =>
      number && id && !attachments.length
  )
  if (!entry) return undefined
  const id = entry.pacer_doc_id!
  return {
    document_number: Number(entry.document_number),
    pacer_doc_id: id,
    pacer_case_id: null,
    pacer_seq_no: entry.pacer_seq_no ?? null,
    page_count: 3,
    attachments: [1, 2].map((number) => ({
      attachment_number: number,
      description: `Exhibit ${number}`,
      page_count: number,
      pacer_doc_id: `${id.slice(0, 3)}9${id.slice(4)}${number}`.slice(-12),
      pacer_seq_no: null,
    })),
  }
}

const MAX_LABEL_WORDS = 4

/** The label of an event: the first words of its text. */
function labelOf({ description, short_description: label }: PrintedEntry): string {
  if (label) return label
  const words = withoutEntered(description).match(/[\p{L}\p{N}'/-]+/gu) ?? []
  const end = words.findIndex(
    (word, place) => place > 0 && /^(?:by|filed|re|as|on|of)$/i.test(word)
  )
  return words.slice(0, Math.min(end === -1 ? MAX_LABEL_WORDS : end, MAX_LABEL_WORDS)).join(' ')
}

const ENTERED = /\s*[([]\s*Entered:[^()[\]]{0,40}[)\]]\s*$/i

function withoutEntered(text: string): string {
  return text.replace(ENTERED, '')
}

/** The day on which a court's feed lists an entry. */
function announcedDay({ date_filed: filed, description }: PrintedEntry): string {
  return comparableText(description).entered.at(-1) ?? filed!.slice(0, 10)
}

/** Whether a label fits only the announced entry of its day, so that it isn't left to staff. */
function isTelling(report: DocketReport, announced: PrintedEntry, label: string): boolean {
  const day = announcedDay(announced)
  // A notice without a number prints the date of filing only.
  if (day !== announced.date_filed?.slice(0, 10)) return false
  const facts = (entry: PrintedEntry) => ({
    number: null,
    sequence: null,
    day: entry.date_filed?.slice(0, 10) ?? null,
    text: entry.description,
    documents: [{ number: '', attachment: null, registryId: '', label: labelOf(entry) }],
  })
  const stub = {
    ...facts(announced),
    day,
    text: '',
    documents: [{ number: '', attachment: null, registryId: '', label }],
    announced: { day, time: '15:10:00' },
  }
  return report.docket_entries.every((entry) => {
    const { verdict } = compareEntries(stub, facts(entry))
    return verdict === (entry === announced ? 'same' : 'different')
  })
}
