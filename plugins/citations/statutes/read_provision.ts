/** Reads one cited provision, such as the value of a search field, without the extractor. */
import { STATES } from '#app/citations/form_parts'
import { type LawCode, lawCodes, type ProvisionParts } from './law_codes.js'
import { type Provision, provision, readSubsections, restatementLabel } from './provisions.js'

const MAX_LENGTH = 200
/** Maximum number of words in the name of a code. */
const LONGEST_NAME = 14

/** A section number with its subsections: `2000e-5(f)(1)`, `5/2-1005`. */
const NUMBER =
  /^(?<number>\d[\w.:/-]*|[IVXLC]+|[A-Z]?-?\d[\w.:-]*)(?<after>(?:\([A-Za-z\d]{1,6}\))*),?$/
const SIGNS = /^(?:§{1,2}|sec(?:tions?|s?\.)?|r(?:ules?|\.)?)$/i
const NUMBER_SIGN = /^nos?\.?$/i
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^tit(?:le|\.)?$/i, 'title'],
  [/^c(?:h|hap|hapter)?\.?$/i, 'chapter'],
  [/^art(?:icle|\.)?$/i, 'article'],
  [/^amend(?:ment|\.)?$/i, 'amendment'],
  [/^(?:pt\.?|part)$/i, 'part'],
  [/^cl(?:ause|\.)?$/i, 'clause'],
]
const APPENDIX = /^app(?:endix|\.)?$/i
const SUBDIVISION = /^(?:subds?\.|subdivisions?|subsections?|subsecs?\.)$/i

/**
 * Reads a citation of one provision in any of its written forms.
 *
 * @returns undefined if the code is unknown or a number is missing
 */
