/**
 * One hit as a result: its record with score, snippet, children, and
 * highlights (search.md 2 and 6).
 */
import type { ResultFields, SearchTypeDefinition } from '../define_search_type.js'
import type { ChildHit, EngineHit } from '#app/search_engine/engine'
import { highlight, opening, snippet } from '#app/search_engine/highlight/highlight'
import type { SearchRequest } from '../request/search_request.js'
import type { ResultObject, ResultRows, SnippetText } from './result_rows.js'

type Tag = 'mark' | 'strong'

/** Undefined if the record was deleted. */
export function presentHit(
  request: SearchRequest,
  hit: EngineHit,
  rows: ResultRows,
  tag: Tag
): ResultObject | undefined {
  const record = rows.hits.get(hit.key)
  if (!record) return undefined
  const { results } = request.type
  const result = marked(request, record, 'hit', tag)
  result.meta = { ...record.meta, score: { bm25: hit.score } }
  if (results.snippet?.level === 'hit') result.snippet = cut(request, rows.texts.get(hit.key), tag)
  if (results.children) {
    const { list, more } = results.children
    result[list] = hit.children.flatMap(({ key }) => presentChild(request, key, rows, tag) ?? [])
    if (more) result.meta[more] = hit.moreChildren
  }
  return sorted(result)
}

/** A flat row with the fields of the parent and of one child; undefined if the record was deleted. */
export function presentFlat(
  request: SearchRequest,
  hit: EngineHit,
  rows: ResultRows,
  tag: Tag
): ResultObject | undefined {
  const { children, perChild, snippet: source } = request.type.results
  if (!children) return presentHit(request, hit, rows, tag)
  const record = rows.hits.get(perChild ? hit.parent : hit.key)
  const childKey = childOfRow(hit, request.type)
  const child = childKey === undefined ? undefined : rows.children.get(childKey)
  if (!record || (perChild && childKey !== undefined && !child)) return undefined
  const result: ResultObject = {
    ...marked(request, record, 'hit', tag),
    ...(child ? marked(request, child, 'child', tag) : noneOf(children.fields)),
    meta: { ...record.meta, score: { bm25: hit.score } },
  }
  delete result[children.list]
  if (source) result.snippet = cut(request, rows.texts.get(childKey!), tag)
  return sorted(result)
}

/** Key of the child shown in a flat row. */
function childOfRow(
  { key, childless, children }: EngineHit,
  { results: { perChild } }: SearchTypeDefinition
): number | undefined {
  if (!perChild) return children[0]?.key
  return childless ? undefined : key
}

/**
 * Children of a hit with equal scores keep the order of their statement: the
 * lead opinion comes before the dissent.
 */
export function sortHitChildren(
  { type, order, query }: SearchRequest,
  hit: EngineHit,
  rows: ResultRows
): EngineHit {
  // Scores of children are known if they decide the order or if the query has no words.
  const known = order.by === 'score' || !query.leaves.some((leaf) => 'fields' in leaf)
  if (!type.results.children?.ordered || !known) return hit
  const places = new Map([...rows.children.keys()].map((key, place) => [key, place]))
  const placeOf = ({ key }: ChildHit) => places.get(key) ?? places.size
  const children = hit.children.toSorted(
    (one, other) => other.score - one.score || placeOf(one) - placeOf(other)
  )
  return { ...hit, children }
}

/** All rows have the same fields, even if a record has no children. */
function noneOf(fields: ResultFields): Record<string, null> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
}

function presentChild(
  request: SearchRequest,
  key: number,
  rows: ResultRows,
  tag: Tag
): ResultObject | undefined {
  const record = rows.children.get(key)
  if (!record) return undefined
  const result = marked(request, record, 'child', tag)
  if (request.type.results.snippet?.level === 'child')
    result.snippet = cut(request, rows.texts.get(key), tag)
  return sorted(result)
}

/** A copy with matches highlighted in its fields. */
function marked(
  { type, query, highlight: wanted }: SearchRequest,
  record: ResultObject,
  level: 'hit' | 'child',
  tag: Tag
): ResultObject {
  const result = { ...record }
  if (!wanted) return result
  for (const [name, { level: where, field = name }] of Object.entries(type.results.highlighted)) {
    const value = record[name]
    if (where !== level || !value) continue
    const mark = (text: string) => highlight(text, query.leaves, { fields: [field], tag }) ?? text
    result[name] = Array.isArray(value)
      ? value.map((each) => mark(String(each)))
      : mark(String(value))
  }
  return result
}

function cut(request: SearchRequest, source: SnippetText | undefined, tag: Tag): string {
  if (!source) return ''
  const { text, html } = source
  const { field } = request.type.results.snippet!
  return request.highlight
    ? snippet(text, request.query.leaves, { fields: [field], tag, html })
    : opening(text, { html })
}

/** Keys are sorted alphabetically (search.md 2). */
function sorted(result: ResultObject): ResultObject {
  return Object.fromEntries(Object.entries(result).sort(([a], [b]) => (a < b ? -1 : 1)))
}
