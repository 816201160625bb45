/** The decisions that cite a decision, in several orders. */
import { NamedStatement } from '#app/database/named_statement'
import type { Reader } from '#app/database/reader'
import {
  toAuthority,
  DECISION,
  PLACES,
  read,
  type Authority,
  type FoundDecision,
} from './authorities.js'
import { citationAnchor } from './decision_text.js'
import { htmlText } from '#app/search_engine/analysis/html_text'
import { splitIntoSentences } from '#app/search_engine/semantic/sentences'

export interface CitingDecision extends Authority {
  /** The sentence with the citation; empty if the text has no link. */
  passage: string
  /** The page of the decision at the citation; empty if the text has no link. */
  passagePath: string
}

/** The part of an opinion's text around a link. */
interface LinkedPart {
  opinion: number
  html: string
}

export interface CitingPage {
  decisions: CitingDecision[]
  /** Total number of decisions. */
  count: number
}

/** Decisions on the page of the cited decision. */
export const SHOWN_CITING = 10
/** Maximum citing opinions to read, greatest depth first. */
export const MAX_CITING = 20_000
/** Characters to read on each side of a link. */
const AROUND = 2_500

export const ORDERS = {
  depth: { label: 'Depth', sql: 'citing.depth DESC, c.date_filed DESC, c.id DESC' },
  newest: { label: 'Newest', sql: 'c.date_filed DESC, c.id DESC' },
  oldest: { label: 'Oldest', sql: 'c.date_filed, c.id' },
  cited: { label: 'Most cited', sql: 'c.citation_count DESC, c.date_filed DESC, c.id DESC' },
} as const

export type CitingOrder = keyof typeof ORDERS

const STATEMENTS = Object.fromEntries(
  Object.entries(ORDERS).map(([name, { sql }]) => [name, statementOf(sql)])
) as Record<CitingOrder, NamedStatement>

function statementOf(order: string): NamedStatement {
  return new NamedStatement(
    `SELECT to_json(shown)::text FROM (
       SELECT ${DECISION}, citing.depth, citing.total, (
         SELECT json_build_object('opinion', o.id, 'html', substring(o.html_with_citations
           FROM greatest(1, strpos(o.html_with_citations, link.address) - ${AROUND}) FOR ${2 * AROUND}))
         FROM opinions o, (SELECT '"/opinion/' || $1::bigint || '/' AS address) AS link
         WHERE o.id = ANY(citing.opinions) AND strpos(o.html_with_citations, link.address) > 0
         ORDER BY o.type, o.id LIMIT 1) AS part
       FROM (
         SELECT source.cluster_id, sum(edge.depth)::int AS depth, array_agg(source.id) AS opinions,
           (count(*) OVER ())::int AS total
         FROM (
           SELECT citing_opinion_id, depth FROM opinions_cited
           WHERE cited_opinion_id IN (SELECT id FROM opinions WHERE cluster_id = $1)
           ORDER BY depth DESC, citing_opinion_id DESC LIMIT ${MAX_CITING}
         ) AS edge JOIN opinions source ON source.id = edge.citing_opinion_id
         WHERE source.cluster_id <> $1
         GROUP BY source.cluster_id
       ) AS citing JOIN opinion_clusters c ON c.id = citing.cluster_id ${PLACES}
       ORDER BY ${order} LIMIT $2 OFFSET $3
     ) AS shown`
  )
}

/** The decisions that cite a decision; by default, those that cite it most often first. */
export async function citingDecisions(
  reader: Reader,
  cluster: number,
  { order = 'depth', limit, offset = 0 }: { order?: CitingOrder; limit: number; offset?: number }
): Promise<CitingPage> {
  const found = await read<FoundDecision & { part: LinkedPart | null; total: number }>(
    reader,
    STATEMENTS[order],
    cluster,
    limit,
    offset
  )
  return {
    count: found[0]?.total ?? 0,
    decisions: found.map((row) => {
      const authority = toAuthority(row)
      const { html, opinion } = row.part ?? { html: '' }
      return {
        ...authority,
        passage: html && passageAround(html, html.indexOf(`"/opinion/${cluster}/`)),
        passagePath: html && `${authority.path}#${citationAnchor(opinion, cluster)}`,
      }
    }),
  }
}

/** The path of the list of citing decisions. @param path of the decision */
export function citedByPath(path: unknown): string {
  return `${String(path)}cited-by/`
}

/** Maximum characters of a passage. */
const MAX_LENGTH = 420
/** A shorter sentence is usually only a citation; the previous sentence has its context. */
const MIN_LENGTH = 90
const MARK = '\uE000'
/** Footnote numbers and page numbers. */
const NUMBERS =
  /<a\b[^>]*class="footnote"[^>]*>[^<]*<\/a>|<span class="star-pagination">[^<]*<\/span>/gi
const BLOCK = 'p|div|li|blockquote|td|th|h[1-6]|center|section|pre'
const LAST_OPENED = new RegExp(String.raw`^[\s\S]*<(?:${BLOCK})\b[^>]*>`, 'i')
const FIRST_CLOSED = new RegExp(String.raw`<\/?(?:${BLOCK})\b[\s\S]*$`, 'i')

/**
 * The sentence around a link.
 *
 * @param html a part of a text, which may start and end anywhere
 * @param at position of the link's URL
 * @returns text without markup; empty if there is no text around the link
 */
export function passageAround(html: string, at: number): string {
  const link = html.lastIndexOf('<', at)
  if (link < 0) return ''
  const before = html
    .slice(0, link)
    .replace(LAST_OPENED, '')
    .replace(/^[^<]*>/, '')
  const after = html.slice(link).replace(FIRST_CLOSED, '')
  const sentences = splitIntoSentences(textOf(before) + MARK + textOf(after))
  const place = sentences.findIndex((sentence) => sentence.includes(MARK))
  const own = sentences[place]
  if (own === undefined) return ''
  const previous = own.length < MIN_LENGTH ? sentences[place - 1] : undefined
  return shortened(previous ? `${previous} ${own}` : own)
}

function textOf(html: string): string {
  return htmlText(html.replaceAll(NUMBERS, ''))
}

/** Shortens the text at word boundaries, keeping the link. */
function shortened(text: string): string {
  const plain = text.replace(MARK, '')
  if (plain.length <= MAX_LENGTH) return plain
  const start = Math.max(
    0,
    Math.min(text.indexOf(MARK) - MAX_LENGTH / 2, plain.length - MAX_LENGTH)
  )
  const cut = plain.slice(start, start + MAX_LENGTH)
  return [
    start > 0 ? cut.replace(/^\S*\s/, '… ') : cut,
    start + MAX_LENGTH < plain.length ? '…' : '',
  ]
    .join('')
    .replace(/\s\S*…$/, ' …')
}
