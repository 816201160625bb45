import { readFileSync } from 'node:fs'

/** An abbreviation without periods, apostrophes, and case: `assn`. */
export type CompactWord = string

interface WordTable {
  /** Words in lowercase, with their abbreviations; the first one is used in citations. */
  abbreviations: ReadonlyMap<string, readonly string[]>
  /** Words that a compact abbreviation stands for; a place can be several words. */
  meanings: ReadonlyMap<CompactWord, readonly string[]>
  /** States and other places, which are not abbreviated when they are a whole party. */
  places: ReadonlySet<string>
}

let table: WordTable | undefined

/** The abbreviations of words in case names (`words.txt`). */
export function wordTable(): WordTable {
  return (table ??= readWords(readFileSync(new URL('words.txt', import.meta.url), 'utf8')))
}

/** The heading of the last part of the file. */
const PLACES = '# Places'

function readWords(source: string): WordTable {
  const abbreviations = new Map<string, string[]>()
  const meanings = new Map<CompactWord, string[]>()
  const places = new Set<string>()
  let arePlaces = false
  for (const line of source.split('\n')) {
    if (line.startsWith(PLACES)) arePlaces = true
    if (line.startsWith('#') || !line.includes(':')) continue
    const [words, short] = line.split(':').map((side) => side.split(',').map((one) => one.trim()))
    for (const word of words!) {
      const own = short!.filter((one) => one.toLowerCase() !== word)
      abbreviations.set(word, own)
      if (arePlaces) places.add(word)
      for (const one of own) {
        const key = compactWord(one)
        meanings.set(key, [...(meanings.get(key) ?? []), word])
      }
    }
  }
  return { abbreviations, meanings, places }
}

/** Lowercase letters and digits: `Ass'n` is `assn`, `É` is `e`. */
export function compactWord(word: string): CompactWord {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&]/gu, '')
}