export function readProvision(written: string): Provision | undefined {
  if (written.length > MAX_LENGTH) return undefined
  const words = written
    .replaceAll(/(?<=§) ?§/g, '')
    .replaceAll('§', ' § ')
    .replaceAll(/[“”"]/g, ' ')
    .replaceAll(/ ?\((?=\w{1,6}\))/g, '(')
    .split(/\s+/)
    .filter(Boolean)
  return (
    constitution(written) ??
    restatement(written) ??
    exchangeActRule(written) ??
    stateRule(words) ??
    localRule(words.join(' ')) ??
    ofTitle(words.join(' ')) ??
    section(words)
  )
}

const CONSTITUTION =
  /^\s*(?:the )?(?<state>[A-Z][A-Za-z. ]{0,20}?)\s+Const(?:itution|\.)?,?\s*(?<rest>(?:amend|art).*)$/i
/** Names of jurisdictions before `Const.`, except abbreviations, which are written in one way. */
const UNITED_STATES = /^(?:u\.? ?s\.?|united states|federal)$/i

function constitution(written: string): Provision | undefined {
  const { state, rest } = CONSTITUTION.exec(written)?.groups ?? {}
  const code = rest && lawCodes().named('Const.', '')
  if (!code) return undefined
  const parts = readParts(
    rest
      .replaceAll('§', ' § ')
      .split(/[\s,]+/)
      .filter(Boolean)
  )
  const named = UNITED_STATES.test(state!) ? 'U.S.' : state!
  const { amendment, article } = parts
  const roman = (number: string | undefined) => number && romanNumeral(number)
  return provision(
    code,
    { ...parts, state: named, amendment: roman(amendment), article: roman(article) },
    ''
  )
}

function romanNumeral(number: string): string {
  const value = Number(number)
  if (!Number.isInteger(value) || value < 1 || value > 89) return number.toUpperCase()
  const ones = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX']
  const tens = ['', 'X', 'XX', 'XXX', 'XL', 'L', 'LX', 'LXX', 'LXXX']
  return `${tens[Math.floor(value / 10)]}${ones[value % 10]}`
}

function restatement(written: string): Provision | undefined {
  const label = restatementLabel(written)
  return label === undefined ? undefined : { label, subsections: '' }
}

/** `Rule 10b-5` */
function exchangeActRule(written: string): Provision | undefined {
  const code = lawCodes().named('Exchange Act Rules', '')
  const [, rule, after = ''] = EXCHANGE_ACT_RULE.exec(written) ?? []
  return rule && code ? provision(code, { rule }, after) : undefined
}

const EXCHANGE_ACT_RULE =
  /^\s*(?:(?:SEC|Exchange Act) )?rule (1\d[a-h]\d?-\d{1,2})((?:\([a-z\d]{1,5}\))*)\s*$/i

/** `Tex. R. Civ. P. 166a`, unless the whole name is that of a code: `Cal. R. Ct.` */
function stateRule(all: string[]): Provision | undefined {
  const whole = nameAmong(all)
  if (whole && NUMBER.test(all[whole.to] ?? '')) return undefined
  const { state, rest } = STATE_RULE.exec(all.join(' '))?.groups ?? {}
  const words = rest?.split(/\s+/).filter(Boolean) ?? []
  const name = nameAmong(words)
  if (!name || name.from > 0 || !name.code.isRule) return undefined
  const { subsections = '', ...parts } = readParts(words.slice(name.to))
  const isSupreme = name.code.name === 'Sup. Ct. R.'
  const code = isSupreme ? lawCodes().named('Ct. R.', '') : name.code
  return code && provision(code, { ...parts, state }, subsections)
}

const STATE_RULE = new RegExp(
  String.raw`^\s*(?<state>${STATES}),? ?(?<rest>(?:R\.|Rules?\b|RPC|RCP|S\. Ct\.|Ct\.).*)$`
)

/** `S.D. Fla. L.R. 26.1(g)` */
function localRule(written: string): Provision | undefined {
  const { court, rule, after } = LOCAL_RULE.exec(written)?.groups ?? {}
  const code = rule && lawCodes().named('Local Rule', '')
  return code ? provision(code, { court: court!, rule }, after!) : undefined
}

const LOCAL_RULE =
  /^(?<court>(?:Bankr\. )?[NSEWMCD]\. ?(?:D\. ?)?[A-Z][A-Za-z. ]{0,12}?) (?:L\. ?R\.|Local Rules?) (?<rule>\d[\w.-]*)(?<after>(?:\(\w{1,5}\))*)$/

/** `section 1983 of title 42` */
function ofTitle(written: string): Provision | undefined {
  const { section: number, after, title } = OF_TITLE.exec(written)?.groups ?? {}
  const code = title && lawCodes().named('U.S.C.', '')
  return code ? provision(code, { title, section: number }, after!) : undefined
}

const OF_TITLE =
  /^(?:§|sec(?:tion|\.)?) (?<section>\d[\w.-]*)(?<after>(?:\(\w{1,5}\))*) of title (?<title>\d{1,2})$/i

function section(words: string[]): Provision | undefined {
  const name = nameAmong(words)
  if (!name) return undefined
  const { code, from, to } = name
  const before = readParts(words.slice(0, from), 'title')
  const after = readParts(words.slice(to), code.name === 'Pub. L.' ? 'law' : 'section')
  // A number before the name is a section if a sign comes first: `§ 187 of the Penal Code`.
  const subject = words
    .slice(to)
    .filter((word) => /^[A-Za-z&][A-Za-z.'’&,-]*$/.test(word) && !isLabel(word))
  const parts: ProvisionParts = {
    ...before,
    ...after,
    ...(code.name.startsWith('Md. Code') && subject.length && { subject: subject.join(' ') }),
  }
  return provision(code, divided(code, parts), parts.subsections ?? '')
}

/** `735 ILCS 5/2-1005` has a chapter, an act, and a section. */
function divided(code: LawCode, parts: ProvisionParts): ProvisionParts {
  const [, act, number] = /^(\d+)\/(.+)$/.exec(parts.section ?? '') ?? []
  if (!act || !code.name.startsWith('Ill. Comp. Stat.')) return parts
  return { ...parts, chapter: parts.title, title: undefined, act, section: number }
}

/** Finds the name of the code; words before it may only be its owner's, numbers, and signs. */
function nameAmong(words: string[]): { code: LawCode; from: number; to: number } | undefined {
  const codes = lawCodes()
  for (let from = 0; from < words.length; from++)
    for (let to = Math.min(words.length, from + LONGEST_NAME); to > from; to--) {
      if (!/^[A-Z]/i.test(words[from]!)) break
      const code = codes.spelled(words.slice(from, to).join(' '))
      if (!code) continue
      const before = words.slice(0, from)
      return before.every((word) => BEFORE_NAME.test(word) || isLabel(word))
        ? { code, from, to }
        : undefined
    }
  return undefined
}

const BEFORE_NAME = /^(?:of|the|in|see|,|.*\d.*)$/i

const isLabel = (word: string) =>
  SIGNS.test(word) || SUBDIVISION.test(word) || PARTS.some(([label]) => label.test(word))

/** @param standard the part of a number without a label */
function readParts(words: string[], standard = 'section'): Record<string, string> {
  const parts: Record<string, string> = {}
  let part: string | undefined
  for (const word of words) {
    const label = PARTS.find(([form]) => form.test(word))
    if (label) part = label[1]
    else if (SIGNS.test(word)) part = 'section'
    else if (APPENDIX.test(word)) parts.appendix = 'app.'
    else if (NUMBER_SIGN.test(word)) continue
    else {
      const { number, after } = NUMBER.exec(word)?.groups ?? {}
      const subsections = number ? after! : readSubsections(word)
      if (subsections) parts.subsections ??= readSubsections(subsections)
      if (number) parts[part ?? standard] ??= number
      part = undefined
    }
  }
  return parts
}
