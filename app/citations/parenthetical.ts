/** Maximum length of a parenthetical in UTF-16 units. */
const MAX_LENGTH = 2000

export interface Parenthetical {
  readonly text: string
  readonly end: number
}

/** The content of the parentheses that open at a position, including nested pairs. */
export function parenthesized(
  text: string,
  open: number,
  longest = MAX_LENGTH
): Parenthetical | null {
  const limit = Math.min(text.length, open + longest)
  let depth = 0
  for (let place = open; place < limit; place++) {
    const unit = text[place]
    if (unit === '(') depth++
    else if (unit === ')' && --depth === 0)
      return { text: text.slice(open + 1, place), end: place + 1 }
  }
  return null
}

/** The parenthetical directly after a position: `(overruling Foo)`, not `(1982)`. */
export function parentheticalAt(text: string, place: number): Parenthetical | null {
  const open = text[place] === '(' ? place : text.startsWith(' (', place) ? place + 1 : -1
  const found = open < 0 ? null : parenthesized(text, open)
  return found?.text && !/^\d{4}$/.test(found.text) ? found : null
}
