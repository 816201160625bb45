import { choiceWords } from '#api/choices'
import type { Records, ShownRecord } from '#api/records'
import { formatSampleMark, type SampleKind } from '#api/sample_records'
import { storageAddress } from '#app/storage/stored_files'
import { cleanedText } from '#app/web/cleaned_texts'
import { linkKey, linkKeys } from '#app/web/link_key'
import type { PageLink, RecordPages } from '#app/web/record_pages'
import { PRECEDENTIAL_STATUSES } from '../../resources/codes.js'
import { courtPath } from '../../page_paths.js'
import {
  listAuthorities,
  listParentheticals,
  SHOWN_AUTHORITIES,
  listUnmatchedCitations,
} from './authorities.js'
import {
  bluebookCitation,
  californiaCitation,
  markdownCitation,
  newYorkCitation,
  pinpointCitation,
  plainCitation,
  shortCitation,
  formatCitation,
  type CitedCase,
  type Citation,
} from './case_citation.js'
import { citedByPath, citingDecisions, SHOWN_CITING } from './cited_by.js'
import { citesQuery } from '../../search/case_searches.js'
import {
  loadOpinionText,
  buildOpinionHeading,
  headingText,
  summaryHeading,
  listOpinionPeople,
} from './decision_text.js'

const DOCKET_FIELDS =
  'id,absolute_url,docket_number,case_name,court_id,appeal_from,appeal_from_str,date_argued,date_reargued'
/** Maximum opinions in the search for related decisions. */
const MAX_RELATED = 20
const COURT_FIELDS = 'id,full_name,short_name,citation_string'

/**
 * Loads the data of a decision's page.
 *
 * @param sample set for a decision of the sample archive
 */
export async function loadDecision(pages: RecordPages, cluster: ShownRecord, sample?: SampleKind) {
  const { records } = pages
  const { reader } = records
  const id = Number(cluster.id)
  const [[docket], opinions, authorities, citing, descriptions, unmatched] = await Promise.all([
    records.list('dockets', { id: String(cluster.docket_id) }, { fields: DOCKET_FIELDS }),
    records.list('opinions', { cluster: String(id) }, { order: 'id', omit: 'opinions_cited' }),
    listAuthorities(reader, id),
    citingDecisions(reader, id, { limit: SHOWN_CITING }),
    listParentheticals(reader, id),
    listUnmatchedCitations(reader, id),
  ])
  const [courts, people] = await Promise.all([
    courtsOf(records, docket),
    pages.linksTo('people', [
      ...linkKeys(cluster.panel),
      ...linkKeys(cluster.non_participating_judges),
      ...opinions.flatMap(listOpinionPeople),
    ]),
  ])
  const court = courts.get(String(docket?.court_id))
  const cited = citedCase(cluster, docket, court)
  const summary = sample === 'summary' && (opinions.length > 1 ? 'several' : 'one')
  const shownOpinions = await Promise.all(
    inOrder(cluster, opinions).map((opinion) => shownOpinion(opinion, people, summary))
  )
  const mark = sample === 'invented' ? ` ${formatSampleMark(sample)}` : ''
  const pinpoint = pinpointCitation(cited, {
    firstBreak: shownOpinions.find(({ firstPage }) => firstPage)?.firstPage,
    isNumbered: shownOpinions.some(({ html, text }) => NUMBERED.test(html ?? text ?? '')),
  })
  return {
    docket,
    court: court && { ...court, path: courtPath(court) },
    appealFrom: appealOf(docket, courts),
    citations: cited.citations.map(formatCitation).join(', '),
    cited,
    styles: {
      bluebook: bluebookCitation(cited) + mark,
      california: californiaCitation(cited) + mark,
      newYork: newYorkCitation(cited) + mark,
      short: shortCitation(cited) + mark,
      plain: plainCitation(cited) + mark,
    },
    // A summary must not be quoted as the words of the court.
    quoted: sample
      ? { ...pinpoint, after: `${pinpoint.after} ${formatSampleMark(sample)}` }
      : pinpoint,
    markdown: (address: string) => markdownCitation(cited, address) + mark,
    status: choiceWords(PRECEDENTIAL_STATUSES, cluster.precedential_status),
    panel: linksOf(cluster.panel, people),
    absent: linksOf(cluster.non_participating_judges, people),
    headmatter: await cleanedText({ kind: 'html', text: String(cluster.headmatter) }),
    summaries: await textsOf(cluster, SUMMARIES),
    background: await textsOf(cluster, BACKGROUND),
    opinions: shownOpinions,
    files: filesOf(cluster, shownOpinions),
    authorities: authorities.slice(0, SHOWN_AUTHORITIES),
    moreAuthorities: authorities.length > SHOWN_AUTHORITIES,
    citing: citing.decisions,
    citingCount: citing.count,
    citedByPath: citedByPath(cluster.absolute_url),
    citedBy: searchPath(citesQuery(opinions.map((opinion) => opinion.id))),
    related: opinions.length
      ? searchPath(
          `related:${opinions
            .slice(0, MAX_RELATED)
            .map((opinion) => opinion.id)
            .join(',')}`
        )
      : undefined,
    descriptions,
    unmatched,
  }
}

