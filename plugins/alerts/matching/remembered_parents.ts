/**
 * What parents said when they were looked at last, so that a change that
 * says nothing costs nothing, and one of a name does not report what was
 * found by its text before.
 */
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { ParentDocument } from '#app/search_engine/index_definition'
import type { SearchIndexDefinition } from '#app/search/define_search_index'

/** A fingerprint of each field, and of whether there are children. */
type Prints = Uint32Array

export interface ParentContent {
  /** As it was when its children were looked at because of it; undefined: never. */
  told: Prints | undefined
  /** As it is. */
  all: Prints
}

/** Tells what parents of an index say apart. */
export class ParentPrints {
  readonly #fields: string[]
  /** Fields that are points in time: what changes with every touch. */
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

  /** Whether both say the same, besides points in time. */
  isSame(before: Prints, after: Prints): boolean {
    if (before[0] !== after[0]) return false
    return this.differing(before, after).isSubsetOf(this.times)
  }
}

export const isEqual = (before: Prints, after: Prints) =>
  before.every((print, at) => print === after[at])

/** Parents that are remembered. */
const MAX_REMEMBERED = 50_000

/** The parents that were looked at last, by key. */
export type RememberedParents = LRUCache<number, ParentContent>

/** @returns none remembered yet */
export function rememberedParents(): RememberedParents {
  return new LRUCache({ max: MAX_REMEMBERED })
}
