/** Pages with single entries of many cases: feeds, notices, and free opinions (docket-json, 7). */
import type { FreeOpinion } from '#app/court_pages/free_opinions_report'
import type { Notice } from '#app/court_pages/notice'
import type { RssDocket } from '#app/court_pages/rss_feed'
import type { DocketSheet, EntrySource } from '../schema.js'
import {
  docketValues,
  type PrintedDocket,
  type PageContext,
  type PageSheet,
  atMost,
  removeEmptyValues,
} from './values.js'
import { sheetEntries, type PrintedEntry } from './entries.js'

/** The sheets of a feed, one per item. */
export function rssFeed(items: RssDocket[], context: PageContext): PageSheet[] {
  return items.map((item) => {
    const bankruptcy = removeEmptyValues({
      chapter: atMost(10, item.chapter),
      trustee_str: item.trustee_str,
    })
    const entries = item.docket_entries.map((entry) => atCourt(entry, context.court))
    return announced(item, entries, {
      source: 'feed',
      context: of(item.pacer_case_id, context, items.length),
      ...(Object.keys(bankruptcy).length && { bankruptcy }),
    })
  })
}

/** Courts on the other side of the date line, and how many hours they are ahead of Greenwich. */
const AHEAD = new Map(['gud', 'gub', 'nmid', 'nmib'].map((court) => [court, 10]))
const HOUR = 3_600_000
const IN_GREENWICH = /T\d{2}:\d{2}:\d{2}\+00:00$/

/**
 * An entry of a feed with the day of entry, if the time is that of the court. Most feeds print the
 * time of Greenwich, where the day is that of the court or the next one.
 */
function atCourt(entry: PrintedEntry, court: string): PrintedEntry {
  const { date_filed: printed } = entry
  if (!printed) return entry
  const hours = AHEAD.get(court)
  if (!IN_GREENWICH.test(printed)) return { ...entry, date_entered: printed.slice(0, 10) }
  if (!hours) return entry
  const time = new Date(Date.parse(printed) + hours * HOUR).toISOString().slice(0, 19)
  return { ...entry, date_filed: `${time}+${hours}:00`, date_entered: time.slice(0, 10) }
}

/** The sheets of a notice, one per case. */
export function notice({ dockets }: Notice, context: PageContext): PageSheet[] {
  return dockets.map((docket) => {
    const [entry] = docket.docket_entries
    return announced(docket, docket.docket_entries, {
      source: 'notice',
      context: of(entry?.pacer_case_id ?? null, context, dockets.length),
    })
  })
}

/** The sheets of a free opinions report; its documents are free of charge. */
export function freeOpinions(opinions: FreeOpinion[], context: PageContext): PageSheet[] {
  return opinions.map((opinion) => {
    const page = announced({ ...opinion, date_filed: null }, [opinion], {
      source: 'opinions',
      context: of(opinion.pacer_case_id, context, opinions.length),
    })
    for (const { documents = [] } of page.sheet.docket_entries ?? [])
      for (const document of documents) document.is_free_on_registry = true
    return page
  })
}

/** The sender's case ID applies only if the page has a single case. */
function of(caseId: string | null, context: PageContext, cases: number): PageContext {
  const given = cases === 1 ? context.registryCaseId : null
  return { ...context, registryCaseId: caseId ?? given }
}

interface Announced {
  source: EntrySource
  context: PageContext
  bankruptcy?: NonNullable<DocketSheet['bankruptcy_information']>
}

function announced(
  docket: PrintedDocket,
  entries: PrintedEntry[],
  { source, context, bankruptcy }: Announced
): PageSheet {
  return {
    sheet: {
      docket: docketValues(docket, context),
      docket_entries: sheetEntries(entries),
      ...(bankruptcy && { bankruptcy_information: bankruptcy }),
    },
    rules: { fromPage: true, singleEntries: true, source },
  }
}
