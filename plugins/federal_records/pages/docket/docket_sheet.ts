/** The docket sheet on the page of a docket. */
import { buildEntryAnchor } from '../../resources/docket_entry.js'
import { inject } from '@adonisjs/core'
import type { Records, ShownRecord } from '#api/records'
import { abbreviateCaseName } from '#app/citations/case_names/abbreviate_name'
import { storageAddress } from '#app/storage/stored_files'
import type { PageVisitor } from '#app/accounts/page_visitor'
import { citedDate } from '#plugins/case_law/public'
import { formatDocumentPrice } from '../../public/prices.js'
import { listFileParts } from './docket_files.js'
import { docketTabs } from './load_parties.js'
import { LineActions, type LineAction } from './line_actions.js'
import { NewEntryMarks } from './new_entries.js'
import {
  buildSheetQuery,
  PAGE_SIZE,
  sheetRequest,
  sheetRows,
  type SheetDocument,
  type SheetEntry,
  type SheetFilters,
} from './sheet_rows.js'

@inject()
export default class DocketSheet {
  constructor(
    private actions: LineActions,
    private marks: NewEntryMarks
  ) {}

  /** Loads the section. @returns undefined if the docket has no entries or parties */
  async load(
    records: Records,
    docket: ShownRecord,
    visitor: PageVisitor | undefined,
    query: URLSearchParams
  ): Promise<Record<string, unknown> | undefined> {
    const request = sheetRequest(query)
    const { page, newestFirst } = request.filters
    const id = String(docket.id)
    const [{ entries, count }, tabs, facts, fileParts, court, added] = await Promise.all([
      sheetRows(records.reader, id, request.filters),
      docketTabs(records.reader, docket, 'entries'),
      furtherFacts(records, docket),
      listFileParts(records.reader, docket.id),
      records.find('courts', String(docket.court_id)),
      this.marks.load(records.reader, id, visitor),
    ])
    const isFiltered = Object.entries(request.typed).some(
      ([name, typed]) => typed && name !== 'order_by'
    )
    if (!tabs && !count && !isFiltered) return undefined
    const actions = await this.actions.load(records, { docket, ...linesOf(entries) }, visitor)
    const api = listInApi(id, request.filters)
    const list = `/api/rest/v4/docket-entries/?${api.query}`
    const pages = Math.max(1, Math.ceil(count / PAGE_SIZE))
    const unfiltered = sheetRequest(new URLSearchParams(request.kept))
    const firstNew = entries.find((entry) => added?.ids.has(entry.id))
    return {
      tabs,
      facts,
      ...request,
      isFiltered,
      clear: isFiltered && `${String(docket.absolute_url)}${buildSheetQuery(unfiltered, {})}`,
      count: count.toLocaleString('en-US'),
      pages,
      page,
      // Counts positions, because unnumbered entries can be in between.
      shown: count
        ? `${((page - 1) * PAGE_SIZE + 1).toLocaleString('en-US')}–${Math.min(page * PAGE_SIZE, count).toLocaleString('en-US')}`
        : '0',
      fileParts,
      added: added?.ids.size
        ? {
            count: added.ids.size,
            since: added.since,
            path: firstNew
              ? `#${buildEntryAnchor(firstNew.id, firstNew.entry_number)}`
              : `${buildSheetQuery(unfiltered, { order_by: 'desc' })}#entries`,
          }
        : undefined,
      cite: citationStart(docket, court),
      // Forms of the lines return here.
      here: `${String(docket.absolute_url)}${buildSheetQuery(request, { page: page > 1 ? String(page) : '' })}`,
      entries: entries.map(({ documents, ...entry }) => ({
        ...entry,
        anchor: buildEntryAnchor(entry.id, entry.entry_number),
        time: entry.time_filed?.slice(0, 5),
        filedShort: entry.date_filed && citedDate(entry.date_filed),
        late: lateMark(entry),
        isNew: added?.ids.has(entry.id) === true,
        ...grouped(documents ?? [], actions),
      })),
      sort: buildSheetQuery(request, { order_by: newestFirst ? '' : 'desc' }),
      previous: page > 1 && buildSheetQuery(request, { page: page > 2 ? String(page - 1) : '' }),
      next: page < pages && buildSheetQuery(request, { page: String(page + 1) }),
      json: list,
      csv: `${list}&format=csv`,
      listed: api.isFiltered ? 'matching' : 'all',
    }
  }
}

