/**
 * A page of the documentation: its title, its place among the others, and its
 * sections.
 */

/** Groups of pages, in the order of the menu. */
export const GROUPS = ['Start', 'API', 'Search', 'Account', 'Operate', 'Extend'] as const
export type Group = (typeof GROUPS)[number]

export interface DocPage {
  name: string
  title: string
  /** Markdown. */
  text: string
  group: Group
  /** Place in the group. */
  place: number
}

/** The last line of a page: `<!-- group: API 2 -->`. A page without one extends the server. */
const MARK = /\n<!-- group: (\w+)(?: (\d+))? -->\s*$/

/** Reads a page. */
export function readDocPage(name: string, source: string): DocPage {
  const [, named, place] = MARK.exec(source) ?? []
  const text = source.replace(MARK, '\n')
  return {
    name,
    title: /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? name,
    text,
    group: GROUPS.find((group) => group === named) ?? 'Extend',
    place: Number(place ?? Infinity),
  }
}

/** In the order of the menu. */
export function inMenuOrder(pages: readonly DocPage[]): DocPage[] {
  return pages.toSorted(
    (a, b) =>
      GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) ||
      (a.place === b.place ? 0 : a.place - b.place) ||
      (a.title < b.title ? -1 : 1)
  )
}

/** The name of a heading in addresses. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}