/** The number of a paragraph: `[¶ 12]`, `{¶ 12}`, or `¶ 12` at its beginning. */
const NUMBERED = /[[{]\s*¶\s*\d|<p[^>]*>\s*¶\s*\d/

export type ShownDecision = Awaited<ReturnType<typeof loadDecision>>

/** Texts shown before the opinions, and texts in a collapsed section. */
const SUMMARIES = [
  ['syllabus', 'Syllabus'],
  ['summary', 'Summary'],
  ['headnotes', 'Headnotes'],
] as const
const BACKGROUND = [
  ['procedural_history', 'Procedural history'],
  ['history', 'Earlier events'],
  ['posture', 'Posture'],
  ['other_dates', 'Other dates'],
  ['attorneys', 'Counsel'],
  ['arguments', 'Arguments of counsel'],
  ['cross_reference', 'Similar case'],
  ['correction', 'Correction'],
] as const

function textsOf(cluster: ShownRecord, wanted: readonly (readonly [string, string])[]) {
  const shown = wanted.filter(([name], place) => {
    const text = String(cluster[name] ?? '').trim()
    // Some sources repeat the syllabus as the summary.
    return text && wanted.findIndex(([other]) => cluster[other] === cluster[name]) === place
  })
  return Promise.all(
    shown.map(async ([name, label]) => ({
      name,
      label,
      html: await cleanedText({ kind: 'html', text: String(cluster[name]) }),
    }))
  )
}

async function courtsOf(
  records: Records,
  docket: ShownRecord | undefined
): Promise<Map<string, ShownRecord>> {
  const keys = docket ? [String(docket.court_id), linkKey(docket.appeal_from)] : []
  const documents = await records.documents(
    records.registry.get('courts'),
    keys.filter((key) => key !== undefined),
    { base: '/api/rest/v4/', suffix: '/', fields: COURT_FIELDS }
  )
  return new Map(Array.from(documents, ([key, json]) => [key, JSON.parse(json) as ShownRecord]))
}

/** The lower court or agency, with a link if it has a page. */
function appealOf(
  docket: ShownRecord | undefined,
  courts: ReadonlyMap<string, ShownRecord>
): { label: string; path?: string }[] {
  const court = courts.get(linkKey(docket?.appeal_from) ?? '')
  if (court) return [{ label: String(court.full_name), path: courtPath(court) }]
  return docket?.appeal_from_str ? [{ label: String(docket.appeal_from_str) }] : []
}

function citedCase(
  cluster: ShownRecord,
  docket: ShownRecord | undefined,
  court: ShownRecord | undefined
): CitedCase {
  return {
    name: String(cluster.case_name || cluster.case_name_full || `No. ${cluster.id}`),
    shortName: String(cluster.case_name_short ?? ''),
    citations: cluster.citations as Citation[],
    court: String(court?.citation_string ?? ''),
    courtName: String(court?.full_name ?? ''),
    docketNumber: String(docket?.docket_number ?? ''),
    decided: String(cluster.date_filed),
  }
}

/** Sorts opinions in the order of the record. */
function inOrder(cluster: ShownRecord, opinions: ShownRecord[]): ShownRecord[] {
  const places = new Map(linkKeys(cluster.sub_opinions).map((key, place) => [key, place]))
  const placeOf = ({ id }: ShownRecord) => places.get(String(id)) ?? places.size
  return opinions.toSorted((one, other) => placeOf(one) - placeOf(other))
}

async function shownOpinion(
  opinion: ShownRecord,
  people: ReadonlyMap<string, PageLink>,
  summary: false | 'one' | 'several'
) {
  const heading = buildOpinionHeading(opinion, people)
  return {
    id: opinion.id,
    resource_uri: String(opinion.resource_uri),
    heading,
    headingText: summary ? summaryHeading(heading, summary) : headingText(heading),
    isSummary: summary !== false,
    isRecognized: opinion.extracted_by_ocr === true,
    file: storageAddress(opinion.local_path),
    source: webAddress(opinion.download_url),
    ...(await loadOpinionText(opinion)),
  }
}

function filesOf(
  cluster: ShownRecord,
  opinions: Awaited<ReturnType<typeof shownOpinion>>[]
): { label: string; path: string }[] {
  const files = [
    ...opinions.map(({ file, headingText: heading }) => ({
      label: opinions.length > 1 ? `Original file: ${heading}` : 'Original file',
      path: file,
    })),
    { label: 'Scan (PDF)', path: storageAddress(cluster.filepath_pdf_harvard) },
    { label: 'Scan (PDF)', path: storageAddress(cluster.filepath_pdf_scan) },
  ]
  return files.filter((file): file is { label: string; path: string } => Boolean(file.path))
}

function linksOf(links: unknown, people: ReadonlyMap<string, PageLink>): PageLink[] {
  return linkKeys(links).flatMap((key) => people.get(key) ?? [])
}

const searchPath = (q: string) => `/search/?${new URLSearchParams({ q, stat_all: 'on' })}`

/** The value if it is an HTTP URL; sources may have other values. */
function webAddress(address: unknown): string | undefined {
  return typeof address === 'string' && /^https?:\/\//.test(address) ? address : undefined
}
