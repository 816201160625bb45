/** The text and heading of an opinion on its page. */
import type { ShownRecord } from '#api/records'
import { cleanedText } from '#app/web/cleaned_texts'
import type { PageLink } from '#app/web/record_pages'
import { linkKey, linkKeys } from '#app/web/link_key'
import { kindOfOpinion } from '../../opinion_types.js'

/** Sources of the text, best first (contract, opinions). */
const HTML_SOURCES = [
  'html_with_citations',
  'html_columbia',
  'html_lawbox',
  'html_anon_2020',
  'html',
  'xml_harvard',
  'xml_scan',
]
const XML_NOTES: [RegExp, string][] = [
  [
    /<footnotemark>\s*([\w*†‡]{1,8})\s*<\/footnotemark>/g,
    '<sup><a class="footnote" href="#fn$1" id="fn$1_ref">$1</a></sup>',
  ],
  [
    /<footnote label="([\w*†‡]{1,8})"[^>]*>/g,
    '<div class="footnote" id="fn$1"><a class="footnote" href="#fn$1_ref">$1</a> ',
  ],
  [/<\/footnote>/g, '</div>'],
  [/<page-number\b[^>]*>([^<]{1,12})<\/page-number>/g, '<span class="star-pagination">$1</span>'],
]
const PAGE_NUMBER = /<span class="star-pagination">\s*\*?\s*([\w-]{1,12})\s*<\/span>/g

export interface OpinionText {
  /** Sanitized HTML; undefined if the opinion has only plain text. */
  html?: string
  text?: string
  /** Whether the text has page numbers of a reporter. */
  hasPages: boolean
}

/**
 * The best text of an opinion. Page numbers of a reporter become anchors (`opinion-7-page-102`),
 * which the style sheet shows in the margin. Footnotes in XML become links in both directions.
 */
export async function loadOpinionText(opinion: ShownRecord): Promise<OpinionText> {
  const source = HTML_SOURCES.find((name) => opinion[name])
  if (!source) return { text: String(opinion.plain_text), hasPages: false }
  const prefix = `opinion-${opinion.id}`
  const marked = XML_NOTES.reduce(
    (html, [pattern, replacement]) => html.replace(pattern, replacement),
    String(opinion[source])
  )
  const pages = new Set<string>()
  const cleaned = await cleanedText({ kind: 'decision', text: marked, prefix })
  const html = cleaned.replace(PAGE_NUMBER, (_, page: string) => {
    const id = pages.has(page) ? '' : ` id="${prefix}-page-${page}"`
    pages.add(page)
    return `<span class="star-pagination"${id}><span aria-hidden="true">*</span><span class="page-number"><span class="visually-hidden">page </span>${page}</span></span>`
  })
  return { html, hasPages: pages.size > 0 }
}

interface OpinionHeading {
  /** `Dissent`. */
  kind: string
  /** Author; without a path if the person has no page. */
  author?: { label: string; path?: string }
  isPerCuriam: boolean
  joined: { label: string; path?: string }[]
}

/** IDs of the author and the joining judges. */
export function listOpinionPeople({ author, joined_by: joined }: ShownRecord): string[] {
  const writer = linkKey(author)
  return [...(writer ? [writer] : []), ...linkKeys(joined)]
}

/** @param people links by ID */
export function buildOpinionHeading(
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

/** The heading as text: `Dissent, by John Marshall Harlan`. */
export function headingText({ kind, author, isPerCuriam }: OpinionHeading): string {
  if (isPerCuriam) return `${kind}, per curiam`
  return author ? `${kind}, by ${author.label}` : kind
}
