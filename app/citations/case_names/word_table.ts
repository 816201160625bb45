import { readFileSync } from 'node:fs'

/** An abbreviation without periods, apostrophes, and case: `assn`. */
export type CompactWord = string

/** An abbreviation of a word as searches use it. */
export interface SearchedAbbreviation {
  word: string
  short: string
  /**
   * Where the abbreviation is read and added to the word: in all texts, as `read` (added in fields
   * with names only), or in names only, because it is also another word.
   */
  use: 'always' | 'read' | 'names'
}

interface WordTable {
  /** Words in lowercase, with their abbreviations; the first one is used in citations. */
  abbreviations: ReadonlyMap<string, readonly string[]>
  /** Words that a compact abbreviation stands for; a place can be several words. */
  meanings: ReadonlyMap<CompactWord, readonly string[]>
  /** States and other places, which are not abbreviated when they are a whole party. */
  places: ReadonlySet<string>
  searched: readonly SearchedAbbreviation[]
}

let table: WordTable | undefined

/** The abbreviations of words in case names (`words.txt`). */
export function wordTable(): WordTable {
  return (table ??= readWords(readFileSync(new URL('words.txt', import.meta.url), 'utf8')))
}

/** Headings of the parts of the file after the first. */
const FURTHER = '# Further'
const PLACES = '# Places'
const POSTAL = '# Postal'

const USES = { '>': 'read', '*': 'names' } as const

function readWords(source: string): WordTable {
  const abbreviations = new Map<string, string[]>()
  const meanings = new Map<CompactWord, string[]>()
  const places = new Set<string>()
  const searched: SearchedAbbreviation[] = []
  let part = ''
  for (const line of source.split('\n')) {
    part = [FURTHER, PLACES, POSTAL].find((heading) => line.startsWith(heading)) ?? part
    if (line.startsWith('#') || !line.includes(':')) continue
    const [words, marked] = line.split(':').map((side) => side.split(',').map((one) => one.trim()))
    for (const word of words!) {
      const own = marked!.map(withoutMark).filter((one) => one.toLowerCase() !== word)
      for (const short of marked!)
        searched.push({
          word,
          short: withoutMark(short),
          use: USES[short.at(-1) as keyof typeof USES] ?? 'always',
        })
      if (part === PLACES) places.add(word)
      if (part === POSTAL) continue
      if (part !== FURTHER) abbreviations.set(word, own)
      for (const one of own) {
        const key = compactWord(one)
        meanings.set(key, [...(meanings.get(key) ?? []), word])
      }
    }
  }
  return { abbreviations, meanings, places, searched }
}

const withoutMark = (short: string) => short.replace(/[>*]$/, '')

/** Lowercase letters and digits: `Ass'n` is `assn`, `É` is `e`. */
export function compactWord(word: string): CompactWord {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&]/gu, '')
}
