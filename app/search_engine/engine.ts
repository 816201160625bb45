/**
 * The interface of a search engine. The embedded one is the default; another engine can replace
 * it without changes to other parts of Curia. Engines know indexes, documents, and trees, but
 * nothing about HTTP, the database, or query syntax.
 */
import type { ChildDocument, ParentDocument, IndexDefinition } from './index_definition.js'
import type { QueryTree } from './query/tree.js'

/** A value to sort by; parents or children without it sort last in both directions. */
export type Order =
  /** Best first. Hits that the engine ranks are followed by the other hits, newest first, whose positions begin with null. */
  | { by: 'score' }
  /** Random; the same seed gives the same sequence. */
  | { by: 'random'; seed: number; descending: boolean }
  /** Fields of kind number, date, datetime, or keyword. A parent sorted by a field of its children uses the matching child that sorts first. */
  | { by: 'fields'; fields: { name: string; descending: boolean }[] }

/** The position of a hit in its order: its sort values, then its key. Can be serialized as JSON. */
export type Position = (number | string | null)[]

/** What boosts rows. */
export interface Boost {
  tree: QueryTree
  times: number
}

export interface Scoring {
  /** The day from which ages are counted; the same for all pages of a search. */
  today: string
  /** Trees of words that boost the matches of the query, by a multiple of the score of a word that occurs in only one row. */
  boosts?: Boost[]
  /** The same for trees that few of the matches have, by a multiple of the score of an equally rare word. */
  parts?: Boost[]
  /** Field of kind number: how often a record is cited. Of equally boosted records, the more cited one comes first. */
  citedField?: string
}

export type Grain = 'parent' | 'child' | 'leaf'

export interface EngineSearch {
  index: string
  /** Determines matches and their scores. */
  query: QueryTree
  /** A filter that does not affect the score. */
  filter: QueryTree
  /** Type of a hit; a leaf is a child, or a parent without children. */
  grain: Grain
  order: Order
  scoring: Scoring
  /** Only hits after, or before, this position. */
  from?: { position: Position; direction: 'after' | 'before' }
  /** Maximum number of hits, in list order in both directions; with 0, hits are only counted. */
  size: number
  /** Maximum number of matching children to list for each parent. */
  children: number
  /** Whether to count all hits. */
  count: boolean
  /** Where counting may stop; one more means that there are more. Only used if hits are only counted. */
  countUpTo?: number
  /** Fields of the index declared as facets; hits are counted by their values. */
  facets?: string[]
  /** Timeout in milliseconds. */
  deadline: number
  signal?: AbortSignal
}

export interface ChildHit {
  key: number
  score: number
}

export interface EngineHit extends ChildHit {
  /** Key of the parent; for a parent, its own key. */
  parent: number
  /** In lists of leaves: whether it is a parent, not a child. */
  childless?: true
  position: Position
  /** Matching children of a parent, best first, or in list order if the list is sorted by a field of children. */
  children: ChildHit[]
  /** More children match than are listed. */
  moreChildren: boolean
}

export interface EngineAnswer {
  hits: EngineHit[]
  /** Whether there are hits after the last one (or before the first one, when paging back). */
  more: boolean
  /** Exact number of hits, or one more than `countUpTo`; null if not requested. */
  count: number | null
  /** The number of newest matching rows that are ranked if not all are; null: all. The same on all pages. */
  rankedNewest: number | null
  /** Facet counts, if requested. */
  facets?: Facets
}

export interface FacetValue {
  /** As the index compares it: keywords in lowercase, `true` or `false`, a number; for a date, its year. */
  value: string | number
  /** Hits with this value; a parent has the values of its matching rows. */
  count: number
}

export interface Facets {
  /** By field: the values with the most hits first, ties in value order; at most `MOST_FACET_VALUES`. */
  values: Record<string, FacetValue[]>
  /** How many of the newest matching rows were counted when not all were; null: all. */
  countedNewest: number | null
}

/** Maximum number of values listed for a facet: more than the number of courts, whose counts are summed. */
export const MOST_FACET_VALUES = 5_000

/** Values of a facet in order, up to the maximum. */
export function listFacet(values: FacetValue[]): FacetValue[] {
  return values
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, MOST_FACET_VALUES)
}

export interface Neighbour {
  /** Key of the child, or of the parent if the index has no children. */
  key: number
  parent: number
  /** Number of the chunk within its text, from 1. */
  chunk: number
  /** Dot product of the normalized vectors. */
  similarity: number
}

export interface NeighbourSearch {
  index: string
  vector: Float32Array
  filter: QueryTree
  /** Maximum number of chunks. */
  size: number
  /** Smallest similarity. */
  atLeast: number
  deadline: number
  signal?: AbortSignal
}

export interface FrequencyQuestion {
  index: string
  /** At most 500 words, or other trees of words. */
  trees: QueryTree[]
  upTo?: number
  deadline: number
  signal?: AbortSignal
}

export interface Frequencies {
  /** Number of rows in the index, of parents and children. */
  rows: number
  /** Number of rows that match each tree; 0 for a tree that a great many rows match; engines may stop counting at `upTo`. */
  frequencies: number[]
}

/** Vectors of the text of one child. */
export interface ChunkVectors {
  key: number
  parent: number
  vectors: Float32Array[]
}

/** A parent that may already be up to date in the index. */
export interface ParentToCompare {
  parent: ParentDocument
  children?: number[]
}

/**
 * Writes one index. Everything between two commits is one transaction; readers see either all
 * of it or nothing. Calls without a result are queued and run in order; if one fails, the
 * commit fails as well.
 */
