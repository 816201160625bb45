/** The words that a prefix, a word with wildcards, or a fuzzy word matches. */
import type { QueryLeaf } from './tree.js'

export type WordsLeaf = QueryLeaf & { op: 'prefix' | 'wildcard' | 'fuzzy' }

/** Whether a leaf can match several words. */
export function isWordsLeaf(leaf: QueryLeaf): leaf is WordsLeaf {
  return leaf.op === 'prefix' || leaf.op === 'wildcard' || leaf.op === 'fuzzy'
}

/** Decides whether the leaf matches a word, as written. */
export function wordMatcher(leaf: WordsLeaf): (word: string) => boolean {
  switch (leaf.op) {
    case 'prefix':
      return (word) => word.startsWith(leaf.prefix)
    case 'wildcard': {
      const pattern = [...leaf.pattern]
      return (word) => fits([...word], pattern)
    }
    case 'fuzzy': {
      const letters = [...leaf.word]
      const [shortest, longest] = [letters.length - leaf.edits, 2 * (letters.length + leaf.edits)]
      const kinds = kindsOfLetters(leaf.word)
      return (word) =>
        word.length >= shortest &&
        word.length <= longest &&
        // An edit replaces at most one letter; this check rules out most words quickly.
        countBits(kinds ^ kindsOfLetters(word)) <= 2 * leaf.edits &&
        withinEdits([...word], letters, leaf.edits)
    }
  }
}

/**
 * Whether a word matches a pattern. Backtracks only to the last `*`, so the time is at most
 * length times length.
 */
function fits(word: string[], pattern: string[]): boolean {
  let at = 0
  let next = 0
  let star = -1
  let afterStar = 0
  while (at < word.length) {
    if (pattern[next] === '*') {
      star = next++
      afterStar = at
    } else if (next < pattern.length && (pattern[next] === '?' || pattern[next] === word[at])) {
      at++
      next++
    } else if (star >= 0) {
      next = star + 1
      at = ++afterStar
    } else {
      return false
    }
  }
  while (pattern[next] === '*') next++
  return next === pattern.length
}

/**
 * A bit for each kind of letter in a word; several kinds may share one. Letters of two units
 * have none.
 */
function kindsOfLetters(word: string): number {
  let kinds = 0
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    if (unit < 0xd800 || unit > 0xdfff) kinds |= 1 << (unit & 31)
  }
  return kinds
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest; rest &= rest - 1) count++
  return count
}

/** Whether the optimal string alignment distance of two words is at most a maximum. */
function withinEdits(a: string[], b: string[], edits: number): boolean {
  if (Math.abs(a.length - b.length) > edits) return false
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let least = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1)
      )
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) least = Math.min(least, beforeLast[column - 2]! + 1)
      current.push(least)
    }
    if (Math.min(...current) > edits) return false
    ;[beforeLast, last] = [last, current]
  }
  return last[b.length]! <= edits
}
