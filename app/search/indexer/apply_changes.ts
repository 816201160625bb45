/**
 * Carries changes of the archive into an index: from the keys in the change
 * log to the documents they concern, in bounded steps however many there are.
 */
import type { Change } from '#app/events/change_log'
import { Interrupted } from '#core/interrupted'
import type { Followed, SearchIndexDefinition } from '../define_search_index.js'
import type { IndexWriter } from '../engine.js'
import type { ChildPlace, DocumentLoader } from './document_loader.js'
import { writeParents, type ChangedChildren } from './write_parents.js'

/** Changed keys looked at together, and keys of documents a statement answers with at a time. */
const KEYS_AT_ONCE = 1_000
/** Documents written together. */
const DOCUMENTS_AT_ONCE = 2_000

export class ChangeApplication {
  readonly #parents = new Set<number>()
  readonly #children = new Set<number>()
  /** Written whole since the changes were read: what else the log says of them is in already. */
  readonly #done = new Set<number>()

  constructor(
    readonly loader: DocumentLoader,
    readonly writer: IndexWriter,
    /** Committed with steps in between, so that what is done is searched; all is applied again after a crash. */
    readonly checkpoint: string,
    readonly signal: AbortSignal
  ) {}

  /** Writes all documents the changes concern. The last step is not committed. */
  async apply(changes: Change[]): Promise<void> {
    const { index } = this.loader
    for (const [table, ofTable] of byTable(changes, index)) {
      for (const keys of slicesOf(ofTable)) await this.#collect(index.follows[table]!, keys)
    }
    await this.#write()
  }

  async #collect(followed: Followed, keys: number[] | string[]): Promise<void> {
    const { are, parents, children } = followed
    if (are === 'parents') await this.#add(this.#parents, keys as number[])
    if (are === 'children') await this.#add(this.#children, keys as number[])
    if (parents) await this.#addAnswers(this.#parents, `SELECT key FROM (${parents}) changed`, keys)
    if (children)
      await this.#addAnswers(this.#children, `SELECT key FROM (${children}) changed`, keys)
  }

  /** The answer may be long: all cases of a court. */
  async #addAnswers(to: Set<number>, sql: string, keys: number[] | string[]): Promise<void> {
    const { connection } = this.loader
    await connection.reading(async () => {
      for await (const rows of connection.portions<[string | null]>(sql, [keys], KEYS_AT_ONCE)) {
        const found = rows.flatMap(([key]) => (key === null ? [] : [Number(key)]))
        await this.#add(to, found, true)
      }
    })
  }

  async #add(to: Set<number>, keys: number[], isReading = false): Promise<void> {
    for (const key of keys) to.add(key)
    if (this.#parents.size + this.#children.size < DOCUMENTS_AT_ONCE) return
    await this.#write(isReading)
    await this.writer.commit(this.checkpoint)
  }

  async #write(isReading = false): Promise<void> {
    if (this.signal.aborted) throw new Interrupted()
    if (isReading) await this.#writeCollected()
    else await this.loader.connection.reading(() => this.#writeCollected())
    this.#parents.clear()
    this.#children.clear()
  }

  async #writeCollected(): Promise<void> {
    const { loader, writer } = this
    const children = [...this.#children]
    const [places, former] = children.length
      ? [await loader.places(children), await writer.parentsOf(children)]
      : [[], new Map<number, number>()]
    // What is gone or stands elsewhere leaves its former parent first, which is then looked at, too.
    const gone = notThere(children, places, former)
    if (gone.length) await writer.removeChildren(gone)

    const changed: ChangedChildren = new Map()
    for (const place of places) {
      const siblings = changed.get(place.parent)
      if (siblings) siblings.push(place)
      else changed.set(place.parent, [place])
    }
    const keys = new Set([...this.#parents, ...former.values(), ...changed.keys()])
    const parents = [...keys].filter((key) => !this.#done.has(key)).sort((a, b) => a - b)
    for (let at = 0; at < parents.length; at += KEYS_AT_ONCE) {
      const portion = parents.slice(at, at + KEYS_AT_ONCE)
      for (const key of await writeParents(loader, writer, portion, { changed }))
        this.#done.add(key)
    }
  }
}

function notThere(children: number[], places: ChildPlace[], former: Map<number, number>): number[] {
  const parents = new Map(places.map(({ key, parent }) => [key, parent]))
  return children.filter((key) => former.has(key) && former.get(key) !== parents.get(key))
}

/** Changes of the tables an index follows. */
function byTable(changes: Change[], { follows }: SearchIndexDefinition): Map<string, Change[]> {
  const tables = new Map<string, Change[]>()
  for (const change of changes) {
    if (change.table in follows)
      tables.set(change.table, [...(tables.get(change.table) ?? []), change])
  }
  return tables
}

/** All keys of changes, each once as far as that is cheap. */
function* slicesOf(changes: Change[]): Generator<number[] | string[]> {
  const texts = [...new Set(changes.flatMap(({ keys }) => keys))]
  for (let at = 0; at < texts.length; at += KEYS_AT_ONCE) yield texts.slice(at, at + KEYS_AT_ONCE)

  let slice: number[] = []
  for (const [first, last] of unitedRuns(changes)) {
    for (let key = first; key <= last; key++) {
      slice.push(key)
      if (slice.length < KEYS_AT_ONCE) continue
      yield slice
      slice = []
    }
  }
  if (slice.length) yield slice
}

function unitedRuns(changes: Change[]): [first: number, last: number][] {
  const runs = changes.flatMap(({ ids }) => ids).sort(([a], [b]) => a - b)
  const united: [number, number][] = []
  for (const [first, last] of runs) {
    const before = united.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else united.push([first, last])
  }
  return united
}
