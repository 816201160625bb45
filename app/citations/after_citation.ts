/** The text after the core of a full citation. */
export interface After extends Partial<CourtAndDate> {
  readonly pinCite?: string
  readonly pinEnd: number
  readonly end: number
  readonly extra?: string
  readonly parenthetical?: string
}

/** Maximum distance between a citation and its year. */
const WINDOW = 300

/** The division of an opinion after a page: `746(1)`, `73 (2) (a)`. */
const DIVISION = /^\((?:\d{1,2}|[a-z])\)/

const LEADING = /^(?:[,\s]*\((?:\d{1,2}|[a-z])\)){0,3}[,\s]*/

/** The year belongs to another case: `1 U.S. 1, quoting Foo v. Bar, 2 U.S. 2 (1792)`. */
const ANOTHER_CASE = /\b(?:quoting|citing)\b|^\.\s+[A-Z]|\sv\.?\s|\b(?:In re|Ex parte|Matter of)\s/

/** Reads pages, further reports, court, date, and parenthetical. */
export function readAfter(text: string, core: number): After {
  const pin = pinCiteAfter(text, core)
  const pinEnd = pin?.end ?? core
  const withPin = { ...(pin && { pinCite: pin.text }), pinEnd }
  const open = openAfter(text, pinEnd)
  const paren = open < 0 ? null : parenthesized(text, open, WINDOW)
  const dated =
    paren && courtAndDate(text[open] === '[' ? paren.text.replace(OPINION, '') : paren.text)
  if (!dated) return { ...withPin, end: pinEnd }
  const extra = text.slice(pinEnd, open).replace(LEADING, '').trimEnd()
  if (ANOTHER_CASE.test(extra)) return { ...withPin, end: pinEnd }
  const parenthetical = parentheticalAt(text, paren.end)
  return {
    ...withPin,
    ...dated,
    ...(extra && { extra }),
    ...(parenthetical && { parenthetical: parenthetical.text }),
    end: parenthetical?.end ?? paren.end,
  }
}

/**
 * The next opening parenthesis without a semicolon or line break before it. New York prints court
 * and year in brackets: `12 NY3d 345 [2009]`; other brackets contain further reports.
 */
function openAfter(text: string, from: number): number {
  const limit = Math.min(text.length, from + WINDOW)
  for (let place = from; place < limit; place++) {
    const unit = text[place]
    if (unit === '\n' || (unit === ';' && !MICHIGAN.test(text.slice(place, place + 30)))) return -1
    if (unit === '(' && !DIVISION.test(text.slice(place, place + 4))) {
      const parallel = GEORGIA.exec(text.slice(place, place + 40))
      if (!parallel) return place
      place += parallel[0].length - 1
    }
    if (unit === '[' && BRACKETED_DATE.test(text.slice(place, place + 100))) return place
  }
  return -1
}

