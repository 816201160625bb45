/** Parses a user's query into a query tree and derived data. */
import type { IndexDefinition } from '../index_definition.js'
import { analyse } from '../analysis/analyse.js'
import { numberParameterTree, withoutJudges } from './number_tree.js'
import { prepare } from './balance.js'
import { isPlainText } from './check_text.js'
import { NO_LANGUAGE, type OtherSpelling } from './language.js'
import { type CompileContext, compile, unfielded } from './compile.js'
import { fieldNames, looksLikeField } from './fields.js'
import { checkTree, checkWritten } from './limits.js'
import { type MarkedLeaf, markedLeaves } from './marked_leaves.js'
import { parseSyntax } from './parse_syntax.js'
import type { Syntax } from './syntax.js'
import { ALL, NONE, type QueryTree, distinct, positiveLeaves, withoutRepeats } from './tree.js'
import { relatedIds, withoutRelated } from './related.js'
import type { Scope } from './scope.js'
import type { KnownValues } from './values.js'

export interface QueryContext {
  /** Milliseconds since 1970 that relative dates count from; defaults to now. */
  today?: number
  /** By field: returns the values that a value includes: `{ court_id: courtsBelow }`. */
  below?: Record<string, (value: string) => string[]>
  /** By field: its values; others are rejected. */
  known?: Record<string, KnownValues>
  /** Whether `related:1,2` is allowed. */
  related?: boolean
  /** Unknown fields match nothing instead of causing an error. */
  lenient?: boolean
  /** Alternative forms of parts of the text, in addition to those of the language. */
  otherSpellings?: readonly OtherSpelling[]
}

export interface ParsedQuery {
  tree: QueryTree
  /** Fields that the query names, by their declared names. */
  fields: string[]
  /** IDs of `related:`; similarity to them is required in addition to the tree. Empty if not used. */
  related: number[]
  /** Whether the query reads like the name of a record (search.md 4.3). */
  looksLikeName: boolean
  /** References to records outside of quotes, such as citations. */
  references: string[]
  /** Record numbers that the query identifies as such. */
  numbers: string[]
  /** The text before the references and numbers, without weights and a leading "the". */
  name: string
  /** Quoted phrases without a field that are not excluded, without quotes. */
  quotedPhrases: string[]
  /** The query without quoted phrases. */
  textOutsideQuotes: string
  /** The leaves to highlight in results. */
  leaves: MarkedLeaf[]
}

/**
 * Reads the parameter `q`.
 * @throws QueryError if it is invalid or too complex
 */
export function parseQuery(
  text: string,
  index: IndexDefinition,
  context: QueryContext = {}
): ParsedQuery {
  const names = fieldNames(index)
  const { language = NO_LANGUAGE } = index
  const rewritten = language.rewrite(withoutJudges(prepare(text)))
  const { text: plain, numbers, looksLikeName } = rewritten
  const { otherSpellings: given = [] } = context
  const otherSpellings = [...rewritten.otherSpellings, ...given]
  const references = [...rewritten.references, ...given.flatMap(({ texts }) => texts)]
  const syntax = readSyntax(plain, index, context)
  const related = context.related ? relatedIds(syntax) : []
  const fields = new Set<string>()
  const scope: Scope = {
    ...unfielded(names.searched, language),
    ...(looksLikeName && { inName: 'query' }),
  }
  const tree = compileQueryTree(
    context.related ? withoutRelated(syntax) : syntax,
    { ...scope, otherSpellings },
    compileContext(index, context, (field) => fields.add(field))
  )
  const name = trimName(withoutWeights(rewritten.name))
  const wholes = looksLikeName && isPlainText(name) ? [...references, name] : references
  return {
    tree,
    fields: [...fields],
    related,
    looksLikeName,
    references,
    numbers,
    name,
    quotedPhrases: syntax ? quotedPhrases(syntax) : [],
    textOutsideQuotes: textOutsideQuotes(plain),
    leaves: markedLeaves(distinct(positiveLeaves(tree)), wholes, scope, (whole) =>
      positiveLeaves(
        compileQueryTree(readSyntax(whole, index, {}), scope, compileContext(index, {}))
      )
    ),
  }
}

/** Maximum number of words of a name with synonyms; longer ones are matched as written. */
const MAX_NAME_WORDS = 60

