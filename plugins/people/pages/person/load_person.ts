/** The data of a person's page. */
import type { ShownRecord } from '#api/records'
import { dateInWords } from '#app/web/dates'
import { linkKey } from '#app/web/link_key'
import type { RecordPages } from '#app/web/record_pages'
import { kindOfOpinion } from '#plugins/case_law/public'
import { photoPath } from '../../resources/person.js'
import {
  ABA_RATINGS,
  AFFILIATION_SOURCES,
  DEGREE_LEVELS,
  POLITICAL_PARTIES,
  US_STATES,
} from '../../resources/codes.js'
import { formatPersonName, getCodeLabel, listPositions } from './posts.js'
import { parsePageParam } from '#app/web/page_requests'
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import { caseNameSql } from '#app/search/sql'

export async function loadPerson(pages: RecordPages, person: ShownRecord, query: URLSearchParams) {
  const alias = linkKey(person.is_alias_of)
  const [posts, written, aliases] = await Promise.all([
    listPositions(pages, person),
    writtenBy(pages.records.reader, person.id, query),
    pages.linksTo('people', alias ? [alias] : []),
  ])
  return {
    photo: person.has_photo ? `/storage/${photoPath(person.id)}` : null,
    mainRecord: [...aliases.values()],
    born: lifeDate(person, 'dob'),
    died: lifeDate(person, 'dod'),
    parties: (person.political_affiliations as ShownRecord[]).map(partyOf),
    ratings: (person.aba_ratings as ShownRecord[]).map(ratingOf),
    educations: (person.educations as ShownRecord[]).map(educationOf),
    posts,
    written: {
      ...written,
      opinions: written.opinions.map((one) => ({ ...one, kind: kindOfOpinion(one.type) })),
    },
  }
}

export type ShownPerson = Awaited<ReturnType<typeof loadPerson>>

/** Describes a person in a sentence: the latest position and the number of opinions. */
export function formatPersonDescription(
  person: ShownRecord,
  { posts, written }: ShownPerson
): string {
  const [post] = posts
  const place = post?.place[0]?.label
  const held =
    post && `${post.title}${place ? `, ${place}` : ''}${post.when ? ` (${post.when})` : ''}`
  const opinions = written.count && `${written.count.toLocaleString('en-US')} opinions`
  const about = [held, opinions].filter(Boolean).join('; ')
  return `${formatPersonName(person)}: ${about || 'positions, education, and decisions'}.`
}

/** Structured data of a person (schema.org). */
export function linkedPerson(
  person: ShownRecord,
  { photo, posts }: ShownPerson,
  at: { address: string; absolute: (path: string) => string }
): Record<string, unknown> {
  const [post] = posts
  const court = post?.place[0]
  return {
    '@type': 'Person',
    '@id': at.address,
    'url': at.address,
    'name': formatPersonName(person),
    ...(person.date_dob ? { birthDate: known(person, 'dob') } : {}),
    ...(person.date_dod ? { deathDate: known(person, 'dod') } : {}),
    ...(photo && { image: at.absolute(photo) }),
    ...(post && { jobTitle: post.title }),
    ...(court?.path && {
      worksFor: {
        '@type': 'GovernmentOrganization',
        'name': court.label,
        'url': at.absolute(court.path),
      },
    }),
  }
}

type LifeEvent = 'dob' | 'dod'

/** The date and place of birth or death. */
function lifeDate(person: ShownRecord, event: LifeEvent): string {
  const date = dateInWords(person[`date_${event}`], person[`date_granularity_${event}`])
  const state = getCodeLabel(US_STATES, person[`${event}_state`])
  return [date, person[`${event}_city`], state].filter(Boolean).join(', ')
}

/** The known part of a date (ISO 8601). */
function known(person: ShownRecord, event: LifeEvent): string {
  const date = String(person[`date_${event}`])
  const granularity = person[`date_granularity_${event}`]
  return granularity === '%Y' ? date.slice(0, 4) : granularity === '%Y-%m' ? date.slice(0, 7) : date
}

function partyOf(one: ShownRecord): { label: string } {
  const start = dateInWords(one.date_start, one.date_granularity_start)
  const end = dateInWords(one.date_end, one.date_granularity_end)
  const source = getCodeLabel(AFFILIATION_SOURCES, one.source).toLowerCase()
  const details = [start && `from ${start}`, end && `until ${end}`, source && `source: ${source}`]
  const detail = details.filter(Boolean).join(', ')
  return {
    label: `${getCodeLabel(POLITICAL_PARTIES, one.political_party)}${detail ? ` (${detail})` : ''}`,
  }
}

function ratingOf({ rating, year_rated: year }: ShownRecord): { label: string } {
  return { label: `${getCodeLabel(ABA_RATINGS, rating)}${year ? ` (${Number(year)})` : ''}` }
}

function educationOf(one: ShownRecord) {
  const level = getCodeLabel(DEGREE_LEVELS, one.degree_level)
  return {
    school: String((one.school as { name?: string } | null)?.name ?? ''),
    degree: String(one.degree_detail || level),
    year: one.degree_year as number | null,
  }
}

interface WrittenOpinion {
  path: string
  name: string
  decided: string
  type: string
  court: string
  citation: string | null
}

const PAGE_SIZE = 25
const MAX_PAGE = 10_000

const WRITTEN = new NamedStatement(
  `SELECT to_json(shown)::text FROM (
     SELECT '/opinion/' || c.id || '/' || coalesce(nullif(c.slug, ''), '-') || '/#opinion-' || written.id AS path,
       ${caseNameSql('c')} AS name, c.date_filed AS decided, written.type, written.total,
       coalesce(nullif(court.citation_string, ''), court.short_name) AS court,
       (SELECT concat_ws(' ', one.volume, one.reporter, one.page) FROM citations one
         WHERE one.cluster_id = c.id ORDER BY one.id LIMIT 1) AS citation
     FROM (
       SELECT o.id, o.type, o.cluster_id, (count(*) OVER ())::int AS total
       FROM opinions o JOIN opinion_clusters c ON c.id = o.cluster_id WHERE o.author_id = $1
       ORDER BY c.date_filed DESC, o.id DESC LIMIT ${PAGE_SIZE} OFFSET $2
     ) AS written JOIN opinion_clusters c ON c.id = written.cluster_id
       JOIN dockets d ON d.id = c.docket_id JOIN courts court ON court.id = d.court_id
     ORDER BY c.date_filed DESC, written.id DESC
   ) AS shown`
)

interface WrittenPage {
  opinions: WrittenOpinion[]
  count: number
  previous: string | false
  next: string | false
}

async function writtenBy(
  reader: Reader,
  person: number | string,
  query: URLSearchParams
): Promise<WrittenPage> {
  const page = parsePageParam(query, MAX_PAGE)
  const rows = await reader.rows(WRITTEN, [person, (page - 1) * PAGE_SIZE])
  const found = rows.map(([json]) => JSON.parse(json!) as WrittenOpinion & { total: number })
  const count = found[0]?.total ?? 0
  const at = (number: number) => `${number > 1 ? `?page=${number}` : '?'}#written`
  return {
    opinions: found,
    count,
    previous: page > 1 && at(page - 1),
    next: page * PAGE_SIZE < count && at(page + 1),
  }
}
