import { Parser } from 'htmlparser2'

/**
 * Steps that prepare a text for {@link makeExtractor}: `html` extracts the text
 * of a document, `inline_whitespace` collapses spaces and tabs,
 * `all_whitespace` also collapses line breaks, and `underscores` removes runs of two or more.
 */
export type CleaningStep = 'html' | 'inline_whitespace' | 'all_whitespace' | 'underscores'

/** A text with the source position of each UTF-16 unit. */
export interface Cleaned {
  readonly text: string
  readonly source: string
  /** For each unit of the text, its source unit; the last value is the end of the source. */
  readonly origin: Int32Array
}

/** The text after the given steps, in order. */
export function clean(source: string, steps: readonly CleaningStep[]): Cleaned {
  // `Int32Array.from` with a function takes several times as long.
  const untouched = new Int32Array(source.length + 1)
  for (let place = 0; place < untouched.length; place++) untouched[place] = place
  return steps.reduce<Cleaned>(applied, { text: source, source, origin: untouched })
}

const REPLACED: Record<Exclude<CleaningStep, 'html'>, readonly [RegExp, string]> = {
  inline_whitespace: [/[ \t\u00a0\u2000-\u200b\u202f\u2060\u3000\ufeff]+/g, ' '],
  all_whitespace: [/[\s\u200b\u2060]+/g, ' '],
  underscores: [/__+/g, ''],
}

function applied(cleaned: Cleaned, step: CleaningStep): Cleaned {
  if (step === 'html') return textOf(cleaned)
  const [regex, replacement] = REPLACED[step]
  const pieces = new Pieces(cleaned)
  let from = 0
  for (const match of cleaned.text.matchAll(regex)) {
    pieces.keep(from, match.index)
    pieces.put(replacement, match.index)
    from = match.index + match[0].length
  }
  pieces.keep(from, cleaned.text.length)
  return pieces.joined()
}

/** Elements with invisible content. */
const UNSEEN = new Set(['script', 'style', 'head', 'template', 'noscript', 'page-number'])

/** The texts of a document with spaces between them, without page numbers of other reports. */
function textOf(cleaned: Cleaned): Cleaned {
  const pieces = new Pieces(cleaned)
  const open: boolean[] = []
  let unseen = 0
  let isFirst = true
  let ended = 0
  const parser = new Parser({
    onopentag(name, { class: classes = '' }) {
      const isUnseen = UNSEEN.has(name) || classes.split(' ').includes('star-pagination')
      open.push(isUnseen)
      if (isUnseen) unseen++
    },
    onclosetag: () => void (open.pop() && unseen--),
    ontext(text) {
      if (unseen) return
      const start = parser.startIndex
      const seen = isFirst && !open.length ? text.trimStart() : text
      if (!seen) return
      if (!isFirst && start > ended) pieces.put(' ', start)
      isFirst = false
      const from = start + text.length - seen.length
      ended = parser.endIndex + 1
      if (ended - start === text.length) pieces.keep(from, ended)
      else pieces.put(text, start)
    },
  })
  parser.end(cleaned.text)
  return trimmedEnd(pieces.joined())
}

function trimmedEnd({ text, source, origin }: Cleaned): Cleaned {
  const kept = text.trimEnd()
  const places = origin.subarray(0, kept.length + 1)
  return { text: kept, source, origin: places }
}

/** Builds a text and records the source positions of its units. */
class Pieces {
  readonly #cleaned: Cleaned
  readonly #texts: string[] = []
  readonly #origin: Int32Array
  #length = 0

  constructor(cleaned: Cleaned) {
    this.#cleaned = cleaned
    this.#origin = new Int32Array(2 * cleaned.text.length + 1)
  }

  /** Copies a part of the text. */
  keep(from: number, to: number): void {
    if (to <= from) return
    this.#texts.push(this.#cleaned.text.slice(from, to))
    this.#origin.set(this.#cleaned.origin.subarray(from, to), this.#length)
    this.#length += to - from
  }

  /** Adds text that replaces the text at `from`. */
  put(text: string, from: number): void {
    this.#texts.push(text)
    this.#origin.fill(this.#cleaned.origin[from]!, this.#length, this.#length + text.length)
    this.#length += text.length
  }

  joined(): Cleaned {
    const { source } = this.#cleaned
    const origin = this.#origin.slice(0, this.#length + 1)
    origin[this.#length] = source.length
    return { text: this.#texts.join(''), source, origin }
  }
}
