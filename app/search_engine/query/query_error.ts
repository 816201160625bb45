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
 * A query that can't be parsed (status 400). The message describes the error,
 * its position, and how to fix it.
 */
export class QueryError extends Error {
  /**
   * @param kind which check failed
   * @param position characters before the problem in the query (places.ts)
   * @param problem what is wrong there; a sentence
   * @param suggestion how it could be written; a sentence
   * @param parameter where it is written, if not in `q`
   * @param repair what is written there, and what is meant
   */
  constructor(
    readonly kind: QueryErrorKind,
    readonly position: number,
    readonly problem: string,
    readonly suggestion: string,
    readonly parameter?: string,
    readonly repair?: { written: string; meant: string }
  ) {
    super(sentences({ kind, parameter, problem, suggestion }))
    this.name = 'QueryError'
  }

  /** The message with the parameter called what a form calls it. */
  messageWith(label: string): string {
    return sentences({ ...this, parameter: label })
  }
}

type Said = Pick<QueryError, 'kind' | 'parameter' | 'problem' | 'suggestion'>

function sentences({ kind, parameter, problem, suggestion }: Said): string {
  const where = parameter && `In ${parameter}:`
  return [OPENINGS[kind], where, problem, suggestion].filter(Boolean).join(' ')
}

/**
 * Reads another parameter than `q`.
 * @throws QueryError that names it
 */
export function inParameter<Result>(name: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    const { kind, position, problem, suggestion, repair } = error
    throw new QueryError(kind, position, problem, suggestion, name, repair)
  }
}

/** The text of an error, with the correction in place of the original; undefined if neither is known. */
export function repaired(text: string, { position, repair }: QueryError): string | undefined {
  if (!repair) return undefined
  const characters = [...text]
  const { length } = [...repair.written]
  const written = characters.slice(position, position + length).join('')
  if (written !== repair.written) return undefined
  return characters.toSpliced(position, length, repair.meant).join('')
}

/** How messages name a place: `character 5`, from 1. */
export function place(position: number): string {
  return `character ${position + 1}`
}
