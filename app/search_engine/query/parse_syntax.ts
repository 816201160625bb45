/** Parses a query to its syntax tree. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepare } from './balance.js'
import { isConnector, joinSequence, readConnector, type Fail } from './connectors.js'
import { placesIn } from './places.js'
import { QueryError, place } from './query_error.js'
import type { Syntax } from './syntax.js'

/** Decides whether the word before a colon names a field; `after` is the text that follows it. */
export type IsField = (name: string, after: string) => boolean

interface GrammarOptions {
  isField: IsField
  /** Number of characters before an offset. */
  toCharacterOffset: (offset: number) => number
  fail: Fail
  isConnector: typeof isConnector
  readConnector: typeof readConnector
  joinSequence: typeof joinSequence
}

interface Parser {
  parse(text: string, options: GrammarOptions): unknown
}

const require = createRequire(import.meta.url)
/** Written by the build. */
const COMPILED = './query_parser.cjs'
let parser: Parser | undefined

/** The parser of the grammar in a separate file, loaded on first use. A build contains it compiled. */
function grammarParser(): Parser {
  // With hot reloading, the URL of a module ends with a version.
  return (parser ??= new URL(import.meta.url).pathname.endsWith('.ts')
    ? generateParser()
    : (require(COMPILED) as Parser))
}

function generateParser(): Parser {
  const { generate } = require('peggy') as typeof import('peggy')
  const grammar = readFileSync(new URL('query.peggy', import.meta.url), 'utf8')
  return generate(grammar) as unknown as Parser
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
      isConnector,
      readConnector,
      joinSequence,
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

function fail(
  position: number,
  problem: string,
  suggestion: string,
  kind: 'syntax' | 'proximity' = 'syntax'
): never {
  throw new QueryError(kind, position, problem, suggestion)
}
