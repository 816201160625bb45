import { nameAtEnd } from './name_words.js'

/** The name of a case before its citation. */
export interface CaseName {
  readonly start: number
  readonly plaintiff?: string
  readonly defendant?: string
  readonly year?: number
  readonly signal?: string
}

/** Maximum distance between the start of a name and its citation. */
const WINDOW = 400

const BLANK_CITATION = /[,\s]*[[(]?[_—–-]+ [A-Z][A-Za-z. ]{0,20} [_—–-]+,?\s*\[?$/
const TAIL = /[\s,[(]*$/
const YEAR = /\s*\((?:[^()]{0,40} )?(\d{4})\),?$/
const VERSUS = /\s(?:v|vs)\.?\s/g
/** In an uppercase name; elsewhere `V.` is an initial. */
const LARGE_VERSUS = /\s(?:V|VS)\.?\s/g
const SIGNAL =
  /(?:^|[\s(“"[])((?:see(?:,? (?:also|generally|e\.g\.))*|but see|cf|accord|citing|quoting|compare|contra|overruling|discussing)[.,]*)\s+[“"]?$/i

/**
 * Finds the name that ends directly before a position.
 * @param from start of the text that may contain the name
 */
export function caseNameBefore(
  text: string,
  place: number,
  from: number,
  abbreviations: ReadonlySet<string>
): CaseName | null {
  const base = Math.max(from, place - WINDOW)
  const whole = text.slice(base, place)
  const until = whole.replace(BLANK_CITATION, '').replace(TAIL, '')
  const dated = YEAR.exec(until)
  const before = dated ? until.slice(0, dated.index) : until
  const versus = lastMatch(VERSUS, before) ?? lastMatch(LARGE_VERSUS, before)
  const parties = versus && opponents(before, versus, abbreviations)
  const name =
    parties ??
    (/^,? *$/.test(whole.slice(until.length)) && whole[until.length] === ','
      ? alone(before, abbreviations)
      : null)
  if (!name) return null
  const signal = SIGNAL.exec(before.slice(0, name.start))?.[1]
  return {
    ...name,
    start: base + name.start,
    ...(dated && { year: Number(dated[1]) }),
    ...(signal && { signal }),
  }
}

/** `Foo v. Bar`. */
function opponents(before: string, versus: RegExpExecArray, abbreviations: ReadonlySet<string>) {
  const defendant = before.slice(versus.index + versus[0].length).trim()
  if (!defendant || !isName(defendant)) return null
  const plaintiff = nameAtEnd(before.slice(0, versus.index), abbreviations)
  if (!plaintiff) return { start: versus.index, plaintiff: '', defendant }
  return { start: plaintiff.start, plaintiff: plaintiff.text.replace(/,$/, ''), defendant }
}

/** `In re Foo`, `See Foo`. */
function alone(before: string, abbreviations: ReadonlySet<string>) {
  const name = nameAtEnd(before, abbreviations)
  return name && /^\p{Lu}/u.test(name.text) ? { start: name.start, defendant: name.text } : null
}

function isName(text: string): boolean {
  return !/[;“”"]|[a-z]\)\.|\)\. |\.\s+[A-Z][a-z]+ [a-z]|\d{4}\)/.test(text)
}

function lastMatch(regex: RegExp, text: string): RegExpExecArray | null {
  let last: RegExpExecArray | null = null
  for (const match of text.matchAll(regex)) last = match
  return last
}
