/** Searches by class: for the engine, plain FTS5, and PostgreSQL full-text search. */
import type { EngineSearch } from '#app/search_engine/engine'
import { analyse } from '#app/search_engine/analysis/analyse'
import { parseQuery } from '#app/search_engine/query/parse_query'
import { ALL, and, or, type QueryTree } from '#app/search_engine/query/tree'
import { nameBoosts } from '#app/search/request/name_boosts'
import { CASE_NAMES } from '#plugins/case_law/search/case_searches'
import { BENCH_INDEX, PLANTED } from './search_documents.js'

const TEXTS = ['caseName', 'docketNumber', 'text']
export const PAGE_SIZE = 20

export interface Case {
  name: string
  query: QueryTree
  /** The FTS5 query for the baseline. `{all}` is replaced by the columns. */
  match: string
  /** The PostgreSQL query: a `tsquery` and further conditions. Undefined if there is no equivalent. */
  peer?: string
  where?: string
  filter?: QueryTree
  order?: EngineSearch['order']
  scoring?: Partial<EngineSearch['scoring']>
  page?: number
}

export function cases(): Case[] {
  const stem = (text: string) => analyse(text).stem[0]!
  const word = (text: string, fields = TEXTS): QueryTree => ({
    op: 'word',
    fields,
    word: stem(text),
    form: 'stem',
  })
  const bare = (text: string) => `({all} : "${stem(text)}")`
  const [one, two, three] = PLANTED.fifth as [string, string, string]
  const five = [one, two, three, PLANTED.rare, 'summary']
  const newest: EngineSearch['order'] = {
    by: 'fields',
    fields: [{ name: 'dateFiled', descending: true }],
  }
  const published: QueryTree = { op: 'is', field: 'status', values: ['published'] }
  const since = Date.UTC(1980, 0, 1) / 86_400_000
  return [
    { name: 'rare word', query: word(PLANTED.rare), match: bare(PLANTED.rare), peer: PLANTED.rare },
    { name: 'word in a fifth', query: word(one), match: bare(one), peer: one },
    { name: 'word in all', query: word(PLANTED.all), match: bare(PLANTED.all), peer: PLANTED.all },
    {
      name: 'AND',
      query: and(word(one), word(two)),
      match: `${bare(one)} AND ${bare(two)}`,
      peer: `${one} & ${two}`,
    },
    {
      name: 'AND, as a name',
      query: and(word(one), word(two)),
      scoring: namedBy(`${one} ${two}`),
      match: `${bare(one)} AND ${bare(two)}`,
      peer: `${one} & ${two}`,
    },
    {
      name: 'OR of five',
      query: or(...five.map((each) => word(each))),
      match: five.map(bare).join(' OR '),
      peer: five.join(' | '),
    },
    {
      name: 'phrase',
      query: { op: 'phrase', fields: TEXTS, words: ['summary', 'judgment'], form: 'exact' },
      match: '({all} : "=summary =judgment")',
      peer: 'summary <-> judgment',
    },
    {
      name: 'proximity',
      query: { op: 'near', fields: TEXTS, words: [one, two], form: 'exact', distance: 10 },
      match: `({all} : NEAR("=${one}" "=${two}", 10))`,
    },
    {
      name: 'fielded',
      query: word('condi', ['caseName']),
      match: `({name} : "${stem('condi')}")`,
      peer: 'condi:A',
    },
    {
      name: 'prefix',
      query: { op: 'prefix', fields: TEXTS, prefix: 'con' },
      match: '({all} : "=con" *)',
      peer: 'con:*',
    },
    {
      name: 'date range + word',
      query: word(one),
      filter: { op: 'range', field: 'dateFiled', from: since, to: null },
      match: bare(one),
      peer: one,
      where: `filed >= '1980-01-01'`,
    },
    {
      name: 'filter + word',
      query: word(one),
      filter: published,
      match: bare(one),
      peer: one,
      where: `status = 'Published'`,
    },
    { name: 'sort by date', query: word(one), order: newest, match: bare(one), peer: one },
    {
      name: 'sort by date, word in all',
      query: word(PLANTED.all),
      order: newest,
      match: bare(PLANTED.all),
      peer: PLANTED.all,
    },
    { name: 'page 50', query: word(one), match: bare(one), peer: one, page: 50 },
  ]
}

/** Boosts of cases with this name, like those of the endpoint. */
function namedBy(text: string): Case['scoring'] {
  const type = { names: CASE_NAMES, citedField: 'citeCount' }
  return nameBoosts(type, BENCH_INDEX, parseQuery(text, BENCH_INDEX))
}

export function buildEngineSearch(
  { query, filter, order, scoring }: Case,
  position?: EngineSearch['from']
): EngineSearch {
  return {
    index: BENCH_INDEX.name,
    query,
    filter: filter ?? ALL,
    grain: 'parent',
    order: order ?? { by: 'score' },
    scoring: { today: '2025-01-01', ...scoring },
    from: position,
    size: PAGE_SIZE,
    children: 20,
    count: true,
    deadline: 60_000,
  }
}
