/**
 * Applies archive changes to an index: from the keys in the change log to the
 * affected documents, in bounded steps regardless of their number.
 */
import type { Change } from '#app/events/change_log'
import { Interrupted } from '#app/support/interrupted'
import type { IndexWriter } from '#app/search_engine/engine'
import { visitChangedDocuments } from './changed_documents.js'
import type { ChildPlace, DocumentLoader } from './document_loader.js'
import { writeParents, type ChangedChildren } from './write_parents.js'

/** Maximum number of parents written together. */
const KEYS_AT_ONCE = 1_000
/** Maximum number of documents written together. */
const DOCUMENTS_AT_ONCE = 2_000

/** Changes affect more documents than the caller allows, such as all dockets of a court. */
export class TooManyDocuments extends Error {}

export class ChangeApplication {
  readonly #parents = new Set<number>()
  readonly #children = new Set<number>()
  /** Fully written since the changes were read: other changes to them are already included. */
  readonly #done = new Set<number>()
  #count = 0

  constructor(
    readonly loader: DocumentLoader,
    readonly writer: IndexWriter,
    /** Intermediate commits make written documents searchable; after a crash, all changes are applied again. */
    readonly checkpoint: string,
    readonly signal: AbortSignal,
    /** Maximum number of affected documents. */
    readonly most = Number.POSITIVE_INFINITY
  ) {}

  /**
   * Writes all documents affected by the changes. The last step is not committed.
   *
   * @throws TooManyDocuments above the limit
   */
  async apply(changes: Change[]): Promise<void> {
    const { index, connection } = this.loader
    await visitChangedDocuments(index, changes, connection, (level, keys, isReading) =>
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
      ? [await loader.places(children), await writer.findParents(children)]
      : [[], new Map<number, number>()]
    // Deleted or moved rows first leave their former parent, which is then updated, too.
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
