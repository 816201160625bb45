/**
 * How many tokens a model makes of a text, without the model's tokenizer: an
 * estimate from above, for English in the byte-pair vocabularies of 50,000
 * tokens that embedding models use. Measured on opinions and on lists of
 * citations it is a tenth to a third above the true number, so that chunks
 * fit; they are that much shorter than they could be.
 */
const RUNS = /[A-Za-z]+|\d+|[^\sA-Za-z\d]|\s{2,}/gu

/** Letters of a word that is one token. */
const SHORT_WORD = 7
/** Letters of each token of a longer word, and of one in capitals. */
const LETTERS = { word: 4, capitals: 2 }
const DIGITS = 2
/** Bytes of a character other than ASCII are tokens, at worst. */
const MAX_PER_CHARACTER = 3

/** At least as many tokens as a text has. */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const [run] of text.matchAll(RUNS)) tokens += tokensOf(run)
  return tokens
}

function tokensOf(run: string): number {
  const code = run.codePointAt(0)!
  if (code >= 0x80) return Math.min(MAX_PER_CHARACTER, Buffer.byteLength(run))
  if (/^\d/.test(run)) return Math.ceil(run.length / DIGITS)
  if (/^[A-Z]{2,}$/.test(run)) return Math.ceil(run.length / LETTERS.capitals)
  if (/^[A-Za-z]/.test(run))
    return run.length <= SHORT_WORD ? 1 : Math.ceil(run.length / LETTERS.word)
  return /^\s/.test(run) ? Math.ceil((run.length - 1) / LETTERS.word) : 1
}

/** The longest beginning of a text within an estimated number of tokens. */
export function truncateTokens(text: string, most: number): string {
  let tokens = 0
  for (const match of text.matchAll(RUNS)) {
    tokens += tokensOf(match[0])
    // A word longer than all there is room for is cut, too.
    if (tokens > most) return text.slice(0, match.index || most * DIGITS).trimEnd()
  }
  return text
}
