/**
 * An in-memory search engine that returns no results: it stores documents, records writes, and
 * behaves like a real engine toward its writers.
 */
import type { ChildDocument, ParentDocument } from '#app/search_engine/index_definition'
import type { SearchIndexDefinition } from '#app/search/define_search_index'
import type { FrequencyQuestion, IndexWriter, SearchEngine } from '#app/search_engine/engine'

interface Kept {
  document: ParentDocument | null
  children: Map<number, ChildDocument>
}

interface Content {
  checkpoint: string
  parents: Map<number, Kept>
}

export class MemoryEngine implements SearchEngine {
  readonly #live = new Map<string, Content>()
  readonly #rebuilds = new Map<string, Content>()
  /** `parent 7`, `child 9`, `no parent 7`, in the order of writing. */
  readonly written: string[] = []
  /** Children as last written, by key. */
  readonly vectors = new Map<number, Float32Array[]>()
  /** Called on every commit. */
  committed: (target: 'live' | 'rebuild', checkpoint: string) => void = () => {}

  constructor(readonly indexes: SearchIndexDefinition[]) {}

  /** A parent of the live index with its children, as last written. */
  parent(index: string, key: number): (ParentDocument & { children: ChildDocument[] }) | undefined {
    const kept = this.#live.get(index)?.parents.get(key)
    if (!kept?.document) return undefined
    const children = [...kept.children.values()].sort((a, b) => a.key - b.key)
    return { ...kept.document, children }
  }

  keys(index: string): number[] {
    return [...(this.#live.get(index)?.parents.keys() ?? [])].sort((a, b) => a - b)
  }

  async frequencies({ trees }: FrequencyQuestion) {
    return { rows: 0, frequencies: trees.map(() => 0) }
  }

  async openWriter(index: string, target: 'live' | 'rebuild'): Promise<IndexWriter> {
    const contents = target === 'live' ? this.#live : this.#rebuilds
    const { ownRow, fields } = this.indexes.find(({ name }) => name === index)!
    const shared = (document: ParentDocument) =>
      JSON.stringify([
        document.date,
        document.factor,
        Object.entries(document.fields).filter(([name]) => !fields[name]!.ownRow),
      ])
    let parents = copyOf(contents.get(index))
    let begun: Kept & { whole: boolean; put: Set<number> }
    const isWhole = (document: ParentDocument) => {
      const known = parents.get(document.key)
      return !known?.document || shared(known.document) !== shared(document)
    }
    const writer: IndexWriter = {
      checkpoint: async () => contents.get(index)?.checkpoint ?? null,
      findChangedParents: async (given) =>
        given.flatMap(({ parent }) => (isWhole(parent) ? [parent.key] : [])),
      startParent: async (document) => {
        const known = parents.get(document.key)
        const whole = isWhole(document)
        const children = whole ? new Map<number, ChildDocument>() : known!.children
        if (JSON.stringify(known?.document) !== JSON.stringify(document))
          this.written.push(`parent ${document.key}`)
        begun = { document, children, whole, put: new Set() }
        parents.set(document.key, begun)
        return whole
      },
      putChildren: async (children) => {
        for (const child of children) {
          begun.put.add(child.key)
          if (JSON.stringify(begun.children.get(child.key)) === JSON.stringify(child)) continue
          for (const other of parents.values()) other.children.delete(child.key)
          begun.children.set(child.key, child)
          this.written.push(`child ${child.key}`)
        }
      },
      finishParent: async ({ complete }) => {
        if (!complete) return
        for (const key of begun.children.keys()) if (!begun.put.has(key)) begun.children.delete(key)
      },
      findParents: async (keys) =>
        new Map(
          keys.flatMap((key) =>
            [...parents].flatMap(([parent, { children }]) =>
              children.has(key) ? [[key, parent] as const] : []
            )
          )
        ),
      removeParents: async (keys) => {
        for (const key of keys) if (parents.delete(key)) this.written.push(`no parent ${key}`)
      },
      removeChildren: async (keys) => {
        for (const key of keys) {
          for (const kept of parents.values()) {
            if (!kept.children.delete(key)) continue
            this.written.push(`no child ${key}`)
            if (ownRow === 'without children' && kept.children.size === 0) kept.document = null
          }
        }
      },
      putChunks: async (chunks) => {
        for (const { key, vectors } of chunks) {
          this.vectors.set(key, vectors)
          this.written.push(`${vectors.length} vectors of ${key}`)
        }
      },
      commit: async (checkpoint) => {
        contents.set(index, { checkpoint, parents: copyOf({ checkpoint, parents }) })
        this.committed(target, checkpoint)
      },
      rollback: async () => void (parents = copyOf(contents.get(index))),
      close: async () => {},
    }
    return writer
  }

  async swap(index: string): Promise<void> {
    this.#live.set(index, this.#rebuilds.get(index)!)
    this.#rebuilds.delete(index)
  }

  async discardRebuild(index: string): Promise<void> {
    this.#rebuilds.delete(index)
  }

  async health() {
    const indexes = this.indexes.map(({ name }) => ({
      index: name,
      documents: this.keys(name).length,
      chunks: 0,
      bytes: 0,
      checkpoint: this.#live.get(name)?.checkpoint ?? null,
      rebuilding: this.#rebuilds.has(name),
      damaged: null,
    }))
    return { engine: 'memory', version: '1', indexes }
  }

  async search(): Promise<never> {
    throw new Error('This engine does not search.')
  }

  async neighbours(): Promise<never> {
    throw new Error('This engine does not search.')
  }

  onChange(): () => void {
    return () => {}
  }

  async close(): Promise<void> {}
}

function copyOf(content: Content | undefined): Map<number, Kept> {
  const parents = content?.parents ?? new Map<number, Kept>()
  return new Map(
    [...parents].map(([key, { document, children }]) => [
      key,
      { document, children: new Map(children) },
    ])
  )
}
