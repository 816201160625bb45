/**
 * Reads the documents of one index from the archive, one bounded batch at a
 * time.
 */
import type {
  ChildDocument,
  ParentDocument,
  SearchValue,
} from '#app/search_engine/index_definition'
import type { SearchIndexDefinition } from '../define_search_index.js'
import type { ChunkVectors } from '#app/search_engine/engine'
import { EMBEDDED_TABLE, VECTORS } from '../semantic/chunk_store.js'
import { fromBytes } from '#app/search_engine/semantic/vector_bytes'
import type { ArchiveConnection } from './archive_connection.js'
import { documentStatements, IS_HTML, type DocumentStatements } from './statements.js'
import { htmlText } from '#app/search_engine/analysis/html_text'

/** Limits for one read of children: their number, and the bytes of text unless a single child exceeds it. */
const MAX_CHILDREN = 500
const MAX_BYTES = 8 * 1024 * 1024
/** Keys per read. */
const LISTED = 5_000

/** A child's position and text length. */
export interface ChildPlace {
  parent: number
  key: number
  bytes: number
}

type Fields = Record<string, SearchValue>

export class DocumentLoader {
  readonly #statements: DocumentStatements
  readonly #texts: string[]

  constructor(
    readonly index: SearchIndexDefinition,
    readonly connection: ArchiveConnection
  ) {
    this.#statements = documentStatements(index)
    this.#texts = Object.entries(index.fields).flatMap(([name, { texts }]) => (texts ? [name] : []))
  }

  /** The number of parents, in total and up to a key. */
  async count(upTo: number): Promise<{ all: number; done: number }> {
    const [[all, done] = ['0', '0']] = await this.connection.rows<[string, string]>(
      this.#statements.count,
      [upTo]
    )
    return { all: Number(all), done: Number(done) }
  }

  /** Keys of parents after a key, in ascending order. */
  async nextParents(after: number, limit: number): Promise<number[]> {
    const rows = await this.connection.rows<[string]>(this.#statements.nextParents, [after, limit])
    return rows.map(([key]) => Number(key))
  }

  /** Keys of parents that changed since a time, or whose children did; inside the connection's `reading`. */
  async *parentsModified(since: Date): AsyncGenerator<number[]> {
    const portions = this.connection.portions<[string]>(this.#statements.modified, [since], LISTED)
    for await (const rows of portions) yield rows.map(([key]) => Number(key))
  }

  /** Parents by key, in ascending order; missing parents are omitted. */
  async parents(keys: number[]): Promise<ParentDocument[]> {
    return (await Array.fromAsync(this.parentPortions(keys))).flat()
  }

  /** The same in bounded batches. */
  async *parentPortions(keys: number[]): AsyncGenerator<ParentDocument[]> {
    for (let left = keys; left.length;) {
      const rows = await this.connection.rows<[string, string | null, number, Fields, boolean]>(
        this.#statements.boundedParents,
        [left, MAX_BYTES]
      )
      const parents = rows.map(([key, date, factor, fields]) => ({
        key: Number(key),
        date,
        factor: Number(factor),
        fields: this.#plain(fields),
      }))
      if (parents.length) yield parents
      const last = parents.at(-1)?.key
      left = rows.at(-1)?.[4] ? left.filter((key) => key > last!) : []
    }
  }

  /** All children of parents, ordered by parent and key; inside the connection's `reading`. */
  async *streamChildren(parents: number[]): AsyncGenerator<ChildDocument[]> {
    for await (const places of this.streamChildPlaces(parents)) yield* this.documentsAt(places)
  }

  /** Positions of all children of parents, in the same order; inside the connection's `reading`. */
  async *streamChildPlaces(parents: number[]): AsyncGenerator<ChildPlace[]> {
    const { children } = this.#statements
    if (!children) return
    const portions = this.connection.portions<[string, string, number]>(
      children.ofParents,
      [parents],
      LISTED
    )
    for await (const rows of portions) yield rows.map(placeOf)
  }

  /** Positions of children by key; missing children are omitted. */
  async places(keys: number[]): Promise<ChildPlace[]> {
    const { children } = this.#statements
    if (!children) return []
    const rows = await this.connection.rows<[string, string, number]>(children.byKey, [keys])
    return rows.map(placeOf)
  }

  /** Positions of a parent's children that changed since a time. */
  async childrenModified(parent: number, since: Date): Promise<ChildPlace[]> {
    const { children } = this.#statements
    if (!children) return []
    const rows = await this.connection.rows<[string, string, number]>(children.modified, [
      parent,
      since,
    ])
    return rows.map(placeOf)
  }

  /** Children at these positions, in bounded batches. */
  async *documentsAt(places: ChildPlace[]): AsyncGenerator<ChildDocument[]> {
    for (const portion of portionsOf(places)) {
      const rows = await this.connection.rows<[string, string, Fields]>(
        this.#statements.children!.documents,
        [portion.map(({ key }) => key)]
      )
      const parents = new Map(portion.map(({ key, parent }) => [key, parent]))
      // A child that has just moved will be in the log again.
      const found = rows.filter(([parent, key]) => parents.get(Number(key)) === Number(parent))
      yield found.map(([parent, key, fields]) => ({
        key: Number(key),
        parent: Number(parent),
        fields: this.#plain(fields),
      }))
    }
  }

  /** Vectors of the texts of children; texts that were never embedded are omitted. */
  async loadChunkVectors(children: ChildDocument[]): Promise<ChunkVectors[]> {
    if (!(EMBEDDED_TABLE.table in this.index.follows)) return []
    const rows = await this.connection.rows<[string, Buffer | null]>(VECTORS, [
      this.index.name,
      children.map(({ key }) => key),
    ])
    const vectors = Map.groupBy(rows, ([key]) => Number(key))
    return children.flatMap(({ key, parent }) => {
      const found = vectors.get(key)?.flatMap(([, bytes]) => (bytes ? fromBytes(bytes) : []))
      return found ? { key, parent, vectors: found } : []
    })
  }

  #plain(fields: Fields): Fields {
    for (const name of this.#texts) {
      if (fields[IS_HTML + name]) fields[name] = htmlText(String(fields[name]))
      delete fields[IS_HTML + name]
    }
    return fields
  }
}

function placeOf([parent, key, bytes]: [string, string, number]): ChildPlace {
  return { parent: Number(parent), key: Number(key), bytes }
}

function* portionsOf(places: ChildPlace[]): Generator<ChildPlace[]> {
  let portion: ChildPlace[] = []
  let bytes = 0
  for (const place of places) {
    if (portion.length && (portion.length >= MAX_CHILDREN || bytes + place.bytes > MAX_BYTES)) {
      yield portion
      portion = []
      bytes = 0
    }
    portion.push(place)
    bytes += place.bytes
  }
  if (portion.length) yield portion
}
