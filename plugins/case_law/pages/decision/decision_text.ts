/** The text and heading of an opinion on its page. */
import type { ShownRecord } from '#api/records'
import { cleanedText } from '#app/web/cleaned_texts'
import type { PageLink } from '#app/web/record_pages'
import { linkKey, linkKeys } from '#app/web/link_key'
import { htmlText } from '#app/search_engine/analysis/html_text'
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
  /** Headings and footnotes of the HTML. */
  contents: { anchor: string; label: string }[]
  /** The first page number of a reporter in the text, if any. */
  firstPage?: string
}

/**
 * The best text of an opinion. Page numbers of a reporter become anchors (`opinion-7-page-102`),
 * which the style sheet shows in the margin. Footnotes in XML become links in both directions.
 * Paragraphs get links, and citations of other decisions get anchors (`opinion-7-cites-1026`).
 */
export async function loadOpinionText(opinion: ShownRecord): Promise<OpinionText> {
  const source = HTML_SOURCES.find((name) => opinion[name])
  if (!source) return { text: String(opinion.plain_text), contents: [] }
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
  const [firstPage] = pages
  return { ...addAnchors(html, prefix), firstPage }
}

const PARAGRAPH = /<p((?: [^>]*)?)>([\s\S]*?)<\/p>/g
const HEADING = /<(h[2-6])((?: [^>]*)?)>([\s\S]*?)<\/\1>/g
const CITED_DECISION = /<a href="\/opinion\/(\d{1,18})\/[^"]*"(?=>)/g
const FOOTNOTES = '<div class="footnotes">'
/** Maximum headings of an opinion in the table of contents, and characters of each. */
const MAX_HEADINGS = 40
const MAX_LABEL = 80

/** The anchor of the first citation of a decision in an opinion. */
export function citationAnchor(opinion: unknown, citedCluster: unknown): string {
  return `opinion-${opinion}-cites-${citedCluster}`
}

/**
 * Adds links to paragraphs, and anchors to headings, footnotes, and the first citation of each
 * decision.
 *
 * @param html sanitized HTML
 * @param prefix of the anchors: `opinion-7`
 */
function addAnchors(html: string, prefix: string): Pick<OpinionText, 'html' | 'contents'> {
  const contents: OpinionText['contents'] = []
  const cited = new Set<string>()
  let paragraphs = 0
  const withLinks = html.replace(PARAGRAPH, (whole, attributes: string, text: string) => {
    if (!/\w/.test(text)) return whole
    paragraphs++
    const { anchor, all } = withAnchor(attributes, `${prefix}-paragraph-${paragraphs}`)
    return `<p${all}>${text}<a class="paragraph-link" href="#${anchor}" aria-label="Link to paragraph ${paragraphs}"></a></p>`
  })
  const withHeadings = withLinks.replace(
    HEADING,
    (whole, tag: string, attributes: string, text: string) => {
      const label = htmlText(text).replaceAll(/\s+/g, ' ').trim()
      if (!label || contents.length === MAX_HEADINGS) return whole
      const { anchor, all } = withAnchor(attributes, `${prefix}-heading-${contents.length + 1}`)
      const isLong = label.length > MAX_LABEL
      contents.push({ anchor, label: isLong ? `${label.slice(0, MAX_LABEL).trim()} …` : label })
      return `<${tag}${all}>${text}</${tag}>`
    }
  )
  const anchored = withHeadings.replace(CITED_DECISION, (link, cluster: string) => {
    if (cited.has(cluster)) return link
    cited.add(cluster)
    return `${link} id="${prefix}-cites-${cluster}"`
  })
  if (!anchored.includes(FOOTNOTES)) return { html: anchored, contents }
  const anchor = `${prefix}-footnotes`
  contents.push({ anchor, label: 'Footnotes' })
  return { html: anchored.replace(FOOTNOTES, `<div class="footnotes" id="${anchor}">`), contents }
}

/** Adds an anchor to the attributes of an element without an ID. */
function withAnchor(attributes: string, anchor: string): { anchor: string; all: string } {
  const own = / id="([^"]+)"/.exec(attributes)?.[1]
  return own ? { anchor: own, all: attributes } : { anchor, all: `${attributes} id="${anchor}"` }
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

/** The heading of a text of the sample archive: it isn't the opinion, and its author didn't write it. */
export function summaryHeading(heading: OpinionHeading, of: 'one' | 'several'): string {
  const { kind, author } = heading
  const subject = author ? `${kind.toLowerCase()} by ${author.label}` : kind.toLowerCase()
  return of === 'one'
    ? 'Summary written for the sample archive'
    : `Summary of the ${subject}, written for the sample archive`
}

/** The heading as text: `Dissent, by John Marshall Harlan`. */
export function headingText({ kind, author, isPerCuriam }: OpinionHeading): string {
  if (isPerCuriam) return `${kind}, per curiam`
  return author ? `${kind}, by ${author.label}` : kind
}
