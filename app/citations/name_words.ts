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

const STARTS_NAME = /^[\p{Lu}\d]/u
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
  let start = -1
  let end = text.length
  while (end > 0) {
    while (end > 0 && isSpace(text.charCodeAt(end - 1))) end--
    let from = end
    while (from > 0 && !isSpace(text.charCodeAt(from - 1))) from--
    if (from === end) break
    const written = text.slice(from, end)
    const opening = OPENING.exec(written)?.[0].length ?? 0
    const bare = opening ? written.slice(opening) : written
    if (start >= 0 && endsBefore(bare, abbreviations, text[end] === '\n')) break
    if (isOutside(bare)) break
    if (STARTS_NAME.test(bare)) start = from + opening
    else if (start < 0 || !SMALL.has(bare)) break
    if (opening) break
    end = from
  }
  if (start < 0) return null
  const note = FOOTNOTE.exec(text.slice(start))?.[0].length ?? 0
  const isNote = note > 0 && /(?:^|[.”"’')\];:]\s*|\n\s*)$/.test(text.slice(0, start))
  if (isNote) start += note
  return { start, text: text.slice(start).trim() }
}

/** The number of a footnote or line before a name, except in names that begin with a number. */
const FOOTNOTE =
  /^\d{1,3}\s+(?=\p{Lu})(?!(?:Lumber|Cents|Hour|Carriage|Century|East|West|North|South|Park|Fifth)\b)/u

/** The spaces of `\s`. */
function isSpace(unit: number): boolean {
  return (
    (unit >= 9 && unit <= 13) ||
    unit === 32 ||
    unit === 0xa0 ||
    (unit > 0xff && /\s/.test(String.fromCharCode(unit)))
  )
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
