/**
 * The syntax tree: a query as written, before its fields and words are resolved.
 */
import { readFileSync } from 'node:fs'
import peggy from 'peggy'
import { prepare } from './balance.js'
import { placesIn } from './places.js'
import { QueryError, place } from './query_error.js'

interface Written {
  /** Number of characters before it. */
  at: number
}

export type Syntax =
  | { is: 'and' | 'or'; of: Syntax[] }
  | { is: 'not'; of: Syntax }
  /** `name:` and its value. */
  | ({ is: 'field'; name: string; of: Syntax } & Written)
  /** `"…"`, or `"…"~N`. */
  | ({ is: 'phrase'; text: string; distance: string | null } & Written)
  | ({ is: 'word'; text: string } & Written)
  /** A word with `*` or `?`. */
  | ({ is: 'pattern'; text: string } & Written)
  /** `!root` */
  | ({ is: 'root'; text: string } & Written)
  /** `word~`, `word~1`. */
  | ({ is: 'fuzzy'; text: string; edits: string } & Written)
  | ({ is: 'range' } & RangeText & Written)
  /** `()` */
  | { is: 'nothing' }

export interface RangeText {
  /** null: `*` */
  from: string | null
  to: string | null
  /** Whether the bound itself is included. */
  fromIncluded: boolean
  toIncluded: boolean
}

/** Decides whether the word before a colon names a field; `after` is the text that follows it. */
export type IsField = (name: string, after: string) => boolean

interface GrammarOptions {
  isField: IsField
  /** Number of characters before an offset. */
  toCharacterOffset: (offset: number) => number
  fail: (position: number, problem: string, suggestion: string) => never
}

let parser: { parse(text: string, options: GrammarOptions): unknown } | undefined

/** The grammar is in a separate file; its parser is created on first use. */
function grammarParser() {
  return (parser ??= peggy.generate(
    readFileSync(new URL('query.peggy', import.meta.url), 'utf8')
  ) as unknown as NonNullable<typeof parser>)
}

/**
 * Parses a query. Returns null for an empty one.
 * @throws QueryError if the query is malformed
 */
export function parseSyntax(text: string, isField: IsField): Syntax | null {
  const prepared = prepare(text)
  const placeOf = placesIn(prepared)
  try {
    return grammarParser().parse(prepared, {
      isField,
      toCharacterOffset: placeOf,
      fail,
    }) as Syntax | null
  } catch (error) {
    const offset = (error as { location?: { start: { offset: number } } }).location?.start.offset
    if (error instanceof QueryError || offset === undefined) throw error
    return fail(
      placeOf(offset),
      `The query has a syntax error at ${place(placeOf(offset))}.`,
      'Quote words that are not operators.'
    )
  }
}

function fail(position: number, problem: string, suggestion: string): never {
  throw new QueryError('syntax', position, problem, suggestion)
}
