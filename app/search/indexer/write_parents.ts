/**
 * Writes the current state of parents to an index.
 */
import type { ChildDocument, ParentDocument } from '#app/search_engine/index_definition'
import type { IndexWriter } from '#app/search_engine/engine'
import type { ChildPlace, DocumentLoader } from './document_loader.js'

/** Children that may have changed, by their parents. */
export type ChangedChildren = Map<number, ChildPlace[]>

/**
 * Writes the current state of parents. For a parent that is new or whose
 * searchable fields changed, all children are written; otherwise, only those
 * that may have changed. Call inside `reading` of the loader's connection.
 *
 * @param keys unique keys of parents; parents missing from the archive are removed
 * @param options.changed children of these parents that may have changed
 * @param options.areNew none of the parents is in the index yet
 * @returns the parents whose children were all written
 */
export async function writeParents(
  loader: DocumentLoader,
  writer: IndexWriter,
  keys: number[],
  { changed = new Map(), areNew = false }: { changed?: ChangedChildren; areNew?: boolean }
): Promise<number[]> {
  const gone = new Set(keys)
  const whole: number[] = []
  for await (const parents of loader.parentPortions(keys)) {
    for (const { key } of parents) gone.delete(key)
    whole.push(...(await writePortion(loader, writer, parents, { changed, areNew })))
  }
  if (gone.size) await writer.removeParents([...gone])
  return whole
}

async function writePortion(
  loader: DocumentLoader,
  writer: IndexWriter,
  parents: ParentDocument[],
  { changed, areNew }: { changed: ChangedChildren; areNew: boolean }
): Promise<number[]> {
  const childrenOf = (key: number) => changed.get(key)?.map((place) => place.key)
  const keys = parents.map(({ key }) => key)
  const compared = () =>
    writer.findChangedParents(
      parents.map((parent) => ({ parent, children: childrenOf(parent.key) }))
    )
  const whole = areNew ? keys : await compared()
  const isWhole = new Set(whole)
  const children = {
    all: new ChildStream(loader.streamChildren(whole)),
    changed: new ChildStream(
      loader.documentsAt(keys.flatMap((key) => (isWhole.has(key) ? [] : (changed.get(key) ?? []))))
    ),
  }
  try {
    for (const parent of parents) {
      const { key } = parent
      const complete = isWhole.has(key)
      const options = areNew ? { isNew: true } : { isWhole: complete, children: childrenOf(key) }
      await writer.startParent(parent, options)
      for await (const portion of children[complete ? 'all' : 'changed'].of(key))
        await putChildren(loader, writer, portion)
      await writer.finishParent({ complete })
    }
  } finally {
    await children.all.close()
    await children.changed.close()
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
  const vectors = await loader.loadChunkVectors(children)
  if (vectors.length) await writer.putChunks(vectors)
}

/** Children ordered by parent, returned parent by parent. */
class ChildStream {
  #portion: ChildDocument[] = []

  constructor(readonly portions: AsyncGenerator<ChildDocument[]>) {}

  /** Children of one parent; children of earlier parents are dropped. */
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
