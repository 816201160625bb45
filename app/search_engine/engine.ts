/**
 * The contract of a search engine. The embedded one is the default; a second
 * one needs no other part of Curia changed. Engines know indexes, documents
 * and trees, and nothing of HTTP, of the database or of query syntax.
 */
import type { ChildDocument, ParentDocument, IndexDefinition } from './index_definition.js'
import type { QueryLeaf, QueryTree } from './query/tree.js'

/** A value to sort by; parents or children without it come last in both directions. */
export type Order =
  /** Best first. After what an engine ranks come the other hits, newest first: their positions begin with null. */
  | { by: 'score' }
  /** The same sequence for the same seed. */
  | { by: 'random'; seed: number; descending: boolean }
  /** Fields of kind number, date, datetime, or keyword. A parent sorted by a field of its children uses the matching child that sorts first. */
  | { by: 'fields'; fields: { name: string; descending: boolean }[] }

/** The position of a hit in its order: what it is sorted by, then the key. Survives JSON. */
export type Position = (number | string | null)[]

/** What raises rows. */
export interface Boost {
  tree: QueryTree
  times: number
}

export interface Scoring {
  /** The day ages are counted from; fixed for all pages of one search. */
  today: string
  /** Trees of words that boost the matches of the query: by a multiple of the score of a word that is in only one row. */
  boosts?: Boost[]
  /** The same for trees that few of the matches have: by a multiple of the score of an equally rare word. */
  parts?: Boost[]
  /** Field of kind number: how often a record is cited. Of records raised alike the one cited more comes first. */
  citedField?: string
}

export type Grain = 'parent' | 'child' | 'leaf'

export interface EngineSearch {
  index: string
  /** Decides what matches, and with what score. */
  query: QueryTree
  /** A filter that does not affect the score. */
  filter: QueryTree
  /** Type of a hit; a leaf is a child, or a parent without children. */
  grain: Grain
  order: Order
  scoring: Scoring
  /** Only hits after this position, or before it. */
  from?: { position: Position; direction: 'after' | 'before' }
  /** Maximum number of hits, in list order in both directions; with 0, hits are only counted. */
  size: number
  /** Most matching children listed of each parent. */
  children: number
  /** Whether to count all hits. */
  count: boolean
  /** Where counting may stop: one more means that there are more. Only if hits are only counted. */
  countUpTo?: number
  /** Fields of the index declared as facets: hits are counted by their values. */
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
  /** Key of the parent; of a parent its own. */
  parent: number
  /** Among leaves: a parent, not a child. */
  childless?: true
  position: Position
  /** Matching children of a parent, best first; in a list sorted by a field of children, in its order. */
  children: ChildHit[]
  /** More children match than are listed. */
  moreChildren: boolean
}

export interface EngineAnswer {
  hits: EngineHit[]
  /** Whether there are hits after the last one (going back: before the first one). */
  more: boolean
  /** Exact number of hits, or one more than `countUpTo`; null if not requested. */
  count: number | null
  /** How many of the newest matching rows are ranked when not all are; null: all. The same on all pages. */
  rankedNewest: number | null
  /** Facet counts, if requested. */
  facets?: Facets
}

export interface FacetValue {
  /** As the index compares it: keywords in lower case, `true` or `false`, a number; of a date its year. */
  value: string | number
  /** Hits with this value; a parent has those of its rows that match. */
  count: number
}

export interface Facets {
  /** By field: values with the most hits first, equal ones in their order; at most `MOST_FACET_VALUES`. */
  values: Record<string, FacetValue[]>
  /** How many of the newest matching rows were counted when not all were; null: all. */
  countedNewest: number | null
}

/** Values of a facet that are listed: more than there are courts, whose counts are added up. */
export const MOST_FACET_VALUES = 5_000

/** Values of a facet in their order, as many as are listed. */
export function listFacet(values: FacetValue[]): FacetValue[] {
  return values
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, MOST_FACET_VALUES)
}

export interface Neighbour {
  /** Key of the child (of the parent where the index has no children). */
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
  /** At most 500. */
  leaves: QueryLeaf[]
  deadline: number
  signal?: AbortSignal
}

export interface Frequencies {
  /** Rows the index has, of parents and children. */
  rows: number
  /** Rows that have each of the leaves; 0 for one that very many have. */
  frequencies: number[]
}

/** Vectors of one child's text. */
export interface ChunkVectors {
  key: number
  parent: number
  vectors: Float32Array[]
}

