import type { Records, ShownRecord } from '#api/records'
import { linkKey } from '#app/web/link_key'
import type { PageLink, RecordPages } from '#app/web/record_pages'
import { REPORT_TYPES } from '../resources/codes.js'
import { disclosureTables } from './disclosure_tables.js'

/** Maximum disclosures on a person's page. */
const MAX_LISTED = 200

/** The default report type, which tabs omit. */
const USUAL = 'annual report'

/** Fields used in the title and path of a disclosure. */
export const TITLE_FIELDS = 'id,year,report_type'

/** `Annual report 2021`. */
export function formatDisclosureTitle({ report_type: type, year }: ShownRecord): string {
  const known = REPORT_TYPES.find(({ value }) => String(value) === String(type) && value !== '-1')
  return `${sentence(known?.display_name ?? 'Disclosure')} ${Number(year)}`
}

export function disclosurePath(disclosure: ShownRecord): string {
  return `/disclosure/${disclosure.id}/${formatDisclosureTitle(disclosure).toLowerCase().replaceAll(' ', '-')}/`
}

/** Loads the data of a disclosure's page. */
export async function loadDisclosure(pages: RecordPages, disclosure: ShownRecord) {
  const person = linkKey(disclosure.person)
  const [people, others] = await Promise.all([
    pages.linksTo('people', person ? [person] : []),
    person ? disclosuresOf(pages.records, person) : [],
  ])
  const [judge] = [...people.values()] as (PageLink | undefined)[]
  return {
    judge,
    years: others.length > 1 ? others.map((other) => tabOf(other, disclosure)) : [],
    tables: disclosureTables(disclosure),
    file: localAddress(disclosure.filepath),
    thumbnail: localAddress(disclosure.thumbnail),
  }
}

export type ShownDisclosure = Awaited<ReturnType<typeof loadDisclosure>>

/** Loads the section of a person's page. */
export async function loadPersonDisclosures(
  records: Records,
  { id }: ShownRecord
): Promise<Record<string, unknown> | undefined> {
  const disclosures = await disclosuresOf(records, String(id))
  if (!disclosures.length) return undefined
  return {
    disclosures: disclosures.map((one) => ({
      ...one,
      title: formatDisclosureTitle(one),
      path: disclosurePath(one),
    })),
  }
}

/** Disclosures of a person, latest year first. */
async function disclosuresOf(records: Records, person: string): Promise<ShownRecord[]> {
  const disclosures = await records.list(
    'financial-disclosures',
    { person },
    { order: '-id', fields: `${TITLE_FIELDS},is_amended,page_count`, limit: MAX_LISTED }
  )
  return disclosures.toSorted((one, other) => Number(other.year) - Number(one.year))
}

/** A tab with the year, and the type and status if they aren't the default. */
function tabOf(disclosure: ShownRecord, shown: ShownRecord) {
  const kind = formatDisclosureTitle(disclosure).replace(/ \d+$/, '').toLowerCase()
  const details = [kind === USUAL ? '' : kind, disclosure.is_amended ? 'amended' : '']
  const words = details.filter(Boolean).join(', ')
  return {
    label: `${Number(disclosure.year)}${words ? ` (${words})` : ''}`,
    path: disclosurePath(disclosure),
    current: String(disclosure.id) === String(shown.id),
  }
}

/** The `/storage/` path in a URL, if any. */
function localAddress(address: unknown): string | undefined {
  const path = typeof address === 'string' ? /\/storage\/.+$/.exec(address)?.[0] : undefined
  return path
}

function sentence(words: string): string {
  return words.charAt(0) + words.slice(1).toLowerCase()
}