/**
 * Reads a parameter that narrows a search by the words of a field. The query language is the
 * same; words without a field apply to this one.
 * @throws QueryError
 */
export function parseFilterText(
  text: string,
  field: string,
  index: IndexDefinition,
  context: QueryContext = {}
): QueryTree {
  const { kind, shape, names } = index.fields[field]!
  const exact = names !== undefined && analyse(text).exact.length > MAX_NAME_WORDS
  const scope: Scope = {
    text: kind === 'text' ? [field] : [],
    shaped: shape ? [field] : [],
    keyword: [],
    exact,
    language: index.language ?? NO_LANGUAGE,
    ...(names && { inName: names }),
    field: { name: field, written: field, kind, exact },
  }
  return compileQueryTree(readSyntax(text, index, context), scope, compileContext(index, context))
}

/** The words of a name, each with its alternatives. @param text without operators, fields, and wildcards */
export function nameWords(text: string, field: string, index: IndexDefinition): QueryTree {
  const { language = NO_LANGUAGE } = index
  const scope: Scope = {
    ...{ text: [field], shaped: [], keyword: [] },
    ...{ exact: false, language, inName: index.fields[field]?.names ?? 'query' },
  }
  return compileQueryTree(readSyntax(text, index, {}), scope, compileContext(index, {}))
}

/**
 * The unstemmed words of a text as a phrase, such as a citation. Matches all if the text has
 * none.
 */
export function phraseFilter(text: string, field: string): QueryTree {
  const words = analyse(text).exact
  if (!words.length) return text.trim() ? NONE : ALL
  return words.length === 1
    ? { op: 'word', fields: [field], word: words[0]!, form: 'exact' }
    : { op: 'phrase', fields: [field], words, form: 'exact' }
}

/**
 * Docket numbers, compared part by part with those of a field. Matches all if the text is
 * empty.
 *
 * @throws QueryError for a wildcard in place of a part of a number
 */
export function numberFilter(text: string, field: string): QueryTree {
  return numberParameterTree(text, field)
}

function readSyntax(text: string, index: IndexDefinition, context: QueryContext) {
  const names = fieldNames(index)
  return parseSyntax(text, (name, after) =>
    names.find(name) || (context.related && name === 'related')
      ? !after.startsWith('/')
      : looksLikeField(name, after)
  )
}

/** Context for compiling a query. */
export function compileContext(
  index: IndexDefinition,
  { today = Date.now(), below, known, lenient = false }: QueryContext,
  onField: (name: string) => void = () => {}
): CompileContext {
  return { names: fieldNames(index), today, below, known, lenient, onField }
}

/**
 * The tree of a parsed query.
 * @throws QueryError if it is too complex
 */
export function compileQueryTree(
  syntax: Syntax | null,
  scope: Scope,
  context: CompileContext
): QueryTree {
  if (!syntax) return ALL
  checkWritten(syntax)
  const tree = compile(syntax, scope, context) ?? NONE
  checkTree(tree)
  return withoutRepeats(tree)
}

/** Quotes are balanced here, except for escaped ones. */
function textOutsideQuotes(text: string): string {
  const outside = text.replaceAll(/\\.|"(?:[^"\\]|\\.)*"(?:~\d+)?(?:\^\d+(?:\.\d+)?)*/g, (found) =>
    found[0] === '"' ? ' ' : found
  )
  return withoutWeights(outside).replaceAll(/ +/g, ' ').trim()
}

/**
 * Without leading and trailing parts that don't belong to a name, such as an operator before a
 * citation.
 */
function trimName(text: string): string {
  let end = text.length
  while (end > 0 && ' ,;&'.includes(text[end - 1]!)) end--
  return text.slice(0, end).replace(/^[ &]*(?:the(?= )[ &]*)?/i, '')
}

/** Weights have no effect: `word^2`. */
function withoutWeights(text: string): string {
  return text.replaceAll(/(?<=[^\s\\])(?:\^\d+(?:\.\d+)?)+(?=[ ()]|$)/g, '')
}

function quotedPhrases(syntax: Syntax): string[] {
  if (syntax.is === 'phrase') return [syntax.text]
  return syntax.is === 'and' || syntax.is === 'or' ? syntax.of.flatMap(quotedPhrases) : []
}
