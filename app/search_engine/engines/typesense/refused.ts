/**
 * Constructs that Typesense can't run exactly, and how each is handled. A test
 * compares this list with the table in `resources/docs/typesense.md`.
 */
import { SearchRefused } from '../../engine.js'

/** Maximum number of candidate rows of a proximity search whose texts are read. */
export const MAX_READ = 2_000
/** Maximum number of parents whose own row decides whether their children match. */
export const MAX_PARENTS = 10_000
/** Maximum number of hits skipped to reach a page without a position filter. */
export const MAX_PASSED = 10_000
/** Number of nearest passages to which a filter is applied. */
export const MAX_NEIGHBOURS = 4_000
/**
 * Maximum number of matching rows whose passages are compared one by one, regardless of
 * distance.
 */
export const MAX_NARROWED = 10_000
/** Maximum number of words of an index that patterns are compared with. */
export const MAX_VOCABULARY = 2_000_000
/** Maximum number of matching children of a parent from which the best are chosen. */
export const MAX_CHILDREN = 99
/** Maximum number of newest matches that are ranked. */
export const MAX_RANKED = 1_000

export interface Deviation {
  construct: string
  answer: 'exact' | 'refused' | 'differs'
  how: string
}

const n = (number: number) => number.toLocaleString('en-US')

export const DEVIATIONS: Record<string, Deviation> = {
  near: {
    construct: 'Proximity: `"breach duty"~10`',
    answer: 'exact',
    how: `Reads and compares the texts of all rows that contain the words; refused if there are more than ${n(MAX_READ)}.`,
  },
  connectors: {
    construct: 'Connectors: `breach /s duty`, `breach /5 duty`',
    answer: 'refused',
    how: 'Sentences and paragraphs are not indexed.',
  },
  patterns: {
    construct: 'Wildcards inside a word and fuzzy words: `f?o`, `word~2`',
    answer: 'exact',
    how: `Searches for the matching words of the index instead; refused if more than 1,000 match or the index has more than ${n(MAX_VOCABULARY)} distinct words.`,
  },
  prefix: {
    construct: 'Prefixes: `appeal*`',
    answer: 'exact',
    how: 'Refused if 10,000 or more words have the prefix, which is the limit of Typesense.',
  },
  ownRow: {
    construct: 'Docket fields in document searches: `party:smith`',
    answer: 'exact',
    how: `Finds the dockets first; refused if more than ${n(MAX_PARENTS)} match.`,
  },
  complexity: {
    construct: 'Long queries',
    answer: 'refused',
    how: 'Each word counts once per field. By default, Typesense allows 100 words and operators; start it with `--filter-by-max-ops=2000`.',
  },
  score: {
    construct: 'Ranking',
    answer: 'differs',
    how: `Same formula as the embedded engine, but each word counts once per field and text length is ignored. The newest ${n(MAX_RANKED)} matches and matches by name are ranked; the others follow by date.`,
  },
  deepPages: {
    construct: 'Pagination of parents ordered by a date of their children, or by name',
    answer: 'exact',
    how: `Skips the hits before the page one by one; refused after ${n(MAX_PASSED)}.`,
  },
  random: {
    construct: 'Random order',
    answer: 'differs',
    how: 'One fixed random sequence; the seed determines where the list starts.',
  },
  children: {
    construct: 'Best documents of a hit',
    answer: 'differs',
    how: `Selected from the ${MAX_CHILDREN} matching documents with the highest keys.`,
  },
  neighbours: {
    construct: 'Semantic search with a filter',
    answer: 'differs',
    how: `Exact up to ${n(MAX_NARROWED)} matching documents; above that, only the ${n(MAX_NEIGHBOURS)} nearest passages are filtered.`,
  },
  fewerSorts: {
    construct: 'Ordering by three or more fields',
    answer: 'refused',
    how: 'Typesense sorts by up to three values, including the key. No API ordering uses three fields.',
  },
}

/** @throws SearchRefused */
export function refuse(construct: keyof typeof DEVIATIONS & string, what: string): never {
  throw new SearchRefused(construct, what)
}
