/**
 * Compiles the syntax of a query to the query tree, which engines then compile.
 *
 * - Adjacent words, phrases, and groups must all match. NOT binds more tightly
 *   than AND, and AND more tightly than OR. (The public service evaluates mixed
 *   AND and OR without precedence.)
 * - A word without a field may match in any of the default fields; different
 *   words of a query may match in different fields.
 * - A bare word matches by its stem and its synonyms, and quoted words match
 *   verbatim. A word that the analyzer splits (`wi-fi`) is a phrase, and a
 *   verbatim phrase if it starts with a digit (`42-1983`).
 * - Connectors join words, phrases, and patterns within one value of one text field.
 * - A word with the shape of a docket number is compared part by part in docket number fields,
 *   and verbatim in other fields.
 * - Punctuation is ignored. A query with only punctuation matches nothing.
 */
import {
  isNameField,
  joinedInitials,
  joinedWords,
  withoutFillers,
  findSpellingVariant,
  type Leaf,
  compileText,
  unescaped,
} from './compile_text.js'
import { compileConnected } from './compile_connected.js'
import type { QueryLanguage, ValueReader } from './language.js'
import type { FieldNames, NamedField, SearchedFields } from './fields.js'
import { findNumberRun } from './number_tree.js'
import { QueryError, place } from './query_error.js'
import type { Syntax } from './syntax.js'
import { type QueryTree, NONE, and, not, or } from './tree.js'
import { type ValueContext, rangeTree, shorten, valueTree } from './values.js'
import type { Scope } from './scope.js'

export interface CompileContext extends ValueContext {
  names: FieldNames
  /** Unknown fields match nothing. */
  lenient: boolean
  /** Called with every field that is queried. */
  onField: (name: string) => void
}

/** The scope of words without a field. */
export function unfielded(
  { text, keyword, shaped }: SearchedFields,
  language: QueryLanguage,
  exact = false
): Scope {
  return { text, shaped, keyword, exact, language }
}

/** The tree of a parsed query; null if it has no conditions. */
export function compile(syntax: Syntax, scope: Scope, context: CompileContext): QueryTree | null {
  switch (syntax.is) {
    case 'nothing':
      return null
    case 'and':
      return join(and, compileAll(asValues(syntax.of, scope), scope, context))
    case 'or':
      return join(orOfValues, compileEach(syntax.of, scope, context))
    case 'not': {
      const excluded = compile(syntax.of, scope, context)
      return excluded && not(excluded)
    }
    case 'field':
      return compileField(syntax, scope, context)
    case 'chain':
      return compileConnected(syntax, scope)
    default:
      return scope.field && scope.field.kind !== 'text'
        ? compileValue(syntax, scope.field, scope.language, context)
        : compileText(syntax, scope)
  }
}

function join(how: (...of: QueryTree[]) => QueryTree, of: (QueryTree | null)[]): QueryTree | null {
  const said = of.filter((tree) => tree !== null)
  return said.length ? how(...said) : null
}

function compileEach(of: Syntax[], scope: Scope, context: CompileContext) {
  return of.map((part) => compile(part, scope, context))
}

/**
 * Like compileEach, but runs of bare words may have joint synonyms or another spelling: "new
 * york".
 */
function compileAll(written: Syntax[], scope: Scope, context: CompileContext) {
  const of = isNameField(scope) ? withoutFillers(written) : written
  const compiled: (QueryTree | null)[] = []
  for (let index = 0; index < of.length; index++) {
    const number = findNumber(of, index, scope, context)
    if (number) {
      const words = of.slice(index, index + number.length)
      // Records cite numbers in other words; a field has only the number itself.
      compiled.push(
        number.isNamed
          ? number.tree
          : or(join(and, compileEach(words, scope, context))!, number.tree)
      )
      index += number.length - 1
      continue
    }
    const together = scope.text.length
      ? (findSpellingVariant(of, index, scope) ??
        joinedWords(of, index, scope) ??
        (isNameField(scope) ? joinedInitials(of, index, scope) : null))
      : null
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

/** A docket number of several words: `17 Civ. 8603`, `docketNumber:17 Civ. 8603`. */
function findNumber(of: Syntax[], from: number, scope: Scope, context: CompileContext) {
  const first = of[from]!
  if (first.is === 'word') {
    const found = findNumberRun(of, from, scope.shaped, scope.field !== undefined)
    return found && { ...found, isNamed: scope.field !== undefined }
  }
  if (first.is !== 'field' || first.of.is !== 'word') return null
  const field = context.names.find(first.name)
  if (!field?.shape) return null
  const found = findNumberRun(of.with(from, first.of), from, [field.name], true)
  if (found) context.onField(field.name)
  return found && { ...found, isNamed: true }
}

/** Several values of one field become one list. */
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
      shaped: field.shape ? [field.name] : [],
      keyword: [],
      exact: field.exact || scope.exact,
      language: scope.language,
      inName: field.names ?? scope.inName,
      ...(scope.otherSpellings && { otherSpellings: scope.otherSpellings }),
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
    `${suggestion ? `Did you mean ${suggestion}? ` : ''}To search for it as text, quote it or add a space after the colon.`,
    undefined,
    suggestion ? { written: name, meant: suggestion } : undefined
  )
}

/** Adjacent words are one value if the field has a reader: `statute:(42 U.S.C. 1983)`. */
function asValues(of: Syntax[], { field, language }: Scope): Syntax[] {
  if (!field || !language.valueReader(field.name)) return of
  const values: Syntax[] = []
  for (const part of of) {
    const last = values.at(-1)
    if (part.is === 'word' && last?.is === 'word') last.text += ` ${part.text}`
    else values.push(part.is === 'word' ? { ...part } : part)
  }
  return values
}

function compileValue(
  syntax: Leaf,
  field: NamedField,
  language: QueryLanguage,
  context: CompileContext
): QueryTree {
  if (syntax.is === 'range') return rangeTree(field, syntax, syntax.at, context)
  if (syntax.is === 'word' || (syntax.is === 'phrase' && syntax.distance === null)) {
    const reader = language.valueReader(field.name)
    if (reader) return readValue(reader, unescaped(syntax.text), syntax.at)
    return valueTree(field, unescaped(syntax.text), syntax.at, context)
  }
  throw new QueryError(
    syntax.is === 'pattern' || syntax.is === 'root' ? 'wildcard' : 'value',
    syntax.at,
    `${field.written} matches whole values only; it does not support wildcards, ~, or ! (${place(syntax.at)}).`,
    'Enter the whole value.'
  )
}

function readValue({ field, read, kind, advice }: ValueReader, text: string, at: number) {
  const value = read(text)
  if (value === undefined)
    throw new QueryError('value', at, `"${shorten(text)}" at ${place(at)} is not ${kind}.`, advice)
  return { op: 'is', field, values: [value.toLowerCase()] } satisfies QueryTree
}
