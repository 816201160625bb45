/** What an opinion is called on the page of its decision: its kind, and who wrote it. */
import type { ShownRecord } from '#api/records'
import type { PageLink } from '#app/web/record_pages'
import { linkKey, linkKeys } from '#app/web/link_key'
import { kindOfOpinion } from '../../resources/opinion_kinds.js'

export interface OpinionHeading {
  /** `Dissent`. */
  kind: string
  /** Author; without a path where the archive has no page of the person. */
  author?: { label: string; path?: string }
  isPerCuriam: boolean
  joined: { label: string; path?: string }[]
}

/** Keys of the people an opinion names. */
export function peopleOfOpinion({ author, joined_by: joined }: ShownRecord): string[] {
  const writer = linkKey(author)
  return [...(writer ? [writer] : []), ...linkKeys(joined)]
}

/** @param people by key */
export function headingOf(
  opinion: ShownRecord,
  people: ReadonlyMap<string, PageLink>
): OpinionHeading {
  const writer = people.get(linkKey(opinion.author) ?? '')
  const printed = String(opinion.author_str ?? '').trim()
  const joined = linkKeys(opinion.joined_by).flatMap((key) => people.get(key) ?? [])
  const printedJoined = String(opinion.joined_by_str ?? '').trim()
  return {
    kind: kindOfOpinion(opinion.type),
    isPerCuriam: opinion.per_curiam === true,
    author: writer ?? (printed ? { label: printed } : undefined),
    joined: joined.length ? joined : printedJoined ? [{ label: printedJoined }] : [],
  }
}

/** In a line: `Dissent, by John Marshall Harlan`. */
export function headingText({ kind, author, isPerCuriam }: OpinionHeading): string {
  if (isPerCuriam) return `${kind}, per curiam`
  return author ? `${kind}, by ${author.label}` : kind
}
