/**
 * Converts a text to HTML with links from citations to their cases.
 */
import { annotate } from '#app/citations/annotate'
import type { Citation } from '#app/citations/citation'
import { escapeHtml } from '#app/support/escape_html'
import type { ReadText } from './read_text.js'

export interface Link {
  readonly opinion: number
  /** Path of the cluster's page. */
  readonly path: string
}

/**
 * HTML keeps its markup. Plain text between links is wrapped in
 * `<pre class="inline">`.
 *
 * @param links links indexed by case; null for cases without a page
 */
export function linkText(read: ReadText, links: readonly (Link | null)[]): string {
  const { cleaned, isHtml, mentions } = read
  const places = new Map(mentions.map(({ case: place, citation }) => [citation, place]))
  const linkOf = (citation: Citation) => links[places.get(citation)!] ?? null
  const citations = mentions.map(({ citation }) => citation)
  if (!isHtml) return linkPlain(read, citations, linkOf)
  const around = (citation: Citation): [string, string] | null => {
    const link = linkOf(citation)
    return link && [opened(link), CLOSED]
  }
  return annotate(cleaned, citations, around, { markup: true })
}

function linkPlain(
  { cleaned: { source, origin } }: ReadText,
  citations: readonly Citation[],
  linkOf: (citation: Citation) => Link | null
): string {
  const pieces: string[] = []
  let from = 0
  for (const citation of citations) {
    const link = linkOf(citation)
    const { start: first, end: last } = citation.spans.core
    const [start, end] = [origin[first]!, origin[last - 1]! + 1]
    if (!link || start < from) continue
    pieces.push(inline(source.slice(from, start)))
    pieces.push(opened(link), escapeHtml(source.slice(start, end)), CLOSED)
    from = end
  }
  pieces.push(inline(source.slice(from)))
  return pieces.join('')
}

function inline(text: string): string {
  return text && `<pre class="inline">${escapeHtml(text)}</pre>`
}

function opened({ opinion, path }: Link): string {
  return `<span class="citation" data-id="${opinion}"><a href="${escapeHtml(path)}">`
}

const CLOSED = '</a></span>'
