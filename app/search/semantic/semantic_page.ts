/**
 * A page of a semantic search: results like those of a keyword search, with
 * the closest passages (search.md 8).
 */
import type { Reader, Row } from '#app/database/reader'
import type { SearchEngine } from '#app/search_engine/engine'
import { highlight } from '#app/search_engine/highlight/highlight'
import type { SearchRequest } from '../request/search_request.js'
import { presentHit } from '../results/present.js'
import { readResults, type ResultObject, type ResultRows } from '../results/result_rows.js'
import { shownRows } from '../results/row_states.js'
import {
  childrenWanted,
  collectHitKeys,
  PAGE_SIZE,
  pagesAround,
  today,
  type PageOptions,
  type SearchPage,
} from '../search_service.js'
import { findByMeaning, type SemanticHit } from './semantic_finder.js'
import type { SemanticRequest } from './semantic_request.js'
import { NamedStatement } from '#app/database/named_statement'
import type { ArchiveModel } from './archive_model.js'
import { IS_CURRENT, type EmbeddedTexts } from './embedding_queue.js'

export interface SemanticServices {
  engine: SearchEngine
  reader: Reader
  /** The searched index. */
  chunkTexts: ChunkTexts
  /** The model of its vectors. */
  archiveModel: Pick<ArchiveModel, 'atLeast' | 'select'>
}

export interface SemanticPageRequest extends SearchRequest {
  semantic: Omit<SemanticRequest, 'meaning'> & { vector: Float32Array }
}

type TextOf = (chunk: ChunkName) => string | undefined

/** @throws SearchTooSlow, IndexMissing */
export async function semanticPage(
  request: SemanticPageRequest,
  { cursor, count, deadline, signal, tag = 'mark' }: PageOptions,
  { engine, reader, chunkTexts, archiveModel }: SemanticServices
): Promise<SearchPage> {
  const day = cursor?.today ?? today()
  const { type, vector, phrases } = request.semantic
  const answer = await findByMeaning(engine, {
    type,
    vector,
    atLeast: await archiveModel.atLeast(),
    comparable: (keys) => archiveModel.select(keys),
    phrases,
    filter: request.filter,
    order: request.order,
    scoring: { today: day },
    from: cursor && { position: cursor.position, direction: cursor.direction },
    size: PAGE_SIZE,
    children: childrenWanted(request),
    count,
    deadline,
    signal,
  })
  const { hits } = answer
  const shown = await shownRows(request.index, reader, collectHitKeys(hits, request))
  const [rows, textOf] = await Promise.all([
    readResults(type, reader, {
      hits: hits.map(({ key }) => key),
      children: hits.flatMap(({ children }) => children.map(({ key }) => key)),
      whole: request.highlight,
    }),
    chunkTexts.read(hits.flatMap(({ passages }) => passages)),
  ])
  return {
    shown,
    results: hits
      .map((hit) => present(request, hit, rows, textOf, tag))
      .filter((result) => result !== undefined),
    count: answer.count,
    rankedNewest: answer.rankedNewest,
    ...pagesAround(answer, cursor, day),
  }
}

/** Undefined if the record was deleted. */
function present(
  request: SemanticPageRequest,
  hit: SemanticHit,
  rows: ResultRows,
  textOf: TextOf,
  tag: 'mark' | 'strong'
): ResultObject | undefined {
  const result = presentHit(request, hit, rows, tag)
  if (!result) return undefined
  const { type, chunks } = request.semantic
  const passages = hit.passages.flatMap(({ key, chunk, similarity }) => {
    const text = textOf({ key, chunk })
    return text === undefined ? [] : { chunk, id: key, similarity, text }
  })
  Object.assign(result.meta!, { score: { bm25: hit.score, semantic: hit.similarity } })
  showPassages(request, hit, rows, result, (key) => {
    const text = passages.find(({ id }) => id === key)?.text
    if (text === undefined || !request.highlight) return text
    const { field } = type.semantic
    return highlight(text, request.query.leaves, { fields: [field], tag }) ?? text
  })
  return chunks ? { chunks: passages.slice(0, chunks), ...result } : result
}

/** The closest passage of a child is its snippet. */
function showPassages(
  { type }: SearchRequest,
  hit: SemanticHit,
  rows: ResultRows,
  result: ResultObject,
  passageOf: (child: number) => string | undefined
): void {
  const { children, snippet } = type.results
  if (!children || snippet?.level !== 'child') return
  const shown = hit.children.filter(({ key }) => rows.children.has(key))
  for (const [at, child] of (result[children.list] as ResultObject[]).entries()) {
    const text = passageOf(shown[at]!.key)
    if (text !== undefined) child.snippet = text
  }
}

interface ChunkName {
  key: number
  chunk: number
}

interface RowReader {
  rows: (statement: NamedStatement, values: unknown[]) => Promise<Row[]>
}

export class ChunkTexts {
  readonly #statement: NamedStatement

  constructor(
    readonly reader: RowReader,
    { index, sql }: EmbeddedTexts
  ) {
    this.#statement = new NamedStatement(
      `WITH wanted AS (SELECT * FROM unnest($1::bigint[], $2::int[]) wanted (key, chunk)),
       current AS MATERIALIZED (
         SELECT e.key FROM search_embedded e JOIN ${sql} t ON t.key = e.key AND ${IS_CURRENT}
         WHERE e.index_name = '${index}' AND e.key IN (SELECT key FROM wanted)
       )
       SELECT c.key, c.chunk, c.text FROM wanted JOIN current USING (key)
         JOIN search_chunks c ON c.index_name = '${index}' AND c.key = wanted.key AND c.chunk = wanted.chunk`
    )
  }

  /** @returns a lookup by text; undefined for a deleted text */
  async read(wanted: ChunkName[]): Promise<(chunk: ChunkName) => string | undefined> {
    const rows = wanted.length
      ? await this.reader.rows(this.#statement, [
          wanted.map(({ key }) => key),
          wanted.map(({ chunk }) => chunk),
        ])
      : []
    const texts = new Map(rows.map(([key, chunk, text]) => [`${key} ${chunk}`, text!]))
    return ({ key, chunk }) => texts.get(`${key} ${chunk}`)
  }
}
