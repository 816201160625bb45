/**
 * Rows of the index as the open transaction sees them: committed rows are
 * fetched, and rows written since then are kept in memory.
 */
import { fetchRows, type Row } from './fetch_rows.js'
import { joinWithAnd } from './filter.js'
import type { Kind } from './schema.js'
import type { Target } from './target.js'

export interface KnownParent {
  id: string
  kind: Kind
  shared: string
  own: string
}

export interface KnownChild {
  key: number
  id: string
  parent: number
  hash: string
}

export interface KnownChunk {
  id: string
  digest: string
}

/** Keys of one search. */
const KEYS_AT_ONCE = 1_000

export class KnownRows {
  #parents = new Map<number, KnownParent | null>()
  #children = new Map<number, KnownChild | null>()
  #chunks = new Map<number, KnownChunk[]>()

  constructor(readonly target: Target) {}

  setParent(key: number, parent: KnownParent | null): void {
    this.#parents.set(key, parent)
  }

  setChild(key: number, child: KnownChild | null): void {
    this.#children.set(key, child)
  }

  setChunks(key: number, chunks: KnownChunk[]): void {
    this.#chunks.set(key, chunks)
  }

  /** Rows written in the transaction. */
  pendingParent(key: number): KnownParent | null {
    return this.#parents.get(key) ?? null
  }

  async parent(key: number): Promise<KnownParent | null> {
    return (await this.parents([key])).get(key) ?? null
  }

  /**
   * Rows by key; those that the index does not have are omitted. Kept until the transaction
   * ends.
   */
  async parents(keys: number[]): Promise<Map<number, KnownParent>> {
    const asked = keys.filter((key) => !this.#parents.has(key))
    const rows = await this.#rows('kind:=[own,lone,idle]', 'parent', asked)
    for (const key of asked) this.#parents.set(key, null)
    for (const row of rows) {
      const { id, kind, shared, own } = row as unknown as KnownParent
      this.#parents.set(Number(row.parent), { id, kind, shared, own })
    }
    return new Map(
      keys.flatMap((key) => {
        const known = this.#parents.get(key)
        return known ? [[key, known]] : []
      })
    )
  }

  /** Rows that the index does not have are omitted. */
  async children(keys: number[]): Promise<Map<number, KnownChild>> {
    const found = new Map<number, KnownChild>()
    const asked: number[] = []
    for (const key of keys) {
      const pending = this.#children.get(key)
      if (pending) found.set(key, pending)
      else if (pending === undefined) asked.push(key)
    }
    for (const row of await this.#rows('kind:=child', 'child', asked)) {
      const child = childOf(row)
      found.set(child.key, child)
    }
    return found
  }

  async loadKnownChildren(parent: number): Promise<KnownChild[]> {
    const committed = (await this.#rows('kind:=child', 'parent', [parent])).map(childOf)
    const kept = committed.filter(({ key }) => !this.#children.has(key))
    const pending = [...this.#children.values()].filter((child) => child?.parent === parent)
    return [...kept, ...(pending as KnownChild[])]
  }

  async loadKnownChunks(keys: number[]): Promise<Map<number, KnownChunk[]>> {
    const found = new Map<number, KnownChunk[]>()
    const asked = keys.filter((key) => {
      const pending = this.#chunks.get(key)
      if (pending) found.set(key, pending)
      return !pending
    })
    for (const row of await this.#rows('kind:=chunk', 'child', asked)) {
      const key = Number(row.child)
      const chunk = { id: String(row.id), digest: String(row.hash) }
      const others = found.get(key)
      if (others) others.push(chunk)
      else found.set(key, [chunk])
    }
    return found
  }

  /** Starts another transaction. */
  forget(): void {
    this.#parents.clear()
    this.#children.clear()
    this.#chunks.clear()
  }

  async #rows(kind: string, by: 'parent' | 'child', keys: number[]): Promise<Row[]> {
    if (this.target.isEmpty) return []
    const rows: Row[] = []
    for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
      const portion = keys.slice(at, at + KEYS_AT_ONCE)
      const found = await this.target.read((snapshot) =>
        fetchRows(snapshot, joinWithAnd(kind, snapshot.seen, `${by}:=[${portion.join(',')}]`), {
          most: Infinity,
          include: ['id', 'kind', 'parent', 'child', 'shared', 'own', 'hash'],
        })
      )
      rows.push(...found.rows)
    }
    return rows
  }
}

function childOf(row: Row): KnownChild {
  return {
    key: Number(row.child),
    id: String(row.id),
    parent: Number(row.parent),
    hash: String(row.hash),
  }
}