export interface IndexWriter {
  /** The last committed checkpoint; null for an empty index. */
  checkpoint(): Promise<string | null>
  /**
   * Keys of the parents that are new, or whose searchable content differs from the index; all
   * of their children must be put.
   * @param parents with the keys of the children that will be put, if not all are
   */
  findChangedParents(parents: ParentToCompare[]): Promise<number[]>
  /**
   * Starts a parent. Returns whether all of its children must be put.
   * @param options.isNew whether the index is known not to have it; then the result is true
   * @param options.children keys of the children that will be put, if not all are
   * @param options.isWhole the result of `wholeParents` for it in this transaction
   */
  startParent(
    parent: ParentDocument,
    options?: { isNew?: boolean; children?: number[]; isWhole?: boolean }
  ): Promise<boolean>
  /** Children of the current parent. Unchanged children cost nothing. */
  putChildren(children: ChildDocument[]): Promise<void>
  /** Ends the parent; `complete` removes its children that were not put. */
  finishParent(options: { complete: boolean }): Promise<void>
  /** The parents under which the index has children, by child key; unknown children are omitted. */
  findParents(children: number[]): Promise<Map<number, number>>
  removeParents(keys: number[]): Promise<void>
  /** A parent that has lost children counts as new in the next `startParent` if its own row depends on them. */
  removeChildren(keys: number[]): Promise<void>
  putChunks(chunks: ChunkVectors[]): Promise<void>
  commit(checkpoint: string): Promise<void>
  rollback(): Promise<void>
  close(): Promise<void>
}

export interface IndexHealth {
  index: string
  /** Rows engines search; parents and children. */
  documents: number
  chunks: number
  bytes: number
  checkpoint: string | null
  /** Whether a rebuild is in progress. */
  rebuilding: boolean
  /** Why the live index can't be read and must be rebuilt; null if no damage was found. */
  damaged: string | null
}

export interface EngineHealth {
  engine: string
  version: string
  indexes: IndexHealth[]
}

/** @param checkpoint checkpoint of the live index; null if missing or unreadable */
export type IndexListener = (index: string, checkpoint: string | null) => void

/** The interface of all engines; a class, so that the container can inject it. */
export abstract class SearchEngine {
  /** @throws SearchTooSlow after the deadline, SearchTooBroad if a wildcard matches too many words, SearchRefused, IndexMissing, IndexDamaged, EngineUnavailable */
  abstract search(search: EngineSearch): Promise<EngineAnswer>
  abstract neighbours(search: NeighbourSearch): Promise<Neighbour[]>
  /** Returns the document frequencies of words. @throws SearchTooSlow, IndexMissing, IndexDamaged */
  abstract frequencies(question: FrequencyQuestion): Promise<Frequencies>
  /** One writer per index and target at a time, across all processes. Any of its calls may throw IndexDamaged. @throws IndexBeingWritten, IndexDamaged */
  abstract openWriter(index: string, target: 'live' | 'rebuild'): Promise<IndexWriter>
  /** Discards the rebuilt index. @throws IndexBeingWritten */
  abstract discardRebuild(index: string): Promise<void>
  /**
   * Replaces the live index with the rebuilt one; running searches finish on the old one.
   *
   * @param signal aborts the preparation; the rebuilt index stays and can be swapped in later
   * @throws IndexBeingWritten, IndexDamaged if the rebuilt index is damaged, Interrupted after
   *   the signal
   */
  abstract swap(index: string, signal?: AbortSignal): Promise<void>
  /** Calls the listener when any process changes an index, deletes it, or finds damage in it. Returns a function that stops it. */
  abstract onChange(listener: IndexListener): () => void
  abstract health(): Promise<EngineHealth>
  abstract close(): Promise<void>
}

export type OpenEngine = (options: {
  indexes: IndexDefinition[]
  /** Folder for the engine's data, all of which can be rebuilt. */
  folder: string
}) => Promise<SearchEngine>

/** The search took longer than its deadline. */
export class SearchTooSlow extends Error {}

/** A part of the query matches too many words. */
export class SearchTooBroad extends Error {
  constructor(readonly part: string) {
    super(`"${part}" matches too many words.`)
  }
}

/** This engine can't run the search exactly. The message contains instructions for users. */
export class SearchRefused extends Error {
  /** @param construct the unsupported construct; each engine defines its own */
  constructor(
    readonly construct: string,
    message: string
  ) {
    super(message)
  }
}

/** The engine doesn't respond, or rejects its clients. The message names the cause for operators. */
export class EngineUnavailable extends Error {
  /** @param isRefused whether it responded, so that waiting doesn't help */
  constructor(
    message: string,
    readonly isRefused = false
  ) {
    super(message)
  }
}

/** The index doesn't exist yet and must be built first. */
export class IndexMissing extends Error {
  constructor(readonly index: string) {
    super(`The index "${index}" has not been built yet.`)
  }
}

/** The index can't be read completely. Once damage is found, the index isn't searched until it is rebuilt. */
export class IndexDamaged extends Error {
  constructor(
    readonly index: string,
    readonly reason: string
  ) {
    super(`The index "${index}" is damaged: ${reason}.`)
  }
}

/** Another writer of the same index is open, in this process or another one. */
export class IndexBeingWritten extends Error {
  constructor(readonly index: string) {
    super(`The index "${index}" is already being written.`)
  }
}

/** This platform or engine does not support semantic search. */
export class SemanticUnavailable extends Error {}
