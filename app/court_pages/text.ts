/** Collapses white space, including no-break spaces, to one space and trims it. */
export const clean = (text: string): string => text.replace(UNEVEN_SPACE, ' ').trim()

/** White space other than one space. */
const UNEVEN_SPACE = /[^\S ]\s*| \s+/g

/** Replaces typographic quotes and dashes with ASCII characters. */
export const straightened = (text: string): string =>
  text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-')

/** Text of an entry from an email: straight quotes, no list markers. */
export const plainText = (text: string): string => clean(straightened(text).replace(/[*#]/g, ''))

/** Like {@link clean}, without spaces before commas: names and texts of dockets. */
export const tidy = (text: string): string => clean(text).replaceAll(' ,', ',')

const ENTITIES = /&(?:nbsp|#160|#xa0|(amp|#38)|(#35)|(quot|#34)|(apos|#39));/gi
const SPACE = 0x20
const AMPERSAND = 0x26
const CAPITAL_A = 0x41
const CAPITAL_Z = 0x5a
const TILDE = 0x7e

/** A text in lowercase, with white space collapsed. */
export function toSignText(raw: string): string {
  let isPlain = true
  let isLowercase = true
  let before = SPACE
  for (let at = 0; at < raw.length && isPlain; at++) {
    const code = raw.charCodeAt(at)
    if (code >= CAPITAL_A && code <= CAPITAL_Z) isLowercase = false
    else if (code === SPACE) isPlain = before !== SPACE
    else isPlain = code > SPACE && code < TILDE && code !== AMPERSAND
    before = code
  }
  if (isPlain && before !== SPACE) return isLowercase ? raw : raw.toLowerCase()
  const text = raw.includes('&')
    ? raw.replace(ENTITIES, (_, amp, hash, quote, single) =>
        amp ? '&' : hash ? '#' : quote ? '"' : single ? "'" : ' '
      )
    : raw
  return text.replace(/~+/g, '~').replace(UNEVEN_SPACE, ' ').trim().toLowerCase()
}
