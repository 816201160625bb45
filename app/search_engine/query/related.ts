/**
 * `related:1,2` finds records similar to these. Similarity needs the words of documents, so it
 * isn't part of the tree: the parser returns the IDs, and the caller adds the conditions
 * derived from them (search.md 4.2).
 */
import { QueryError, place } from './query_error.js'
import type { Syntax } from './syntax.js'

/** Maximum number of IDs. */
export const MAX_RELATED = 20

const IDS = /^\s*\d{1,15}(\s*,\s*\d{1,15})*\s*$/

type FieldSyntax = Syntax & { is: 'field' }

/**
 * The IDs of `related:`.
 * @throws QueryError if the IDs are invalid or too many, or not at the top level of the query
 */
export function relatedIds(syntax: Syntax | null): number[] {
  if (!syntax) return []
  const asked = parts(syntax).filter(isRelated)
  const elsewhere = parts(syntax).flatMap(findWithin)[0]
  if (elsewhere) {
    throw new QueryError(
      'field',
      elsewhere.at,
      `related: at ${place(elsewhere.at)} cannot be used in a group or with OR or NOT.`,
      'Use it at the top level, next to the other words.'
    )
  }
  const ids = [...new Set(asked.flatMap(readIds))]
  if (ids.length > MAX_RELATED) {
    throw new QueryError(
      'too many',
      asked[0]!.at,
      `related: has ${ids.length} IDs; the maximum is ${MAX_RELATED}.`,
      'Leave some out.'
    )
  }
  return ids
}

/** The query without `related:`. */
export function withoutRelated(syntax: Syntax | null): Syntax | null {
  if (!syntax || isRelated(syntax)) return null
  if (syntax.is !== 'and') return syntax
  const rest = syntax.of.filter((part) => !isRelated(part))
  return rest.length ? { is: 'and', of: rest } : null
}

function parts(syntax: Syntax): Syntax[] {
  return syntax.is === 'and' ? syntax.of : [syntax]
}

function isRelated(syntax: Syntax): syntax is FieldSyntax {
  return syntax.is === 'field' && syntax.name === 'related'
}

/** Positions of `related:` within a part. */
function findWithin(part: Syntax): FieldSyntax[] {
  const below = 'of' in part ? (Array.isArray(part.of) ? part.of : [part.of]) : []
  return below.flatMap((syntax) => [...(isRelated(syntax) ? [syntax] : []), ...findWithin(syntax)])
}

function readIds({ of, at }: FieldSyntax): number[] {
  if ((of.is === 'word' || of.is === 'phrase') && IDS.test(of.text)) {
    return of.text.split(',').map(Number)
  }
  throw new QueryError(
    'value',
    at,
    `related: at ${place(at)} requires IDs.`,
    'Separate them with commas: related:123,456.'
  )
}
