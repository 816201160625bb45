/**
 * Database rows for the hits of a page: their records, the children shown in
 * them, and the texts for snippets.
 */
import type { Row } from '#app/database/reader'
import { NamedStatement } from '#app/database/named_statement'
import type { SearchResults, SearchTypeDefinition } from '../define_search_type.js'

export type ResultObject = Record<string, unknown> & { meta?: Record<string, unknown> }

export interface SnippetText {
  text: string
  html: boolean
}

export interface ResultRows {
  hits: Map<number, ResultObject>
  children: Map<number, ResultObject>
  texts: Map<number, SnippetText>
}

/** Characters read for a snippet without matches, including markup. */
const BEGINNING = 20_000
/** Characters read for a snippet with matches. */
const SEARCHED = 4_000_000

interface RowReader {
  rows: (statement: NamedStatement, values: unknown[]) => Promise<Row[]>
}

interface Statements {
  hits: NamedStatement
  children?: NamedStatement
  beginnings?: NamedStatement
  texts?: NamedStatement
}

const prepared = new WeakMap<SearchTypeDefinition, Statements>()

/** @param whole whether to read complete texts, for their matches, instead of their beginning */
export async function readResults(
  type: SearchTypeDefinition,
  reader: RowReader,
  keys: { hits: number[]; children: number[]; whole: boolean }
): Promise<ResultRows> {
  const statements = statementsOf(type)
  const { snippet } = type.results
  const textKeys = snippet?.level === 'child' ? keys.children : keys.hits
  const [hits, children, texts] = await Promise.all([
    read(reader, statements.hits, keys.hits),
    read(reader, statements.children, keys.children),
    read(reader, keys.whole ? statements.texts : statements.beginnings, textKeys),
  ])
  return {
    hits: objects(hits),
    children: objects(children),
    texts: new Map(
      texts.map(([key, text, html]) => [Number(key), { text: text ?? '', html: html === 't' }])
    ),
  }
}

async function read(
  reader: RowReader,
  statement: NamedStatement | undefined,
  keys: number[]
): Promise<Row[]> {
  return statement && keys.length ? reader.rows(statement, [keys]) : []
}

function objects(rows: Row[]): Map<number, ResultObject> {
  return new Map(rows.map(([key, json]) => [Number(key), JSON.parse(json!) as ResultObject]))
}

function statementsOf(type: SearchTypeDefinition): Statements {
  const { hits, children, snippet } = type.results
  let statements = prepared.get(type)
  if (!statements) {
    statements = {
      hits: new NamedStatement(hits),
      children: children && new NamedStatement(children.sql),
      beginnings: snippet && new NamedStatement(textStatement(snippet, BEGINNING)),
      texts: snippet && new NamedStatement(textStatement(snippet, SEARCHED)),
    }
    prepared.set(type, statements)
  }
  return statements
}

/** The first text that isn't empty, and whether it is HTML. */
function textStatement(
  { from, key, texts }: NonNullable<SearchResults['snippet']>,
  length: number
): string {
  const first = (value: (text: { column: string; html: boolean }) => string, none: string) =>
    `CASE ${texts.map((text) => `WHEN ${text.column} <> '' THEN ${value(text)}`).join(' ')} ELSE ${none} END`
  return `SELECT ${key}, ${first(({ column }) => `left(${column}, ${length})`, `''`)},
            ${first(({ html }) => String(html), 'false')} FROM ${from} WHERE ${key} = ANY($1::bigint[])`
}
