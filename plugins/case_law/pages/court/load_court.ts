/** What the page of a court shows beside its record. */
import { choiceWords } from '#api/choice_words'
import type { Records, ShownRecord } from '#api/records'
import { NamedStatement } from '#app/database/named_statement'
import { linkKey, linkKeys } from '#app/web/link_key'
import type { PageLink } from '#app/web/record_pages'
import { COURT_JURISDICTIONS } from '../../resources/codes.js'
import { SHOWN_COURT } from '../../search/courts.js'
import { newestDecisions } from './newest_decisions.js'
import { courtPath } from './paths.js'

const MAX_RELATED = 500

/** Courts around one, each with what it is to it. */
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
      `${name}${jurisdiction ? ` (${jurisdiction.toLowerCase()} court)` : ''}: judges, newest decisions and the courts its appeals go to.`,
  }
}

export type ShownCourt = Awaited<ReturnType<typeof loadCourt>>

/** A court in the words of schema.org. */
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
