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
   * @param position number of characters before the problem in the query (places.ts)
   * @param problem what is wrong there, as a sentence
   * @param suggestion how to write it, as a sentence
   * @param parameter the parameter that contains it, if not `q`
   * @param repair the wrong text and the intended text
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

  /** The message, with the parameter replaced by its label in a form. */
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
 * Reads a parameter other than `q`.
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

/**
 * The text that an error refers to, with the correction in place of the original; undefined if
 * either is unknown.
 */
export function repaired(text: string, { position, repair }: QueryError): string | undefined {
  if (!repair) return undefined
  const characters = [...text]
  const { length } = [...repair.written]
  const written = characters.slice(position, position + length).join('')
  if (written !== repair.written) return undefined
  return characters.toSpliced(position, length, repair.meant).join('')
}

/** How messages describe a position: `character 5`, counted from 1. */
export function place(position: number): string {
  return `character ${position + 1}`
}
