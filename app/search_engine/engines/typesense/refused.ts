/**
 * What Typesense cannot do exactly, and what happens instead. The page
 * `resources/docs/typesense.md` has the same table; a test compares them.
 */
import { SearchRefused } from '../../engine.js'

/** Matches of the words of a proximity search whose texts are read. */
export const MAX_READ = 2_000
/** Parents whose own row decides about the rows of their children. */
export const MAX_PARENTS = 10_000
/** Hits that are passed to reach a page where positions cannot be asked for. */
export const MAX_PASSED = 10_000
/** Nearest passages among which those that match a filter are looked for. */
export const MAX_NEIGHBOURS = 4_000
/** Matching rows whose passages are compared one by one, however far they are. */
export const MAX_NARROWED = 10_000
/** Words of an index that patterns are compared with. */
export const MAX_VOCABULARY = 2_000_000
/** Matching children of a parent the best are chosen from. */
export const MAX_CHILDREN = 99
/** Newest matches that are ranked. */
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
    how: `The texts of the rows with all of the words are read and compared; refused where more than ${n(MAX_READ)} rows have them.`,
  },
  patterns: {
    construct: 'Wildcards inside a word, misspelled words: `f?o`, `word~2`',
    answer: 'exact',
    how: `The words of the index that fit are looked for instead; refused where more than 1,000 fit, or the index has more than ${n(MAX_VOCABULARY)} different words.`,
  },
  prefix: {
    construct: 'Beginnings of words: `appeal*`',
    answer: 'exact',
    how: 'Refused where 10,000 words or more begin so, which is as many as Typesense looks at.',
  },
  ownRow: {
    construct: 'Fields kept once for all documents of a docket: `party:smith`',
    answer: 'exact',
    how: `The dockets are looked for first; refused where more than ${n(MAX_PARENTS)} match.`,
  },
  complexity: {
    construct: 'Long queries',
    answer: 'refused',
    how: 'Each word counts once per field. A server allows 100 words and operators; start it with `--filter-by-max-ops=2000`.',
  },
  score: {
    construct: 'Ranking',
    answer: 'differs',
    how: `The formula of the embedded engine with each word counted once per field and without the length of texts. The newest ${n(MAX_RANKED)} matches and those with a name that was asked for are ranked; the others follow by date.`,
  },
  deepPages: {
    construct: 'Pages of parents by a date of their children, pages by a name',
    answer: 'exact',
    how: `The hits before the page are passed one by one; refused after ${n(MAX_PASSED)}.`,
  },
  random: {
    construct: 'Random order',
    answer: 'differs',
    how: 'One shuffled sequence; the seed decides where in it the list begins.',
  },
  children: {
    construct: 'Best documents under a hit',
    answer: 'differs',
    how: `Chosen from the ${MAX_CHILDREN} matching ones with the highest keys.`,
  },
  neighbours: {
    construct: 'Semantic search under a filter',
    answer: 'differs',
    how: `Exact up to ${n(MAX_NARROWED)} matching documents; above, the ${n(MAX_NEIGHBOURS)} nearest passages of all are filtered.`,
  },
  fewerSorts: {
    construct: 'Orders by three fields or more',
    answer: 'refused',
    how: 'Typesense sorts by three values, and the key is one of them. No order of the API has three fields.',
  },
}

/** @throws SearchRefused */
export function refuse(construct: keyof typeof DEVIATIONS & string, what: string): never {
  throw new SearchRefused(construct, what)
}
