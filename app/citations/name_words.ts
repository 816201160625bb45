/** Lowercase words within a name. */
const SMALL = new Set(
  'of the and & for ex rel. rel de la le du van von der den del los las el al et re on to at by a an d/b/a f/k/a n/k/a a/k/a o/b/o'.split(
    ' '
  )
)

/** Words before a name that don't belong to it, without punctuation. */
const OUTSIDE = new Set(
  "see cf accord but in also e.g citing quoting cited quoted compare with contra overruling discussing under id ibid supra and or as that per unlike like since when where because although while after before following applying affirmed dismissed denied granted remanded reversed aff’d aff'd rev’d rev'd".split(
    ' '
  )
)

const WORD = /\S+/g
const OPENING = /^[[("“‘'’]+/

/** Capitalized words and connectors, from `start` on. */
export interface NameRun {
  readonly start: number
  readonly text: string
}

/**
 * The name at the end of a text: capitalized words and the lowercase words
 * between them, within the same sentence.
 * @param abbreviations words whose period doesn't end a sentence, such as `Constr.`
 */
export function nameAtEnd(text: string, abbreviations: ReadonlySet<string>): NameRun | null {
  const words = [...text.matchAll(WORD)]
  let start = -1
  for (const word of words.toReversed()) {
    const [written] = word
    const opening = OPENING.exec(written)?.[0].length ?? 0
    const bare = written.slice(opening)
    const isLineEnd = text[word.index + written.length] === '\n'
    if (start >= 0 && endsBefore(bare, abbreviations, isLineEnd)) break
    if (isOutside(bare)) break
    if (/^[\p{Lu}\d]/u.test(bare)) start = word.index + opening
    else if (start < 0 || !SMALL.has(bare)) break
    if (opening) break
  }
  return start < 0 ? null : { start, text: text.slice(start).trim() }
}

/** Whether a word ends a sentence or clause. */
function endsBefore(word: string, abbreviations: ReadonlySet<string>, isLineEnd: boolean): boolean {
  if (/[;:)\]?!”"]$|[”")\]][.,]$|\d[.,]$|¶/.test(word)) return true
  const fullStop = isLineEnd ? /\.$/ : /[a-z]{4,}\.$/
  return fullStop.test(word) && !abbreviations.has(word)
}

/** Whether a word doesn't belong to a name: `See`, `quoting`. */
export function isOutside(word: string): boolean {
  const bare = word.replace(/[.,]+$/, '')
  const lower = bare.toLowerCase()
  if (lower === 'and' || lower === 'a') return false
  return OUTSIDE.has(lower) && (bare !== lower || !SMALL.has(lower))
}

/** Whether a word may start at a position. */
export function isAlphanumericAt(text: string, place: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[place]!)
}
