/**
 * Writes one collection. Written rows are visible from the next generation on, removed rows
 * until then. The commit makes that generation the current one, so readers see either all of a
 * transaction or nothing.
 */
import { hash } from 'node:crypto'
import type { ChunkVectors, IndexWriter, ParentToCompare } from '../../engine.js'
import type { ChildDocument, ParentDocument } from '../../index_definition.js'
import { Changes } from './changes.js'
import { KnownRows, type KnownChild, type KnownParent } from './known_rows.js'
import {
  contentHash,
  buildDocumentContent,
  keyOfRow,
  rowDocument,
  rowId,
  type Content,
} from './rows.js'
import { type Kind, type Layout } from './schema.js'
import type { Target } from './target.js'

/** The parent that is being written. */
interface Begun {
  document: ParentDocument
  known: KnownParent | null
  isWhole: boolean
  ownChanged: boolean
  shared: Content
  own: Content
  hashes: { shared: string; own: string }
  put: Set<number>
}

export class TypesenseWriter implements IndexWriter {
  #begun: Begun | null = null
  #failed: Error | null = null
  #known: KnownRows
  #changes: Changes
  #isClosed = false

  private constructor(
    readonly layout: Layout,
    readonly target: Target,
    readonly committed: () => void
  ) {
    this.#changes = new Changes(target)
    this.#known = new KnownRows(target)
  }

  /** @throws IndexBeingWritten */
  static async open(target: Target, layout: Layout, committed: () => void) {
    await target.open()
    return new TypesenseWriter(layout, target, committed)
  }

  async checkpoint(): Promise<string | null> {
    this.#check()
    return this.target.state.checkpoint
  }

  async findChangedParents(parents: ParentToCompare[]): Promise<number[]> {
    this.#check()
    const known = await this.#known.parents(parents.map(({ parent }) => parent.key))
    return parents.flatMap(({ parent }) =>
      known.get(parent.key)?.shared === contentHash(this.layout, parent, 'shared')
        ? []
        : [parent.key]
    )
  }

