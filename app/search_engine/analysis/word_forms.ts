/** The two forms of a word, and which strings of letters and digits are several words or none. */
import { LRUCache } from 'lru-cache'
import { stemmer } from 'stemmer'
import { fold, isPossessive } from './characters.js'
import { WordMemory, type WordForms } from './word_memory.js'

/** Significant characters of a word; words that differ only after them are the same word. */
export const MAX_WORD_LENGTH = 64
/**
 * Marks and apostrophes don't count toward that limit, so a word is cut to this length before
 * folding.
 */
const MAX_WRITTEN_LENGTH = 2 * MAX_WORD_LENGTH
const MAX_CACHED = 10_000

/** Redacted numbers: `xxx-xx-xxxx` (search.md 4.5). */
const REDACTED = /^x{2,10}$/
/** `21cv01234` is split into the words of `21-cv-1234`. */
const DOCKET_NUMBER = /^(\d\d)(?!st|nd|rd|th)([a-z]{2})(\d{3,7})$/
const STEMMED = /^[a-z]{3,}$/

const NOTHING: WordForms[] = []
/** False if the string is not a word. */
const cached = new LRUCache<string, WordForms | false>({ max: MAX_CACHED })

/**
 * The words in a string of letters, digits, marks, and apostrophes: usually one, three for a
 * docket number without separators, null for a redaction.
 */
export function wordForms(written: string): WordForms | null {
  const known = cached.get(written)
  if (known !== undefined) return known || null
  const cut = copy(written.slice(0, MAX_WRITTEN_LENGTH))
  const forms = makeForms(cut)
  if (written.length <= MAX_WORD_LENGTH) cached.set(cut, forms ?? false)
  return forms
}

const plainWords = new WordMemory()

/**
 * The same for a run of ASCII letters and digits in a text.
 *
 * @param hash as computed by `WordMemory`
 */
export function plainWordForms(
  text: string,
  start: number,
  end: number,
  hash: number
): WordForms | null {
  return plainWords.getWordForms(text, start, end, hash, makeForms)
}

/** A copy: a slice would keep the whole source text in memory. */
function copy(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

function makeForms(written: string): WordForms | null {
  const folded = fold(written).slice(0, MAX_WORD_LENGTH)
  if (!folded || REDACTED.test(folded)) return null
  const docket = DOCKET_NUMBER.exec(folded)
  if (docket) {
    const [first, ...further] = docket.slice(1).map((part) => {
      const exact = unpadded(part)
      return { exact, stem: exact, further: NOTHING }
    })
    return { ...first!, further }
  }
  const exact = unpadded(folded)
  const bare = isPossessive(written) && exact.endsWith('s') ? exact.slice(0, -1) : exact
  return { exact, stem: stemWord(bare), further: NOTHING }
}

/** Strips leading zeros from numbers and from words that start with one. */
export function unpadded(word: string): string {
  return word.startsWith('0') ? word.replace(/^0+(?=\d)/, '') : word
}

/**
 * Stem of a folded word (Porter's algorithm). Words with digits or with letters other than a to
 * z are their own stems.
 */
export function stemWord(word: string): string {
  return STEMMED.test(word) ? stemmer(word) : word
}
