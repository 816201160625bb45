/**
 * What a query means: from what is written to the tree engines compile.
 *
 * - Words, phrases and groups next to each other must all hold. NOT binds more
 *   tightly than AND, AND more tightly than OR. (The system this language is
 *   modelled on reads mixed AND and OR without precedence.)
 * - A word without a field may be in any of the fields such words look into;
 *   different words of a query may be in different ones.
 * - A bare word is looked for by its stem and its synonyms; what is in quotes
 *   as it is written. What the analyser parts (`wi-fi`) is a phrase; if it
 *   begins with a digit (`42-1983`), as it is written.
 * - What has the shape of a docket number is one: year, type and number next
 *   to each other, one word between at most, in the field `docketNumber`;
 *   or, as it is written, in the fields words look into.
 * - Punctuation says nothing. A query of nothing else matches nothing.
 */
import { analyse } from '../analysis/analyse.js'
import { docketNumberWords } from '../analysis/docket_number.js'
import { joinedWords, withSynonyms } from './bare_words.js'
import type { FieldNames, NamedField, SearchedFields } from './fields.js'
import { patternLeaf, rootLeaf } from './patterns.js'
import { QueryError, place } from './query_error.js'
import type { Syntax } from './syntax.js'
import { type QueryTree, NONE, and, not, or } from './tree.js'
import { type ValueContext, rangeTree, shorten, valueTree } from './values.js'

/** Most words between the first and the last of a proximity search: engines keep the values of a field this far apart. */
export const FARTHEST_NEAR = 100

export interface CompileContext extends ValueContext {
  names: FieldNames
  /** Unknown fields match nothing. */
  lenient: boolean
  /** Told of every field that is asked. */
  onField: (name: string) => void
}

/** Where words are looked for, and how. */
export interface Scope {
  /** Fields of kind text. */
  text: string[]
  /** Fields without words that a bare word is compared with, too. */
  keyword: string[]
  /** As written, without stems and synonyms. */
  exact: boolean
  /** The field that was named; undefined where none was. */
  field?: NamedField
}

/** The scope of words without a field. */
export function unfielded({ text, keyword }: SearchedFields, exact = false): Scope {
  return { text, keyword, exact }
}

/** The tree of what is written; null if it says nothing. */
export function compile(syntax: Syntax, scope: Scope, context: CompileContext): QueryTree | null {
  switch (syntax.is) {
    case 'nothing':
      return null
    case 'and':
      return join(and, compileAll(syntax.of, scope, context))
    case 'or':
      return join(orOfValues, compileEach(syntax.of, scope, context))
    case 'not': {
      const excluded = compile(syntax.of, scope, context)
      return excluded && not(excluded)
    }
    case 'field':
      return compileField(syntax, scope, context)
    default:
      return scope.field && scope.field.kind !== 'text'
        ? compileValue(syntax, scope.field, context)
        : compileText(syntax, scope)
  }
}

type Leaf = Exclude<Syntax, { is: 'and' | 'or' | 'not' | 'field' | 'nothing' }>

function join(how: (...of: QueryTree[]) => QueryTree, of: (QueryTree | null)[]): QueryTree | null {
  const said = of.filter((tree) => tree !== null)
  return said.length ? how(...said) : null
}

function compileEach(of: Syntax[], scope: Scope, context: CompileContext) {
  return of.map((part) => compile(part, scope, context))
}

/** Like compileEach; runs of bare words may have synonyms together: "new york". */
function compileAll(of: Syntax[], scope: Scope, context: CompileContext) {
  const compiled: (QueryTree | null)[] = []
  for (let index = 0; index < of.length; index++) {
    const together = scope.text.length ? joinedWords(of, index, scope) : null
    if (together) {
      const words = compileEach(of.slice(index, index + together.length), scope, context)
      compiled.push(or(join(and, words)!, ...together.synonyms))
      index += together.length - 1
    } else {
      compiled.push(compile(of[index]!, scope, context))
    }
  }
  return compiled
}

/** Several values of one field are one list. */
function orOfValues(...of: QueryTree[]): QueryTree {
  const lists = new Map<string, (string | number)[]>()
  const rest = of.filter((tree) => {
    if (tree.op !== 'is') return true
    lists.set(tree.field, [...(lists.get(tree.field) ?? []), ...tree.values])
    return false
  })
  const merged = [...lists].map(([field, values]): QueryTree => ({
    op: 'is',
    field,
    values: [...new Set(values)],
  }))
  return or(...rest, ...merged)
}

function compileField(
  { name, of, at }: Syntax & { is: 'field' },
  scope: Scope,
  context: CompileContext
): QueryTree | null {
  const field = context.names.find(name)
  if (!field) {
    if (context.lenient) return NONE
    throw unknownField(name, at, context.names)
  }
  context.onField(field.name)
  return compile(
    of,
    {
      text: field.kind === 'text' ? [field.name] : [],
      keyword: [],
      exact: field.exact || scope.exact,
      field,
    },
    context
  )
}

function unknownField(name: string, at: number, names: FieldNames) {
  const suggestion = names.suggest(name)
  return new QueryError(
    'field',
    at,
    `There is no field "${shorten(name)}" (${place(at)}).`,
    `${suggestion ? `Did you mean ${suggestion}? ` : ''}If it is text, put it in quotes or a blank behind the colon.`
  )
}

