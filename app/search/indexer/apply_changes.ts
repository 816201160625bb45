/**
 * Carries changes of the archive into an index: from the keys in the change
 * log to the documents they concern, in bounded steps however many there are.
 */
import type { Change } from '#app/events/change_log'
import { Interrupted } from '#app/support/interrupted'
import type { IndexWriter } from '#app/search_engine/engine'
import { eachChanged } from './changed_documents.js'
import type { ChildPlace, DocumentLoader } from './document_loader.js'
import { writeParents, type ChangedChildren } from './write_parents.js'

/** Parents written together at most. */
const KEYS_AT_ONCE = 1_000
/** Documents written together. */
const DOCUMENTS_AT_ONCE = 2_000

/** Changes concern more documents than are to be followed: a court has very many. */
export class TooManyDocuments extends Error {}

export class ChangeApplication {
  readonly #parents = new Set<number>()
  readonly #children = new Set<number>()
  /** Written whole since the changes were read: what else the log says of them is in already. */
  readonly #done = new Set<number>()
  #count = 0

  constructor(
    readonly loader: DocumentLoader,
    readonly writer: IndexWriter,
    /** Committed with steps in between, so that what is done is searched; all is applied again after a crash. */
    readonly checkpoint: string,
    readonly signal: AbortSignal,
    /** Documents the changes may concern. */
    readonly most = Number.POSITIVE_INFINITY
  ) {}

  /**
   * Writes all documents the changes concern. The last step is not committed.
   *
   * @throws TooManyDocuments when there are more than may be
   */
  async apply(changes: Change[]): Promise<void> {
    const { index, connection } = this.loader
    await eachChanged(index, changes, connection, (level, keys, isReading) =>
      this.#add(level === 'parents' ? this.#parents : this.#children, keys, isReading)
    )
    await this.#write()
  }

  async #add(to: Set<number>, keys: number[], isReading: boolean): Promise<void> {
    this.#count += keys.length
    if (this.#count > this.most) throw new TooManyDocuments()
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
    // Deleted or moved rows leave their former parent first, which is then updated, too.
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