/** A parent that may be unchanged in the index. */
export interface ParentToCompare {
  parent: ParentDocument
  children?: number[]
}

/**
 * Writes one index. Everything between two commits is one transaction;
 * readers see all of it or nothing. Calls without a result are queued and
 * run in order; if one fails, so does the commit.
 */
export interface IndexWriter {
  /** The last committed checkpoint; null for an empty index. */
  checkpoint(): Promise<string | null>
  /**
   * Keys of the parents that are new, or whose searchable content
   * differs from the index: all of their children must be put.
   * @param parents with keys of the children that will be put if not all are
   */
  findChangedParents(parents: ParentToCompare[]): Promise<number[]>
  /**
   * Begins with a parent. Answers whether all of its children must be put.
   * @param options.isNew the index is known not to have it, so the answer is
   * @param options.children keys of children that will be put if not all are
   * @param options.isWhole what `wholeParents` has answered in this transaction
   */
  startParent(
    parent: ParentDocument,
    options?: { isNew?: boolean; children?: number[]; isWhole?: boolean }
  ): Promise<boolean>
  /** Children of the current parent. Unchanged children cost nothing. */
  putChildren(children: ChildDocument[]): Promise<void>
  /** Ends the parent; `complete` removes its children that were not put. */
  finishParent(options: { complete: boolean }): Promise<void>
  /** The parents the index has children under, by their keys; children it does not have are left out. */
  findParents(children: number[]): Promise<Map<number, number>>
  removeParents(keys: number[]): Promise<void>
  /** A parent that has lost children is new for the next `startParent` where its own row depends on them. */
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
  /** Why the live index cannot be read, and must be rebuilt; null: no damage was found. */
  damaged: string | null
}

export interface EngineHealth {
  engine: string
  version: string
  indexes: IndexHealth[]
}

/** @param checkpoint checkpoint of the live index; null: missing or unreadable */
export type IndexListener = (index: string, checkpoint: string | null) => void

/** The interface of all engines; a class, so that the container can inject it. */
export abstract class SearchEngine {
  /** @throws SearchTooSlow after the deadline, SearchTooBroad when a wildcard stands for too many words, SearchRefused, IndexMissing, IndexDamaged */
  abstract search(search: EngineSearch): Promise<EngineAnswer>
  abstract neighbours(search: NeighbourSearch): Promise<Neighbour[]>
  /** How frequent words are. @throws SearchTooSlow, IndexMissing, IndexDamaged */
  abstract frequencies(question: FrequencyQuestion): Promise<Frequencies>
  /** One writer per index and target at a time, across all processes. Any of its calls may throw IndexDamaged. @throws IndexBeingWritten, IndexDamaged */
  abstract openWriter(index: string, target: 'live' | 'rebuild'): Promise<IndexWriter>
  /** Discards the rebuilt index. @throws IndexBeingWritten */
  abstract discardRebuild(index: string): Promise<void>
  /**
   * Puts the rebuilt index in the place of the live one; searches under way end on the old one.
   *
   * @param signal ends what comes before; the rebuilt index stays, and can be swapped in later
   * @throws IndexBeingWritten, IndexDamaged when that is the rebuilt one, Interrupted after the signal
   */
  abstract swap(index: string, signal?: AbortSignal): Promise<void>
  /** Calls the listener when any process changes, deletes, or finds damage in an index. Returns a function that stops it. */
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

/** A part of the query stands for too many words. */
export class SearchTooBroad extends Error {
  constructor(readonly part: string) {
    super(`"${part}" matches too many words.`)
  }
}

/** This engine cannot run the search exactly. The message contains instructions for users. */
export class SearchRefused extends Error {
  /** @param construct what it cannot do; each engine names its own */
  constructor(
    readonly construct: string,
    message: string
  ) {
    super(message)
  }
}

/** There is no such index yet: it must be built first. */
export class IndexMissing extends Error {
  constructor(readonly index: string) {
    super(`The index "${index}" has not been built yet.`)
  }
}

/** The index cannot be read as a whole. Once that was found, it is not searched until it is rebuilt. */
export class IndexDamaged extends Error {
  constructor(
    readonly index: string,
    readonly reason: string
  ) {
    super(`The index "${index}" is damaged: ${reason}.`)
  }
}

/** Another writer of the same index is open, here or in another process. */
export class IndexBeingWritten extends Error {
  constructor(readonly index: string) {
    super(`The index "${index}" is already being written.`)
  }
}

/** This platform or engine does not support semantic search. */
export class SemanticUnavailable extends Error {}
