/** Compiles words, phrases, and patterns of a query for text fields; see compile.ts for the rules. */
import { analyse, type Words } from '../analysis/analyse.js'
import { lookalikeTree, numberPatternTree, numbersTree, quotedNumberTree } from './number_tree.js'
import { patternLeaf, rootLeaf } from './patterns.js'
import { QueryError, place } from './query_error.js'
import type { Syntax } from './syntax.js'
import { type QueryTree, NONE, listQueryLeaves, or, type TermLeaf, type WordForm } from './tree.js'
import { rangeTree, shorten } from './values.js'
import type { Scope } from './scope.js'
import { stemWord } from '../analysis/word_forms.js'

/**
 * Maximum number of words between the first and the last word of a proximity search: engines
 * keep the values of a field this far apart.
 */
export const FARTHEST_NEAR = 100

/** Syntax nodes without children. */
export type Leaf = Exclude<Syntax, { is: 'and' | 'or' | 'not' | 'chain' | 'field' | 'nothing' }>

/** The tree of a leaf in text fields; null if it has no conditions. */
export function compileText(syntax: Leaf, scope: Scope): QueryTree | null {
  const { at } = syntax
  switch (syntax.is) {
    case 'word':
      return compileWord(unescaped(syntax.text), scope)
    case 'phrase':
      return compilePhrase(unescaped(syntax.text), syntax.distance, at, scope)
    case 'pattern':
      return (
        numberPatternTree(syntax.text, at, scope.shaped) ?? patternLeaf(syntax.text, at, scope.text)
      )
    case 'root':
      return rootLeaf(syntax.text, at, scope.text)
    case 'fuzzy':
      return compileFuzzy(unescaped(syntax.text), syntax.edits, at, scope)
    case 'range':
      return rangeTree(scope.field!, syntax, at, { today: 0 })
  }
}

function compileWord(text: string, scope: Scope): QueryTree | null {
  if (scope.field && scope.shaped.length) return numbersTree(text, scope.shaped)
  const number = lookalikeTree(text, scope.shaped)
  const words = analyse(text)
  if (!words.exact.length) return null
  const elsewhere = number ? { ...scope, text: withoutShape(scope) } : scope
  const tree = elsewhere.text.length ? writtenWord(text, words, elsewhere) : NONE
  return or(tree, ...asKeyword(text, scope), number ?? NONE)
}

/** A bare word in text fields: its inflections and synonyms, and initials also as letters. */
function writtenWord(text: string, words: Words, scope: Scope): QueryTree {
  const letters = isNameField(scope) && INITIALS.test(text) ? lettersOf(text) : []
  const apart = letters.length > 1 ? wordsTree(letters, 'exact', scope) : NONE
  return or(withSynonyms(words, formOf(text, words, scope), scope), apart)
}

/** Initials as one word: `JP`, `J.P.` */
const INITIALS = /^(?:[A-Z]{2,4}|(?:[A-Z]\. ?){2,4})[,;]?$/

const lettersOf = (text: string) => [...text.toLowerCase().replaceAll(/[^a-z]/g, '')]

/** Whether the words are those of a field with names. */
export function isNameField({ inName, exact }: Scope): boolean {
  return !exact && inName !== undefined && inName !== 'query'
}

const wordOf = (part: Syntax | undefined) =>
  part?.is === 'word' ? part.text.toLowerCase().replace(/[.,;]+$/, '') : undefined

const MATTER = /^(?:the )?matter/

/** Without "the" and "et al.", which records and people leave out, if anything else is left. */
export function withoutFillers(of: Syntax[]): Syntax[] {
  const rest = of.filter((part, at) => {
    const word = wordOf(part)
    // `In the Matter of` is `Matter of`.
    if (word === 'in')
      return !MATTER.test(
        of
          .slice(at + 1, at + 3)
          .map(wordOf)
          .join(' ')
      )
    if (word === 'et') return wordOf(of[at + 1]) !== 'al'
    if (word === 'al') return wordOf(of[at - 1]) !== 'et'
    return word !== 'the'
  })
  return rest.length ? rest : of
}

/** A run of single letters from an index on, which are also searched as one word: `J P`. */
export function joinedInitials(of: Syntax[], from: number, scope: Scope): JoinedWords | null {
  let letters = ''
  for (let at = from; letters.length < 4; at++) {
    const word = wordOf(of[at])
    if (word === undefined || !/^[a-uw-z]$/.test(word)) break
    letters += word
  }
  if (letters.length < 2) return null
  return { length: letters.length, synonyms: [wordsTree([letters], 'exact', scope)] }
}

/** Words with several parts that start with a digit are searched as written. */
function formOf(text: string, { exact }: Words, scope: Scope): WordForm {
  return scope.exact || (exact.length > 1 && /^\d/.test(text)) ? 'exact' : 'stem'
}

