/** Words with wildcards: `negligen*`, `!negligen`, `wo*d`, `wom?n` (search.md 4.1, 4.6). */
import { fold } from '../analysis/characters.js'
import { LONGEST_WORD, unpadded } from '../analysis/word_forms.js'
import { QueryError, place } from './query_error.js'
import type { QueryLeaf } from './tree.js'
import { shorten } from './values.js'

/** Letters a pattern needs that ends in `*`. */
const SHORTEST_ROOT = 3

const SURROUNDINGS = /^[^\p{L}\p{Nd}*?]+|[^\p{L}\p{Nd}*?]+$/gu
const PARTS_OF_WORDS = /^[\p{L}\p{Nl}\p{Nd}\p{M}\p{Cf}*?'’ʼ]*$/u

/**
 * The leaf of a word with `*` or `?`; null for question marks without a word.
 * @throws QueryError if it stands for too much, or for more than one word
 */
export function patternLeaf(text: string, at: number, fields: string[]): QueryLeaf | null {
  const pattern = text.replaceAll(/\\./g, '').replaceAll(SURROUNDINGS, '').replaceAll(/\*+/g, '*')
  if (/^\?*$/.test(pattern)) return null
  if (pattern.startsWith('*')) {
    throw disallowed(text, at, 'begins with *', 'Begin it with three letters: negligen*.')
  }
  requireOneWord(pattern, text, at)
  const folded = pattern.split(/([*?])/).map((part) => (/^[*?]$/.test(part) ? part : fold(part)))
  const written = folded.join('').slice(0, LONGEST_WORD)
  const letters = written.replaceAll(/[*?]/g, '')
  if (written.endsWith('*') && letters.length < SHORTEST_ROOT) {
    throw disallowed(text, at, 'has fewer than three letters before *', 'Add letters: negligen*.')
  }
  const prefix = written.slice(0, -1)
  return written.endsWith('*') && prefix === letters
    ? { op: 'prefix', fields, prefix: unpadded(prefix) }
    : { op: 'wildcard', fields, pattern: written }
}

/**
 * The leaf of `!root`.
 * @throws QueryError if the root is shorter than three letters, or more than one word
 */
export function rootLeaf(text: string, at: number, fields: string[]): QueryLeaf | null {
  const root = text.replaceAll(SURROUNDINGS, '').replace(/\*+$/, '')
  if (fold(root).length < SHORTEST_ROOT) {
    throw disallowed(`!${text}`, at, 'has fewer than three letters', 'Add letters: !negligen.')
  }
  return patternLeaf(`${root}*`, at, fields)
}

function requireOneWord(pattern: string, text: string, at: number) {
  if (PARTS_OF_WORDS.test(pattern)) return
  const words = pattern.split(/[^\p{L}\p{Nl}\p{Nd}\p{M}\p{Cf}*?'’ʼ]+/u).filter(Boolean)
  const last = words.at(-1)!
  const isShort = last.endsWith('*') && last.replaceAll(/[*?]/g, '').length < SHORTEST_ROOT
  throw disallowed(
    text,
    at,
    'is more than one word',
    isShort
      ? 'Leave out the *, or write three letters before it.'
      : `Write ${shorten(words.join(' AND '))}.`
  )
}

function disallowed(text: string, at: number, why: string, suggestion: string) {
  return new QueryError('wildcard', at, `"${shorten(text)}" at ${place(at)} ${why}.`, suggestion)
}
