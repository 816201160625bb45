/** The name of a person, and the timeline of their positions. */
import type { ShownRecord } from '#api/records'
import type { Choice } from '#api/field_types'
import { dateInWords } from '#app/web/dates'
import { linkKey } from '#app/web/link_key'
import type { RecordPages } from '#app/web/record_pages'
import {
  POSITION_TYPES,
  RETENTION_TYPES,
  SELECTION_METHODS,
  TERMINATION_REASONS,
  US_STATES,
  VOTE_TYPES,
  NAME_SUFFIXES,
} from '../../resources/codes.js'

/** Fields used in the name of a person and in the path of the page. */
export const NAME_FIELDS = ['id', 'slug', 'name_first', 'name_middle', 'name_last', 'name_suffix']

/** `William Johnson Jr.` */
export function formatPersonName(person: ShownRecord): string {
  const suffix = NAME_SUFFIXES.find(({ value }) => value === person.name_suffix)?.display_name
  const { name_first: first, name_middle: middle, name_last: last } = person
  return [first, middle, last, suffix].filter(Boolean).join(' ')
}

export function personPath({ id, slug }: ShownRecord): string {
  return `/person/${id}/${encodeURIComponent(String(slug || '-'))}/`
}

const MAX_POSTS = 200
const FIELDS = [
  'id,position_type,job_title,organization_name,location_city,location_state',
  'date_nominated,date_elected,date_recess_appointment,date_confirmation',
  'date_start,date_granularity_start,date_termination,date_granularity_termination',
  'termination_reason,vote_type,voice_vote,votes_yes,votes_no,how_selected,appointer',
  'court__id,court__full_name,school__name,retention_events',
  ...NAME_FIELDS.map((name) => `predecessor__${name}`),
].join(',')
const APPOINTER_FIELDS = ['id', ...NAME_FIELDS.map((name) => `person__${name}`)].join(',')

/** An entry of the `timeline` component. */
export interface TimelineEntry {
  when: string
  title: string
  place: { label: string; path?: string }[]
  lines: { label: string; links: { label: string; path?: string }[] }[]
}

/** The positions of a person, latest first, undated ones last. */
export async function listPositions(
  pages: RecordPages,
  person: ShownRecord
): Promise<TimelineEntry[]> {
  const posts = await pages.records.list(
    'positions',
    { person: String(person.id) },
    { order: '-date_start', fields: FIELDS, limit: MAX_POSTS }
  )
  const [appointers, courts] = await Promise.all([
    appointersOf(pages, posts),
    pages.linksTo('courts', posts.map((post) => courtOf(post)?.id).filter(isText)),
  ])
  return posts
    .toSorted((one, other) => Number(!one.date_start) - Number(!other.date_start))
    .map((post) => {
      const court = courtOf(post)
      const appointer = appointers.get(linkKey(post.appointer) ?? '')
      return {
        when: yearsOf(post),
        title: String(
          post.job_title || getCodeLabel(POSITION_TYPES, post.position_type) || 'Position'
        ),
        place: court
          ? [courts.get(court.id) ?? { label: court.full_name }]
          : [{ label: placeOf(post) }].filter(({ label }) => label),
        lines: linesOf(post, appointer),
      }
    })
}

/** The appointing people, by the ID of their position. */
async function appointersOf(
  { records }: RecordPages,
  posts: ShownRecord[]
): Promise<Map<string, ShownRecord>> {
  const keys = posts.map(({ appointer }) => linkKey(appointer)).filter(isText)
  const found = await records.documents(records.registry.get('positions'), [...new Set(keys)], {
    base: '/api/rest/v4/',
    suffix: '/',
    fields: APPOINTER_FIELDS,
  })
  return new Map(
    Array.from(found, ([key, json]) => [key, (JSON.parse(json) as { person: ShownRecord }).person])
  )
}

function linesOf(post: ShownRecord, appointer: ShownRecord | undefined): TimelineEntry['lines'] {
  const person = (one: ShownRecord) => [{ label: formatPersonName(one), path: personPath(one) }]
  const text = (label: string) => (label ? [{ label }] : [])
  const lines = [
    { label: 'Selected by', links: text(getCodeLabel(SELECTION_METHODS, post.how_selected)) },
    { label: 'Appointed by', links: appointer ? person(appointer) : [] },
    { label: 'Nominated', links: text(dateInWords(post.date_nominated)) },
    { label: 'Elected', links: text(dateInWords(post.date_elected)) },
    { label: 'Recess appointment', links: text(dateInWords(post.date_recess_appointment)) },
    { label: 'Confirmed', links: text(confirmationOf(post)) },
    {
      label: 'Predecessor',
      links: post.predecessor ? person(post.predecessor as ShownRecord) : [],
    },
    { label: 'Ended by', links: text(getCodeLabel(TERMINATION_REASONS, post.termination_reason)) },
    ...(post.retention_events as ShownRecord[]).map((event) => ({
      label: getCodeLabel(RETENTION_TYPES, event.retention_type),
      links: text(retentionOf(event)),
    })),
  ]
  return lines.filter(({ links }) => links.length)
}

function confirmationOf(post: ShownRecord): string {
  const { votes_yes: yes, votes_no: no, voice_vote: isVoice } = post
  const kind = getCodeLabel(VOTE_TYPES, post.vote_type)
  const vote = isVoice ? 'voice vote' : yes === null ? '' : `${Number(yes)} to ${Number(no ?? 0)}`
  const detail = [kind, vote].filter(Boolean).join(', ')
  const date = dateInWords(post.date_confirmation)
  return date && detail ? `${date} (${detail})` : date || detail
}

function retentionOf({ date_retention: date, won, votes_yes: yes, votes_no: no }: ShownRecord) {
  const outcome = won === true ? 'retained' : won === false ? 'not retained' : ''
  const votes =
    yes === null
      ? ''
      : `${Number(yes).toLocaleString('en-US')} to ${Number(no ?? 0).toLocaleString('en-US')}`
  return [dateInWords(date), outcome, votes].filter(Boolean).join(', ')
}

function yearsOf(post: ShownRecord): string {
  const start = dateInWords(post.date_start, '%Y')
  const end = dateInWords(post.date_termination, '%Y')
  if (!start) return end ? `until ${end}` : ''
  if (!end) return `since ${start}`
  return start === end ? start : `${start}–${end}`
}

function placeOf(post: ShownRecord): string {
  const school = post.school as { name: string } | null
  const state = getCodeLabel(US_STATES, post.location_state)
  return [school?.name ?? post.organization_name, post.location_city, state]
    .filter(Boolean)
    .join(', ')
}

function courtOf({ court }: ShownRecord): { id: string; full_name: string } | null {
  return court as { id: string; full_name: string } | null
}

const isText = (text: string | undefined): text is string => text !== undefined

/** The label of a code; empty for an unknown code. */
export function getCodeLabel(codes: Choice[], code: unknown): string {
  return codes.find(({ value }) => String(value) === String(code))?.display_name ?? ''
}
