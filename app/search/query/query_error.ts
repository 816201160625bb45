export type QueryErrorKind =
  | 'parentheses'
  | 'quotes'
  | 'proximity'
  | 'wildcard'
  | 'date'
  | 'field'
  | 'value'
  | 'syntax'
  | 'too long'
  | 'too deep'
  | 'too many'
  | 'too long for meaning'

/** First sentences that clients match on (search.md 4.6). */
const OPENINGS: Partial<Record<QueryErrorKind, string>> = {
  'parentheses': 'The query contains unbalanced parentheses.',
  'quotes': 'The query contains unbalanced quotes.',
  'proximity': 'The query contains an unrecognized proximity token.',
  'wildcard': 'The query contains a disallowed wildcard pattern.',
  'date': 'The date entered has an invalid format.',
  'too long for meaning':
    'The input is too long to process. The maximum allowed is 1000 characters.',
}

/**
 * A query that cannot be understood; a 400. The message is for the one who
 * wrote it: what is wrong, where, and how to write it.
 */
export class QueryError extends Error {
  /**
   * @param kind which check failed
   * @param position offset of the problem in the query, from 0
   * @param problem what is wrong there; a sentence
   * @param suggestion how it could be written; a sentence
   */
  constructor(
    readonly kind: QueryErrorKind,
    readonly position: number,
    problem: string,
    readonly suggestion: string
  ) {
    super([OPENINGS[kind], problem, suggestion].filter(Boolean).join(' '))
    this.name = 'QueryError'
  }
}

/** How messages name a place: `character 5`, from 1. */
export function place(position: number): string {
  return `character ${position + 1}`
}
