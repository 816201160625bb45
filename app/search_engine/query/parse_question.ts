/**
 * Parses a natural-language question for semantic search; only quotes have a special meaning
 * (search.md 8).
 */
import type { IndexDefinition } from '../index_definition.js'
import { prepareQuestion } from './balance.js'
import { unfielded } from './compile.js'
import { fieldNames } from './fields.js'
import { NO_LANGUAGE } from './language.js'
import {
  type ParsedQuery,
  type QueryContext,
  compileContext,
  compileQueryTree,
} from './parse_query.js'
import { countCharacters } from './places.js'
import { QueryError } from './query_error.js'
import type { Syntax } from './syntax.js'
import { positiveLeaves } from './tree.js'

/** Maximum number of characters of a question (search.md 8). */
const MAX_LENGTH = 1000
const QUOTED = /"([^"]*)"/g

/**
 * Reads the parameter `q` as a question, in which `AND`, `court:ca9`, and `/s`
 * are plain words. Its tree contains all words, for highlighting in results.
 *
 * @throws QueryError if it is too long, or a quote is not closed
 */
export function parseQuestion(
  text: string,
  index: IndexDefinition,
  context: QueryContext = {}
): ParsedQuery {
  const plain = prepareQuestion(text)
  const quotedPhrases = [...plain.matchAll(QUOTED)].map(([, phrase]) => phrase!)
  const textOutsideQuotes = plain.replaceAll(QUOTED, ' ').replaceAll(/ +/g, ' ').trim()
  // The phrases of a text that is too long are used only until it is rejected.
  const words = new Set(
    textOutsideQuotes
      .slice(0, MAX_LENGTH)
      .split(/[ /\\]+/)
      .filter(Boolean)
  )
  const of: Syntax[] = [
    ...Array.from(words, (word): Syntax => ({ is: 'word', text: word, at: 0 })),
    ...quotedPhrases.map((phrase): Syntax => ({
      is: 'phrase',
      text: phrase.replaceAll('\\', ' '),
      distance: null,
      at: 0,
    })),
  ]
  const { language = NO_LANGUAGE } = index
  const scope = unfielded(fieldNames(index).searched, language)
  const syntax: Syntax | null = of.length ? { is: 'and', of } : null
  const tree = compileQueryTree(syntax, scope, compileContext(index, context))
  return {
    tree,
    fields: [],
    related: [],
    looksLikeName: language.rewrite(plain).looksLikeName,
    references: [],
    numbers: [],
    name: '',
    quotedPhrases,
    textOutsideQuotes,
    leaves: positiveLeaves(tree),
  }
}

/**
 * The text to embed, without its quotes.
 * @throws QueryError if it has more than 1,000 characters
 */
export function textForMeaning(text: string): string {
  const bare = prepareQuestion(text).replaceAll('"', '').trim()
  const length = countCharacters(bare)
  if (length <= MAX_LENGTH) return bare
  throw new QueryError(
    'too long for meaning',
    MAX_LENGTH,
    `This text has ${length} characters.`,
    'Shorten it, or use keyword search.'
  )
}
