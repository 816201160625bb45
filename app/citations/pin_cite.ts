const LABEL = String.raw`(?:(?:[Nn]otes?|[Nn]n?\.|[Pp]p?\.|[Pp]ages?|[Pp]ara?s?\.|[Ff]n\.|[Nn]os?\.|¶{1,2}|§{1,2}) ?)?\*{0,4}`
const NUMBER = String.raw`(?:\d+:\d+(?:[-–]\d+(?::\d+)?)?|\d+(?:[-–]\*?\d+)?)(?!\d)`
const PART = `${LABEL}${NUMBER}`
const PARTS = `(?:at )?${PART}(?:(?:, ?(?:& ?)?| & | and )${PART})*`
const FOLLOWED = String.raw`(?=[,.;:)\]\\]| ?[(\[]|$)`
const AFTER_CORE = new RegExp(`^,? ?(?<pin>${PARTS})${FOLLOWED}`)
const REST_OF_SHORT = new RegExp(
  `^(?<pin>(?:[-–]\\*?\\d+)?(?:(?:, ?(?:& ?)?| & | and )${PART})*)${FOLLOWED}`
)

/** Maximum length of a list of pages. */
const WINDOW = 120

export interface PinCite {
  readonly text: string
  readonly end: number
}

/** The cited pages after a full citation, `Id.`, or `supra`. */
export function pinCiteAfter(text: string, place: number): PinCite | null {
  return found(AFTER_CORE, text, place)
}

/** The text after the first page of a short form: `-555`, `, n. 3`. */
export function restOfShortPin(text: string, place: number): PinCite | null {
  return found(REST_OF_SHORT, text, place)
}

function found(regex: RegExp, text: string, place: number): PinCite | null {
  const match = regex.exec(text.slice(place, place + WINDOW))
  const pin = match?.groups!.pin
  return match && pin ? { text: pin, end: place + match[0].length } : null
}
