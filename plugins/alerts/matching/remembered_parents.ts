/**
 * Remembers the contents of parents at their last comparison, to skip irrelevant
 * changes, and to avoid reporting matches of unchanged fields again.
 */
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { ParentDocument } from '#app/search_engine/index_definition'
import type { SearchIndexDefinition } from '#app/search/define_search_index'

/** Fingerprints of each field and of whether there are children. */
type Prints = Uint32Array

export interface ParentContent {
  /** State at the last comparison of all its children; undefined if there wasn't one. */
  told: Prints | undefined
  /** Current state. */
  all: Prints
}

/** Computes and compares fingerprints of parents of an index. */
export class ParentPrints {
  readonly #fields: string[]
  /** Timestamps, which change with every update. */
  readonly times: ReadonlySet<string>
  readonly all: ReadonlySet<string>

  constructor({ fields }: SearchIndexDefinition) {
    const ofParent = Object.entries(fields).filter(([, { level }]) => level === 'parent')
    this.#fields = ofParent.map(([name]) => name)
    this.all = new Set(this.#fields)
    this.times = new Set(
      ofParent.flatMap(([name, { kind }]) => (kind === 'datetime' ? [name] : []))
    )
  }

  of({ fields }: ParentDocument, hasChildren: boolean): Prints {
    return Uint32Array.of(
      Number(hasChildren),
      ...this.#fields.map((name) => crc32(JSON.stringify(fields[name] ?? null)))
    )
  }

  /** Names of the fields that differ. */
  differing(before: Prints, after: Prints): Set<string> {
    return new Set(this.#fields.filter((_, at) => before[at + 1] !== after[at + 1]))
  }

  /** Whether both are equal except for timestamps. */
  isSame(before: Prints, after: Prints): boolean {
    if (before[0] !== after[0]) return false
    return this.differing(before, after).isSubsetOf(this.times)
  }
}

export const isEqual = (before: Prints, after: Prints) =>
  before.every((print, at) => print === after[at])

/** Maximum number of remembered parents. */
const MAX_REMEMBERED = 50_000

/** Recently compared parents, by key. */
export type RememberedParents = LRUCache<number, ParentContent>

export function rememberedParents(): RememberedParents {
  return new LRUCache({ max: MAX_REMEMBERED })
}