/** A parallel report in parentheses: `286 Ga. 216, 218 (1) (686 SE2d 786) (2009)`. */
const GEORGIA = /^\(\d{1,4} [A-Z][A-Za-z.]{0,6}[ A-Za-z.\d]{0,10} \d{1,5}\)(?= ?\()/
/** A parallel report after a semicolon: `500 Mich 1; 600 NW2d 2 (2010)`. */
const MICHIGAN = /^; \d{1,4} (?:NW|N\.W\.)\s?[23]?d? \d/
const BRACKETED_DATE =
  /^\[(?:(?:[A-Z\d][\w.,'’ ]{0,70} )?(?:1[6-9]|20)\d{2}(?:[-–]\d{2,4})?)(?:,? \(?[A-Z][^\][()]{1,60}\)?)?\]/
/** An opinion other than the court's, after its year: `[2011, Smith, J., dissenting]`. */
const OPINION = /(?<=\d),? \(?[A-Z][^()\d]*\)?$/

const MONTH = String.raw`(?<month>(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?)`
const DATE = String.raw`(?:${MONTH} (?:(?<day>\d{1,2}),? )?)?(?<year>\d{4})(?:[-–]\d{2,4})?`
/** What Texas adds: `(Tex. App.—Dallas 2005, pet. denied)`. */
const PETITION = String.raw`(?:, (?:no )?(?:pet|writ|rev)[\w. ’']{0,50})?`
const COURT_AND_DATE = new RegExp(`^\\s*(?:(?<court>[^)]*?[^)\\s\\d])\\s+)?${DATE}${PETITION}\\s*$`)

export interface CourtAndDate {
  readonly court?: string
  readonly year: number
  readonly month?: string
  readonly day?: string
}

/** Reads `4th Cir. 1982`, `Pa. Jan. 1, 2019`, `1993-94`. */
export function courtAndDate(content: string): CourtAndDate | null {
  const match = content.length > 120 ? null : COURT_AND_DATE.exec(content)
  if (!match) return null
  const { court, year, month, day } = match.groups!
  return {
    year: Number(year),
    ...(court && { court }),
    ...(month && { month }),
    ...(day && { day }),
  }
}

/** Maximum length of a parenthetical in UTF-16 units. */
const MAX_LENGTH = 2000

interface Parenthetical {
  readonly text: string
  readonly end: number
}

/** The content of the parentheses or brackets that open at a position, including nested pairs. */
export function parenthesized(
  text: string,
  open: number,
  longest = MAX_LENGTH
): Parenthetical | null {
  const limit = Math.min(text.length, open + longest)
  const [opening, closing] = text[open] === '[' ? '[]' : '()'
  let depth = 0
  for (let place = open; place < limit; place++) {
    const unit = text[place]
    if (unit === opening) depth++
    else if (unit === closing && --depth === 0)
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

const LABEL = String.raw`(?:(?:Syl\. (?:¶|[Pp]t\.)|[Nn]otes?|[Nn]n?\.|[Pp]p?\.|[Pp]ages?|[Pp]ara?s?\.|[Ff]n\.|[Nn]os?\.|¶{1,2}|§{1,2}) ?)?\*{0,4}`
const NUMBER = String.raw`(?:\d+:\d+(?:[-–]\d+(?::\d+)?)?|\d+(?:[-–]\*?\d+)?)(?!\d)`
/** A note on a page: `54 n.3`, `130 n 4`, `12 & nn. 5–6`. */
const NOTE = String.raw`(?: (?:& )?(?:nn?\.|fns?\.|nn? (?=\d)|notes? (?=\d)) ?\d+(?:[-–]\d+)?(?!\d))?`
const PART = `${LABEL}${NUMBER}${NOTE}`
const PARTS = `(?:at )?${PART}(?:(?:, ?(?:& ?)?| & | and )${PART})*`
const FOLLOWED = String.raw`(?=[,.;:)\]\\]| ?[(\[]|$)`
const AFTER_CORE = new RegExp(`^(?: ?, ?| )?(?<pin>${PARTS})${FOLLOWED}`)
const REST_OF_SHORT = new RegExp(
  `^(?<pin>(?:[-–]\\*?\\d+)?(?:(?:, ?(?:& ?)?| & | and )${PART})*)${FOLLOWED}`
)

/** Maximum length of a list of pages. */
const MAX_PIN_LENGTH = 120

interface PinCite {
  readonly text: string
  readonly end: number
}

/** The cited pages after a full citation, `Id.`, or `supra`. */
export function pinCiteAfter(text: string, place: number): PinCite | null {
  return pinCite(AFTER_CORE, text, place)
}

/** The text after the first page of a short form: `-555`, `, n. 3`. */
export function restOfShortPin(text: string, place: number): PinCite | null {
  return pinCite(REST_OF_SHORT, text, place)
}

function pinCite(regex: RegExp, text: string, place: number): PinCite | null {
  const match = regex.exec(text.slice(place, place + MAX_PIN_LENGTH))
  const pin = match?.groups!.pin
  return match && pin ? { text: pin, end: place + match[0].length } : null
}
