/** The data of a court's page. */
import { choiceWords } from '#api/choices'
import type { Records, ShownRecord } from '#api/records'
import { NamedStatement } from '#app/database/named_statement'
import { linkKey, linkKeys } from '#app/web/link_key'
import type { PageLink } from '#app/web/record_pages'
import { COURT_JURISDICTIONS } from '../../resources/codes.js'
import { SHOWN_COURT } from '../../search/case_searches.js'
import { courtPath } from '../../page_paths.js'
import type { Reader } from '#app/database/reader'
import { caseNameSql } from '#app/search/sql'

const MAX_RELATED = 500

/** Related courts and their relation. */
const AROUND = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT 'below' AS place, court.id, court.short_name, court.full_name, court.position
     FROM court_appeals_to appeal JOIN courts court ON court.id = appeal.from_court_id
     WHERE appeal.to_court_id = $1 AND ${SHOWN_COURT}
     UNION ALL
     SELECT 'part', court.id, court.short_name, court.full_name, court.position
     FROM courts court WHERE court.parent_court_id = $1 AND ${SHOWN_COURT}
     UNION ALL
     SELECT 'named', court.id, court.short_name, court.full_name, court.position
     FROM courts court WHERE court.id = ANY($2) AND ${SHOWN_COURT}
     ORDER BY position LIMIT ${MAX_RELATED}
   ) AS shown`
)

type Around = ShownRecord & { place: 'below' | 'part' | 'named' }

export async function loadCourt({ reader }: Records, court: ShownRecord) {
  const above = linkKeys(court.appeals_to)
  const parent = linkKey(court.parent_court)
  const [rows, decisions] = await Promise.all([
    reader.rows(AROUND, [court.id, parent ? [...above, parent] : above]),
    newestDecisions(reader, String(court.id)),
  ])
  const around = rows.map(([json]) => JSON.parse(json!) as Around)
  const jurisdiction = choiceWords(COURT_JURISDICTIONS, court.jurisdiction)
  const links = (isWanted: (one: Around) => boolean) => around.filter(isWanted).map(linkOf)
  return {
    jurisdiction,
    appealsTo: links(({ place, id }) => place === 'named' && above.includes(String(id))),
    partOf: links(({ place, id }) => place === 'named' && id === parent),
    appealsFrom: links(({ place }) => place === 'below'),
    parts: links(({ place }) => place === 'part'),
    decisions,
    home: /^https?:\/\//.test(String(court.url)) ? String(court.url) : undefined,
    search: `/search/?${new URLSearchParams({ court: String(court.id), order_by: 'dateFiled desc', stat_all: 'on' })}`,
    sentence: (name: string) =>
      `${name}${jurisdiction ? ` (${jurisdiction.toLowerCase()} court)` : ''}: judges, latest decisions, and related courts.`,
  }
}

export type ShownCourt = Awaited<ReturnType<typeof loadCourt>>

/** Structured data of a court (schema.org). */
export function linkedCourt(
  court: ShownRecord,
  { home, partOf }: ShownCourt,
  absolute: (path: string) => string
): Record<string, unknown> {
  const address = absolute(courtPath(court))
  return {
    '@type': 'GovernmentOrganization',
    '@id': address,
    'url': address,
    'name': court.full_name,
    'alternateName': court.citation_string || court.short_name,
    ...(home && { sameAs: home }),
    ...(court.start_date ? { foundingDate: court.start_date } : {}),
    ...(court.end_date ? { dissolutionDate: court.end_date } : {}),
    ...(partOf[0] && {
      parentOrganization: {
        '@type': 'GovernmentOrganization',
        'name': partOf[0].label,
        'url': absolute(partOf[0].path),
      },
    }),
  }
}

function linkOf(court: ShownRecord): PageLink {
  return { label: String(court.full_name), path: courtPath(court) }
}

interface CourtDecision {
  id: number
  path: string
  name: string
  decided: string
  citation: string | null
  docket_number: string | null
}

const SHOWN = 20
/** The number of latest decisions of all courts to scan. */
const RECENT = 10_000
/** The maximum number of cases for which all decisions of a court can be sorted. */
const FEW_CASES = 5_000

const COLUMNS = `c.id, '/opinion/' || c.id || '/' || coalesce(nullif(c.slug, ''), '-') || '/' AS path,
  ${caseNameSql('c')} AS name, c.date_filed AS decided, d.docket_number,
  (SELECT concat_ws(' ', one.volume, one.reporter, one.page) FROM citations one
    WHERE one.cluster_id = c.id ORDER BY one.id LIMIT 1) AS citation`

const AMONG_RECENT = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ${COLUMNS} FROM (
       SELECT recent.* FROM (SELECT id, docket_id, slug, case_name, case_name_full, case_name_short, date_filed
         FROM opinion_clusters ORDER BY date_filed DESC, id DESC LIMIT ${RECENT}) AS recent
       JOIN dockets d ON d.id = recent.docket_id WHERE d.court_id = $1
       ORDER BY recent.date_filed DESC, recent.id DESC LIMIT ${SHOWN}
     ) AS c JOIN dockets d ON d.id = c.docket_id ORDER BY c.date_filed DESC, c.id DESC
   ) AS shown`
)

const OF_FEW_CASES = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT ${COLUMNS} FROM opinion_clusters c JOIN dockets d ON d.id = c.docket_id
     WHERE d.id IN (SELECT id FROM dockets WHERE court_id = $1 ORDER BY id LIMIT ${FEW_CASES})
     ORDER BY c.date_filed DESC, c.id DESC LIMIT ${SHOWN}
   ) AS shown`
)

const HAS_MORE_CASES = new NamedStatement(
  `SELECT 1 FROM dockets WHERE court_id = $1 ORDER BY id OFFSET ${FEW_CASES} LIMIT 1`
)

/** @returns for a court with many cases, only those among the latest decisions of all courts */
export async function newestDecisions(reader: Reader, court: string): Promise<CourtDecision[]> {
  const recent = await read(reader, AMONG_RECENT, court)
  if (recent.length === SHOWN) return recent
  const [hasMore] = await reader.rows(HAS_MORE_CASES, [court])
  return hasMore ? recent : read(reader, OF_FEW_CASES, court)
}

async function read(
  reader: Reader,
  statement: NamedStatement,
  court: string
): Promise<CourtDecision[]> {
  const rows = await reader.rows(statement, [court])
  return rows.map(([json]) => JSON.parse(json!) as CourtDecision)
}
