/** Words with wildcards: `negligen*`, `!negligen`, `wo*d`, `wom?n` (search.md 4.1, 4.6). */
import { fold } from '../analysis/characters.js'
import { MAX_WORD_LENGTH, unpadded } from '../analysis/word_forms.js'
import { QueryError, place } from './query_error.js'
import type { QueryLeaf } from './tree.js'
import { shorten } from './values.js'

/** Minimum number of letters of a pattern that ends in `*`. */
const MIN_ROOT_LENGTH = 3

const ROOT = /^![\p{L}\p{Nd}]/u
const SURROUNDINGS = /^[^\p{L}\p{Nd}*?]+|[^\p{L}\p{Nd}*?]+$/gu
const PARTS_OF_WORDS = /^[\p{L}\p{Nl}\p{Nd}\p{M}\p{Cf}*?'’ʼ]*$/u

/**
 * The leaf of a word with `*` or `?`; null for question marks without a word.
 * @throws QueryError if it would match too many words, or contains more than one word
 */
export function patternLeaf(text: string, at: number, fields: string[]): QueryLeaf | null {
  const pattern = bare(text)
  if (/^\?*$/.test(pattern)) return null
  requireStart(pattern, text, at)
  requireOneWord(pattern, text, at)
  const written = folded(pattern)
  requireLetters(written, text, at)
  const prefix = written.slice(0, -1)
  return written.endsWith('*') && !/[*?]/.test(prefix)
    ? { op: 'prefix', fields, prefix: unpadded(prefix) }
    : { op: 'wildcard', fields, pattern: written }
}

function bare(text: string): string {
  return text.replaceAll(/\\./g, '').replaceAll(SURROUNDINGS, '').replaceAll(/\*+/g, '*')
}

function folded(pattern: string): string {
  const parts = pattern.split(/([*?])/).map((part) => (/^[*?]$/.test(part) ? part : fold(part)))
  return parts.join('').slice(0, MAX_WORD_LENGTH)
}

function requireStart(pattern: string, text: string, at: number) {
  if (!pattern.startsWith('*')) return
  throw disallowed(text, at, 'begins with *', 'Start with at least three letters: negligen*.')
}

function requireLetters(written: string, text: string, at: number) {
  if (!written.endsWith('*') || written.replaceAll(/[*?]/g, '').length >= MIN_ROOT_LENGTH) return
  throw disallowed(text, at, 'has fewer than three letters before *', 'Add letters: negligen*.')
}

/**
 * The leaf of `!root`.
 * @throws QueryError if the root is shorter than three letters or more than one word
 */
export function rootLeaf(text: string, at: number, fields: string[]): QueryLeaf | null {
  const root = bareRoot(text)
  requireLongRoot(root, text, at)
  return patternLeaf(`${root}*`, at, fields)
}

/**
 * Checks a word of a text in which wildcards have no meaning.
 * @throws QueryError for a pattern that is never allowed (search.md 4.6)
 */
export function requireAllowedPattern(word: string, at: number): void {
  if (ROOT.test(word)) return requireLongRoot(bareRoot(word.slice(1)), word.slice(1), at)
  const pattern = bare(word)
  requireStart(pattern, word, at)
  requireLetters(folded(pattern), word, at)
}

function bareRoot(text: string): string {
  return text.replaceAll(SURROUNDINGS, '').replace(/\*+$/, '')
}

function requireLongRoot(root: string, text: string, at: number) {
  if (fold(root).length >= MIN_ROOT_LENGTH) return
  throw disallowed(`!${text}`, at, 'has fewer than three letters', 'Add letters: !negligen.')
}

function requireOneWord(pattern: string, text: string, at: number) {
  if (PARTS_OF_WORDS.test(pattern)) return
  const words = pattern.split(/[^\p{L}\p{Nl}\p{Nd}\p{M}\p{Cf}*?'’ʼ]+/u).filter(Boolean)
  const last = words.at(-1)!
  const isShort = last.endsWith('*') && last.replaceAll(/[*?]/g, '').length < MIN_ROOT_LENGTH
  throw disallowed(
    text,
    at,
    'is more than one word',
    isShort
      ? 'Remove the *, or put at least three letters before it.'
      : `Use ${shorten(words.join(' AND '))}.`
  )
}

function disallowed(text: string, at: number, why: string, suggestion: string) {
  return new QueryError('wildcard', at, `"${shorten(text)}" at ${place(at)} ${why}.`, suggestion)
}
