/**
 * What parents said when they were looked at last, so that a change that
 * says nothing costs nothing.
 */
import { hash } from 'node:crypto'
import type { ParentDocument, SearchIndexDefinition } from '#app/search/define_search_index'

/** Parents that are remembered. */
const MOST_REMEMBERED = 50_000

export interface ParentContent {
  /** Of what it says besides points in time; undefined: nobody looked at its children because of it. */
  facts: string | undefined
  /** Of all it says. */
  all: string
}

export type ReadContent = ParentContent & { facts: string }

/** Fingerprints of what a parent says, and of whether it has children. */
export function contentOf(
  { fields: declared }: SearchIndexDefinition,
  { fields }: ParentDocument,
  hasChildren: boolean
): ReadContent {
  const said = Object.entries(fields)
  const facts = said.filter(([name]) => declared[name]!.kind !== 'datetime')
  return { facts: printOf([hasChildren, facts]), all: printOf([hasChildren, said]) }
}

const printOf = (said: unknown) => hash('sha1', JSON.stringify(said), 'base64')

/** The parents that were looked at last. */
export class RememberedParents {
  readonly #contents = new Map<number, ParentContent>()

  of(key: number): ParentContent | undefined {
    return this.#contents.get(key)
  }

  set(key: number, content: ParentContent): void {
    this.#contents.delete(key)
    this.#contents.set(key, content)
    if (this.#contents.size > MOST_REMEMBERED)
      this.#contents.delete(this.#contents.keys().next().value!)
  }

  clear(): void {
    this.#contents.clear()
  }
}