function compileValue(syntax: Leaf, field: NamedField, context: CompileContext): QueryTree {
  if (syntax.is === 'range') return rangeTree(field, syntax, syntax.at, context)
  if (syntax.is === 'word' || (syntax.is === 'phrase' && syntax.distance === null)) {
    return valueTree(field, unescaped(syntax.text), syntax.at, context)
  }
  throw new QueryError(
    syntax.is === 'pattern' || syntax.is === 'root' ? 'wildcard' : 'value',
    syntax.at,
    `${field.name} is compared as a whole; wildcards, ~ and ! are for words (${place(syntax.at)}).`,
    'Write the whole value.'
  )
}

function compileText(syntax: Leaf, scope: Scope): QueryTree | null {
  const { at } = syntax
  switch (syntax.is) {
    case 'word':
      return compileWord(unescaped(syntax.text), at, scope)
    case 'phrase':
      return compilePhrase(unescaped(syntax.text), syntax.distance, at, scope)
    case 'pattern':
      return patternLeaf(syntax.text, at, scope.text)
    case 'root':
      return rootLeaf(syntax.text, at, scope.text)
    case 'fuzzy':
      return compileFuzzy(unescaped(syntax.text), syntax.edits, at, scope)
    case 'range':
      return rangeTree(scope.field!, syntax, at, { today: 0 })
  }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}

/** `/s`, `/p`, `/5`, `w/5`: other systems' words for proximity. */
const PROXIMITY = /^w?\/([sp]|\d{1,3})$/i

function compileWord(text: string, at: number, scope: Scope): QueryTree | null {
  if (PROXIMITY.test(text)) {
    throw new QueryError(
      'proximity',
      at,
      `"${text}" at ${place(at)} is not known here.`,
      'Write the words in quotes and how many may stand between them: "breach duty"~10.'
    )
  }
  const docket = docketTree(text, scope)
  if (docket && scope.field) return docket
  const words = analyse(text)
  if (!words.exact.length) return null
  const form = scope.exact || (words.exact.length > 1 && /^\d/.test(text)) ? 'exact' : 'stem'
  const tree = withSynonyms(words, form, scope)
  return or(tree, ...asKeyword(text, scope), ...(docket ? [docket] : []))
}

/** What asks the docket number for a word; null if the word has not the shape of one, and its field was not named. */
function docketTree(text: string, { field, text: fields }: Scope): QueryTree | null {
  const name = 'docketNumber'
  const shaped = docketNumberWords(text)
  if (field ? field.name !== name : !shaped || !fields.includes(name)) return null
  const words = shaped ?? analyse(text).exact
  if (!words.length) return null
  return near([name], words, 1)
}

function compilePhrase(
  text: string,
  distance: string | null,
  at: number,
  scope: Scope
): QueryTree | null {
  const words = analyse(text).exact
  if (!words.length) return null
  if (distance !== null) {
    if (distance.length > 3 || Number(distance) > FARTHEST_NEAR) throw tooFar(distance, at)
    return near(scope.text, words, Number(distance), 'any')
  }
  return or(phrase(scope.text, words), ...asKeyword(text, scope))
}

function tooFar(distance: string, at: number) {
  return new QueryError(
    'value',
    at,
    `The phrase at ${place(at)} allows ${shorten(distance)} words between; ${FARTHEST_NEAR} are the most.`,
    `Write ~${FARTHEST_NEAR}, or join the words with AND.`
  )
}

function phrase(fields: string[], words: string[]): QueryTree {
  return words.length === 1
    ? { op: 'word', fields, word: words[0]!, form: 'exact' }
    : { op: 'phrase', fields, words, form: 'exact' }
}

/** Words near each other. One that is asked for twice counts once; in a number (`21-21`) the order counts then. */
function near(fields: string[], words: string[], distance: number, twice?: 'any'): QueryTree {
  const different = [...new Set(words)]
  if (different.length === 1 || (!twice && different.length < words.length)) {
    return phrase(fields, twice ? different : words)
  }
  return { op: 'near', fields, words: different, form: 'exact', distance }
}

function compileFuzzy(text: string, edits: string, at: number, scope: Scope): QueryTree | null {
  const words = analyse(text).exact
  if (!words.length) return null
  if (words.length > 1 || !['', '1', '2'].includes(edits)) {
    throw new QueryError(
      'value',
      at,
      words.length > 1
        ? `"${shorten(text)}~" at ${place(at)} is more than one word.`
        : `"~${shorten(edits)}" at ${place(at)} is no number of letters.`,
      words.length > 1
        ? `Write ~ behind one of them: ${shorten(words.join(' '))}~.`
        : `Write ${shorten(text)}~1 or ${shorten(text)}~2.`
    )
  }
  return { op: 'fuzzy', fields: scope.text, word: words[0]!, edits: edits === '1' ? 1 : 2 }
}

function asKeyword(text: string, { keyword }: Scope): QueryTree[] {
  const values = [text.trim().toLowerCase()]
  return keyword.map((field) => ({ op: 'is', field, values }))
}