/** The entries in the API, which has filters for numbers and dates but not for words. */
function listInApi(docket: string, filters: SheetFilters) {
  const { from, to, after, before, words, isInvalid } = filters
  const given = Object.entries({
    entry_number__gte: from,
    entry_number__lte: to,
    date_filed__gte: after,
    date_filed__lte: before,
  }).filter((entry): entry is [string, string] => entry[1] !== null)
  const isFiltered = given.length > 0 && !words.length && !isInvalid
  const order = { order_by: 'recap_sequence_number,entry_number' }
  const query = new URLSearchParams({
    docket,
    ...(isFiltered && Object.fromEntries(given)),
    ...order,
  })
  return { isFiltered, query: query.toString().replaceAll('%2C', ',') }
}

/** The date of entry, at the end of an entry's text. */
const ENTERED = /\(Entered:? (\d{1,2})\/(\d{1,2})\/(\d{4})\)\s*$/i

/** Marks an entry that the court entered on a later day than it was filed. */
function lateMark({
  date_filed: filed,
  description,
}: Pick<SheetEntry, 'date_filed' | 'description'>): string | undefined {
  const [, month, day, year] = ENTERED.exec(description.slice(-40)) ?? []
  if (!filed || !year) return undefined
  const entered = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  return entered > filed ? `Entered ${entered}` : undefined
}

/**
 * A citation of an entry up to its date: `Roe v. Doe, No. 1:24-cv-01187 (S.D.N.Y.` (Bluebook,
 * rule 10.8.1 and B17.1.4).
 */
function citationStart(docket: ShownRecord, court: ShownRecord | undefined): string {
  const name = abbreviateCaseName(String(docket.case_name || docket.case_name_full || ''))
  const number = docket.docket_number ? `No. ${String(docket.docket_number)}` : ''
  return `${[name, number].filter(Boolean).join(', ')} (${String(court?.citation_string ?? '')}`
}

/** Separates main documents from attachments, which are collapsed. */
function grouped(documents: SheetDocument[], actions: ReadonlyMap<number, LineAction[]>) {
  const shown = documents.map((document) => ({
    ...document,
    name: nameOf(document),
    note: noteOf(document),
    file: document.is_available && !document.is_sealed && storageAddress(document.filepath_local),
    actions: actions.get(document.id) ?? [],
  }))
  return {
    main: shown.filter(({ attachment_number: at }) => at === null),
    attachments: shown.filter(({ attachment_number: at }) => at !== null),
  }
}

function linesOf(entries: SheetEntry[]) {
  const groups = entries.map(({ documents }) => documents ?? [])
  const alone = groups.filter((documents) => documents.length === 1).flat()
  return { documents: groups.flat(), alone: new Set(alone.map(({ id }) => id)) }
}

/** Distinguishes links with the same label for screen readers. */
const nameOf = ({ document_number: number, attachment_number: at }: SheetDocument) =>
  ['document', [number, at].filter((part) => part !== null && part !== '').join('-')].join(' ')

function noteOf(document: SheetDocument): string {
  const { page_count: pages, is_available: isHere, is_sealed: isSealed } = document
  const length = pages === null ? [] : [`${pages} ${pages === 1 ? 'page' : 'pages'}`]
  if (isSealed || isHere || pages === null) return length.join('')
  const price = document.is_free_on_registry
    ? 'free at the court'
    : `$${formatDocumentPrice(document)} at the court`
  return [...length, price].join(', ')
}

/** Additional facts of bankruptcy and appellate dockets. */
async function furtherFacts(
  records: Records,
  { bankruptcy_information: bankruptcy, original_court_info: origin }: ShownRecord
): Promise<Record<string, unknown>> {
  const key = /(\d+)\/$/.exec(typeof bankruptcy === 'string' ? bankruptcy : '')?.[1]
  return {
    bankruptcy: key && (await records.find('bankruptcy-information', key)),
    origin,
  }
}
