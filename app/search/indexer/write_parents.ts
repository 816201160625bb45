/**
 * Brings parents of an index to where the archive is.
 */
import type { ChildDocument, ParentDocument } from '#app/search_engine/index_definition'
import type { IndexWriter } from '#app/search_engine/engine'
import type { ChildPlace, DocumentLoader } from './document_loader.js'

/** Parents whose children are read together at most. */
const MAX_AHEAD = 200

/** Children that may have changed, by their parents. */
export type ChangedChildren = Map<number, ChildPlace[]>

/**
 * Writes parents as the archive has them now. Of one that is new or
 * searched otherwise than before all children are written, of others only
 * those that may have changed. Inside `reading` of the loader's connection.
 *
 * @param keys of parents, each once; those not in the archive are removed
 * @param options.changed children of these parents that may have changed
 * @param options.areNew the index has none of them yet
 * @returns the parents whose children were all written
 */
export async function writeParents(
  loader: DocumentLoader,
  writer: IndexWriter,
  keys: number[],
  { changed = new Map(), areNew = false }: { changed?: ChangedChildren; areNew?: boolean }
): Promise<number[]> {
  const parents = await loader.parents(keys)
  const found = new Set(parents.map(({ key }) => key))
  const gone = keys.filter((key) => !found.has(key))
  if (gone.length) await writer.removeParents(gone)

  const whole: number[] = []
  const finishWhole = async (key: number, children: ChildStream) => {
    for await (const portion of children.of(key)) await putChildren(loader, writer, portion)
    await writer.finishParent({ complete: true })
    whole.push(key)
  }
  const finishChanged = async (key: number) => {
    for await (const portion of loader.documentsAt(changed.get(key) ?? []))
      await putChildren(
        loader,
        writer,
        portion.filter(({ parent }) => parent === key)
      )
    await writer.finishParent({ complete: false })
  }

  const start = (parent: ParentDocument) =>
    writer.startParent(parent, {
      isNew: areNew,
      children: changed.get(parent.key)?.map(({ key }) => key),
    })
  // New ones come in rows: the more have been new, the more children are read ahead.
  let ahead = areNew ? MAX_AHEAD : 1
  for (let at = 0; at < parents.length;) {
    if (!(await start(parents[at]!))) {
      await finishChanged(parents[at]!.key)
      at++
      continue
    }
    const [first, ...others] = parents.slice(at, at + ahead)
    const children = new ChildStream(
      loader.childrenOf([first!.key, ...others.map(({ key }) => key)])
    )
    try {
      await finishWhole(first!.key, children)
      ahead = Math.min(ahead * 2, MAX_AHEAD)
      for (const other of others) {
        if (await start(other)) await finishWhole(other.key, children)
        else {
          await finishChanged(other.key)
          ahead = 1
        }
      }
    } finally {
      await children.close()
    }
    at += others.length + 1
  }
  return whole
}

/** With the vectors of their texts. */
async function putChildren(
  loader: DocumentLoader,
  writer: IndexWriter,
  children: ChildDocument[]
): Promise<void> {
  await writer.putChildren(children)
  const vectors = await loader.vectorsOf(children)
  if (vectors.length) await writer.putChunks(vectors)
}

/** Children in the order of their parents, given out parent by parent. */
class ChildStream {
  #portion: ChildDocument[] = []

  constructor(readonly portions: AsyncGenerator<ChildDocument[]>) {}

  /** Children of one parent; those of parents before it are dropped. */
  async *of(parent: number): AsyncGenerator<ChildDocument[]> {
    do {
      if (this.#portion.length === 0) {
        const { value, done } = await this.portions.next()
        if (done) return
        this.#portion = value
      }
      const mine = this.#portion.filter((child) => child.parent === parent)
      this.#portion = this.#portion.filter((child) => child.parent > parent)
      if (mine.length) yield mine
    } while (this.#portion.length === 0)
  }

  async close(): Promise<void> {
    await this.portions.return(undefined)
  }
}