  async startParent(
    document: ParentDocument,
    { isNew = false }: { isNew?: boolean; children?: number[] } = {}
  ): Promise<boolean> {
    this.#check()
    const known = isNew
      ? this.#known.pendingParent(document.key)
      : await this.#known.parent(document.key)
    const hashes = {
      shared: contentHash(this.layout, document, 'shared'),
      own: contentHash(this.layout, document, 'own'),
    }
    const isWhole = known?.shared !== hashes.shared
    this.#begun = {
      ...{ document, known, isWhole, hashes, put: new Set() },
      ownChanged: known?.own !== hashes.own,
      shared: buildDocumentContent(this.layout, document, 'shared'),
      own: buildDocumentContent(this.layout, document, 'own'),
    }
    return isWhole
  }

  putChildren(children: ChildDocument[]): Promise<void> {
    return this.#handOver(async () => {
      const begun = this.#current()
      const known = await this.#known.children(children.map(({ key }) => key))
      for (const child of children) {
        begun.put.add(child.key)
        await this.#putChild(begun, child, known.get(child.key) ?? null)
      }
    })
  }

  finishParent({ complete }: { complete: boolean }): Promise<void> {
    return this.#handOver(async () => {
      const begun = this.#current()
      const { document, known, put } = begun
      const former =
        known && (complete || !put.size) ? await this.#known.loadKnownChildren(document.key) : []
      const others = former.filter(({ key }) => !put.has(key))
      if (complete && others.length) await this.#dropChildren(others)
      const hasChildren = put.size > 0 || (!complete && others.length > 0)
      const always = this.layout.index.ownRow === 'always'
      const kind: Kind = hasChildren ? (always ? 'own' : 'idle') : 'lone'
      if (begun.isWhole || begun.ownChanged || known?.kind !== kind) await this.#putOwn(begun, kind)
      this.#begun = null
    })
  }

  async findParents(children: number[]): Promise<Map<number, number>> {
    this.#check()
    const known = await this.#known.children(children)
    return new Map([...known].map(([key, { parent }]) => [key, parent]))
  }

  removeParents(keys: number[]): Promise<void> {
    return this.#handOver(async () => {
      for (const key of keys) {
        const parent = await this.#known.parent(key)
        if (!parent) continue
        const children = await this.#known.loadKnownChildren(key)
        await this.#dropChildren(children)
        if (!this.#hasChildren) await this.#dropChunks([key])
        await this.#changes.end(parent.id)
        this.#known.setParent(key, null)
      }
    })
  }

  removeChildren(keys: number[]): Promise<void> {
    return this.#handOver(async () => {
      const known = await this.#known.children(keys)
      await this.#dropChildren([...known.values()])
      for (const parent of new Set([...known.values()].map((child) => child.parent)))
        await this.#outdate(parent)
    })
  }

  putChunks(chunks: ChunkVectors[]): Promise<void> {
    return this.#handOver(async () => {
      const keys = chunks.map(({ key }) => key)
      const known = this.#hasChildren
        ? new Set((await this.#known.children(keys)).keys())
        : new Set(keys)
      const former = await this.#known.loadKnownChunks(keys)
      for (const { key, parent, vectors } of chunks) {
        if (!known.has(key)) continue
        const before = former.get(key) ?? []
        const digests = vectors.map((vector) => hash('sha256', vector, 'base64url').slice(0, 22))
        if (
          before.length === digests.length &&
          before.every(({ digest }) => digests.includes(digest))
        )
          continue
        for (const { id } of before) await this.#changes.end(id)
        const { next } = this.target
        const put = vectors.map((vector, at) => ({
          ...{ id: `v${key}.${at + 1}.${next}`, kind: 'chunk' as const, parent, child: key },
          ...{ pk: keyOfRow(key, this.#hasChildren), since: next, chunk: at + 1 },
          ...{ vector: [...vector], hash: digests[at]! },
        }))
        for (const one of put) await this.#changes.put(one)
        this.#known.setChunks(
          key,
          put.map(({ id, hash: digest }) => ({ id, digest }))
        )
      }
    })
  }

  async commit(checkpoint: string): Promise<void> {
    this.#check()
    await this.#changes.flush()
    await this.target.commit(checkpoint, this.#changes.hasEnded)
    this.#known.forget()
    this.#changes.forget()
    this.committed()
  }

  async rollback(): Promise<void> {
    this.#begun = null
    this.#failed = null
    const isSent = this.#changes.isSent
    this.#known.forget()
    this.#changes.forget()
    if (isSent) await this.target.undo()
  }

  /** Uncommitted writes are lost. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    try {
      await this.rollback()
    } finally {
      await this.target.close()
    }
  }

  get #hasChildren(): boolean {
    return Boolean(this.layout.index.documents.children)
  }

  async #putChild(begun: Begun, child: ChildDocument, known: KnownChild | null): Promise<void> {
    const digest = contentHash(this.layout, child, 'child')
    const { key: parent } = begun.document
    const isHere = known?.parent === parent
    if (!begun.isWhole && isHere && known.hash === digest) return
    const id = rowId(keyOfRow(child.key, true), this.target.next)
    if (known && known.id !== id) await this.#changes.end(known.id)
    if (known && !isHere) await this.#outdate(known.parent)
    const content = buildDocumentContent(this.layout, child, 'child')
    await this.#putRow('child', begun, [begun.shared, content], { hash: digest }, child)
    this.#known.setChild(child.key, { key: child.key, id, parent, hash: digest })
  }

  async #putOwn(begun: Begun, kind: Kind): Promise<void> {
    const { document, known, hashes, shared, own } = begun
    const id = rowId(keyOfRow(document.key, false), this.target.next)
    if (known && known.id !== id) await this.#changes.end(known.id)
    await this.#putRow(kind, begun, [shared, own], hashes)
    this.#known.setParent(document.key, { id, kind, ...hashes })
  }

  async #putRow(
    kind: Kind,
    { document: parent }: Begun,
    contents: Content[],
    hashes: { shared?: string; own?: string; hash?: string },
    child?: ChildDocument
  ): Promise<void> {
    const row = rowDocument({ kind, parent, child, contents, hashes }, this.target.next)
    await this.#changes.put(row)
    for (const { words } of contents) await this.#changes.addWords(words)
  }

  async #dropChildren(children: KnownChild[]): Promise<void> {
    for (const { id, key } of children) {
      await this.#changes.end(id)
      this.#known.setChild(key, null)
    }
    await this.#dropChunks(children.map(({ key }) => key))
  }

  async #dropChunks(keys: number[]): Promise<void> {
    for (const [key, chunks] of await this.#known.loadKnownChunks(keys)) {
      for (const { id } of chunks) await this.#changes.end(id)
      this.#known.setChunks(key, [])
    }
  }

  /** A parent that has lost children counts as new in the next `startParent`. */
  async #outdate(key: number): Promise<void> {
    const parent = await this.#known.parent(key)
    if (!parent) return
    await this.#changes.change(parent.id, { shared: '' })
    this.#known.setParent(key, { ...parent, shared: '' })
  }

  #current(): Begun {
    if (!this.#begun) throw new Error('Call startParent before adding children.')
    return this.#begun
  }

  #check(): void {
    if (this.#failed) throw this.#failed
    if (this.#isClosed) throw new Error('The writer is closed.')
  }

  /** Errors are thrown by a later call, at the latest by the commit. */
  async #handOver(work: () => Promise<void>): Promise<void> {
    this.#check()
    try {
      await work()
    } catch (error) {
      this.#failed = error as Error
    }
  }
}