/** The terms of a leaf that is an operand of a connector; none for punctuation. */
export function compileTerms(syntax: Leaf, scope: Scope): TermLeaf[] {
  const tree = termTree(syntax, scope)
  return tree ? (listQueryLeaves(tree) as TermLeaf[]) : []
}

function termTree(syntax: Leaf, scope: Scope): QueryTree | null {
  const text = 'text' in syntax ? unescaped(syntax.text) : ''
  const words = analyse(text)
  if (syntax.is === 'word') return words.exact.length ? writtenWord(text, words, scope) : null
  if (syntax.is === 'phrase') return words.exact.length ? phrase(scope.text, words.exact) : null
  return compileText(syntax, { ...scope, shaped: [] })
}

const withoutShape = ({ text, shaped }: Scope) => text.filter((field) => !shaped.includes(field))

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
    return near(scope.text, words, Number(distance))
  }
  const { shaped, field } = scope
  const number = shaped.length ? quotedNumberTree(text, shaped, field !== undefined) : null
  const fields = number ? withoutShape(scope) : scope.text
  const tree = fields.length ? phrase(fields, words) : NONE
  return or(tree, ...asKeyword(text, scope), number ?? NONE)
}

function tooFar(distance: string, at: number) {
  return new QueryError(
    'value',
    at,
    `The phrase at ${place(at)} allows ${shorten(distance)} words in between; the maximum is ${FARTHEST_NEAR}.`,
    `Use ~${FARTHEST_NEAR}, or join the words with AND.`
  )
}

function phrase(fields: string[], words: string[]): QueryTree {
  return words.length === 1
    ? { op: 'word', fields, word: words[0]!, form: 'exact' }
    : { op: 'phrase', fields, words, form: 'exact' }
}

/** Words near each other. Repeated words count once. */
function near(fields: string[], words: string[], distance: number): QueryTree {
  const different = [...new Set(words)]
  if (different.length === 1) return phrase(fields, different)
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
        : `"~${shorten(edits)}" at ${place(at)} is not a valid edit distance.`,
      words.length > 1
        ? `Add ~ to one of them: ${shorten(words.join(' '))}~.`
        : `Use ${shorten(text)}~1 or ${shorten(text)}~2.`
    )
  }
  return { op: 'fuzzy', fields: scope.text, word: words[0]!, edits: edits === '1' ? 1 : 2 }
}

function asKeyword(text: string, { keyword }: Scope): QueryTree[] {
  const values = [text.trim().toLowerCase()]
  return keyword.map((field) => ({ op: 'is', field, values }))
}

/** Removes the backslashes that escape operator characters. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}

/** The tree of a bare word's analyzed form: the word or a phrase, or one of its synonyms. */
function withSynonyms(words: Words, form: WordForm, scope: Scope): QueryTree {
  const tree = wordsTree(form === 'exact' ? words.exact : words.stem, form, scope)
  return form === 'exact' ? tree : or(tree, ...synonymTrees(words.exact, scope))
}

function synonymTrees(exact: string[], scope: Scope): QueryTree[] {
  return scope.language
    .listSynonyms(exact, scope.inName)
    .map((words) => wordsTree(words.map(stemWord), 'stem', scope))
}

function wordsTree(words: string[], form: WordForm, { text: fields }: Scope): QueryTree {
  return words.length === 1
    ? { op: 'word', fields, word: words[0]!, form }
    : { op: 'phrase', fields, words, form }
}

/** Runs of bare words that have another spelling or synonyms. */
interface JoinedWords {
  length: number
  synonyms: QueryTree[]
}

/** The run of bare words from an index on that has another spelling, or null. */
export function findSpellingVariant(of: Syntax[], from: number, scope: Scope): JoinedWords | null {
  const first = of[from]!
  if (first.is !== 'word' || !scope.otherSpellings?.length) return null
  const spelling = scope.otherSpellings.find(({ start }) => start === first.at)
  if (!spelling) return null
  let length = 1
  for (let next = of[from + length]; next?.is === 'word'; next = of[from + length]) {
    if (next.at >= spelling.end) break
    length++
  }
  const phrases = spelling.texts.map((text) => wordsTree(analyse(text).exact, 'exact', scope))
  return { length, synonyms: phrases }
}

/** The longest run of bare words from an index on that has joint synonyms, or null. */
export function joinedWords(of: Syntax[], from: number, scope: Scope): JoinedWords | null {
  if (scope.exact) return null
  const exact: string[] = []
  let longest: { length: number; synonyms: QueryTree[] } | null = null
  for (let index = from; index < of.length; index++) {
    const part = of[index]!
    if (part.is !== 'word') break
    exact.push(...analyse(part.text).exact)
    if (exact.length > scope.language.longestEntry) break
    if (index === from) continue
    const synonyms = synonymTrees(exact, scope)
    if (synonyms.length) longest = { length: index - from + 1, synonyms }
  }
  return longest
}
