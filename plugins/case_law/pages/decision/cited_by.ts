/** Pages of the decisions that cite a decision, in several orders. */
import { parsePageParam } from '#app/web/page_requests'
import { NamedStatement } from '#app/database/named_statement'
import type { Records, ShownRecord } from '#api/records'
import type { Reader } from '#app/database/reader'
import { linkKeys } from '#app/web/link_key'
import { citesQuery } from '../../search/case_searches.js'
import {
  toAuthority,
  DECISION,
  PLACES,
  read,
  type Authority,
  type FoundDecision,
} from './authorities.js'
import { htmlText } from '#app/search_engine/analysis/html_text'
import { splitIntoSentences } from '#app/search_engine/semantic/sentences'

export interface CitingDecision extends Authority {
  /** The sentence with the citation; empty if the text has no link. */
  passage: string
}

interface CitingPage {
  decisions: CitingDecision[]
  /** Total number of decisions. */
  count: number
}

/** Decisions on the page of the cited decision, and on a separate page. */
export const SHOWN_CITING = 10
const PAGE_SIZE = 50
/** Maximum citing opinions to read, greatest depth first. */
const MAX_CITING = 20_000
const MAX_PAGE = Math.ceil(MAX_CITING / PAGE_SIZE)
/** Characters to read on each side of a link. */
const AROUND = 2_500

const ORDERS = {
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
         SELECT substring(o.html_with_citations
           FROM greatest(1, strpos(o.html_with_citations, link.address) - ${AROUND}) FOR ${2 * AROUND})
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
  const found = await read<FoundDecision & { part: string | null; total: number }>(
    reader,
    STATEMENTS[order],
    cluster,
    limit,
    offset
  )
  return {
    count: found[0]?.total ?? 0,
    decisions: found.map((row) => ({
      ...toAuthority(row),
      passage: row.part ? passageAround(row.part, row.part.indexOf(`"/opinion/${cluster}/`)) : '',
    })),
  }
}

/** The path of the list of citing decisions. @param path of the decision */
export function citedByPath(path: unknown): string {
  return `${String(path)}cited-by/`
}

/** Loads the data of the list of citing decisions. */
export async function loadCitedBy(
  records: Records,
  cluster: ShownRecord,
  query: URLSearchParams
): Promise<Record<string, unknown>> {
  const asked = query.get('order_by') ?? ''
  const order: CitingOrder = Object.hasOwn(ORDERS, asked) ? (asked as CitingOrder) : 'depth'
  const page = parsePageParam(query, MAX_PAGE)
  const { count, decisions } = await citingDecisions(records.reader, Number(cluster.id), {
    order,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  })
  const at = (name: CitingOrder, to: number) =>
    `?${new URLSearchParams({ ...(name === 'depth' ? {} : { order_by: name }), ...(to > 1 ? { page: String(to) } : {}) })}`
  const opinions = linkKeys(cluster.sub_opinions)
  return {
    citing: decisions,
    search: `/search/?${new URLSearchParams({ q: citesQuery(opinions), stat_all: 'on' })}`,
    count: count.toLocaleString('en-US'),
    orders: Object.entries(ORDERS).map(([name, { label }]) => ({
      label,
      path: at(name as CitingOrder, 1),
      current: name === order,
    })),
    previous: page > 1 && at(order, page - 1),
    next: page * PAGE_SIZE < count && at(order, page + 1),
  }
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
