/**
 * The standard form of a cited provision, the same for all written forms: `18 USC 924(c)`,
 * `18 U.S.C.A. § 924(c)`, and `section 924(c) of title 18, United States Code` cite
 * `18 U.S.C. § 924`.
 */
import { readFileSync } from 'node:fs'
import type { Citation } from '#app/citations/citation'
import { type LawCode, lawCodes, type ProvisionParts } from './law_codes.js'

/** A section of a code, a rule, a regulation, or a part of a constitution. */
export interface Provision {
  /** The standard form without subsections: `18 U.S.C. § 924`. */
  readonly label: string
  /** Subsections: `(c)(1)`; empty if the whole section is cited. */
  readonly subsections: string
}

const MAX_PART = 40
/** Maximum number of nested subsections; deeper ones are ignored. */
const MAX_DEPTH = 6
const SUBSECTION = String.raw`\([A-Za-z\d]{1,6}\)`
const SUBSECTIONS = new RegExp(
  String.raw`^(?:,? ?(?:subds?\.|subdivisions?|subsections?|subsecs?\.|par\.|paragraph|¶) ?)? ?(?<all>${SUBSECTION}(?: ?${SUBSECTION}){0,${MAX_DEPTH - 1}})`
)

/** @param after the text after a section: `(c)(1) and`, `, subd. (b)` */
export function readSubsections(after: string): string {
  return SUBSECTIONS.exec(after)?.groups!.all!.replaceAll(' ', '') ?? ''
}

/** `(c)(1)` is in `(c)`: both. */
export function enclosingSubsections(subsections: string): string[] {
  const parts = subsections.match(/\([^)]*\)/g) ?? []
  return parts.map((_, place) => parts.slice(0, place + 1).join(''))
}

/**
 * Returns the provisions that a citation cites: both ends of a range, and none for cases, session
 * laws, reports, and citations whose code is unknown.
 *
 * @param text the text of the citation
 */
export function citedProvisions(citation: Citation, text: string): Provision[] {
  if (citation.kind !== 'law') return []
  const { start, end } = citation.spans.core
  const code = codeCited(citation, text.slice(Math.max(0, start - 16), start))
  if (!code) return []
  const core = text.slice(start, end)
  const written = code.name === 'Restatement' ? { subject: core } : citation.groups
  const subsections =
    readSubsections(text.slice(end, end + 60)) || subsectionsWithin(core, written.section)
  const [first, last] = (written.section && RANGE.exec(written.section)?.slice(1)) || []
  const isRange = code.name === 'U.S.C.' && Number(last) > Number(first)
  const parts = isRange ? [first, last].map((section) => ({ ...written, section })) : [written]
  const others = sectionsBefore(core, written.section).flatMap(
    ([, section, after]) => provision(code, { ...written, section }, after!) ?? []
  )
  return [...others, ...parts.flatMap((each) => provision(code, each, subsections) ?? [])]
}

/** `sections 1981, 1982(a), and 1983 of title 42` cites two sections before the last one. */
function sectionsBefore(core: string, last: string | undefined) {
  const list = last && /^(?:§{1,2}|[Ss]ec[a-z]*\.?|SECTIONS?)\s?(?=\d)/.exec(core)
  if (!list) return []
  const end = core.indexOf(last, list[0].length)
  return [...core.slice(list[0].length, end).matchAll(/(\d[\w.:-]*?)((?:\(\w{1,4}\))*)(?=,? )/g)]
}

/** `551-559`, but not `2000e-5` */
const RANGE = /^(\d{1,6})[-–](\d{1,6})$/

/** `section 924(c) of title 18` */
function subsectionsWithin(core: string, section: string | undefined): string {
  const place = section ? core.lastIndexOf(section) : -1
  return place < 0 ? '' : readSubsections(core.slice(place + section!.length))
}

function codeCited({ edition, editions, reporter }: Citation, before: string) {
  const codes = lawCodes()
  const names = edition ? [edition] : editions
  const found = names.map(({ name }) => codes.named(name, reporter ?? ''))
  const code = found.find((one) => one !== undefined)
  return code && codes.ofState(code, before, reporter ?? '')
}

/**
 * Returns the standard form of a provision; undefined if its number is missing or too long.
 *
 * @param parts numbers as written
 */
export function provision(
  code: LawCode,
  parts: ProvisionParts,
  subsections: string
): Provision | undefined {
  if (Object.values(parts).some((part) => (part?.length ?? 0) > 200)) return undefined
  const label = code.isConstitution
    ? constitutionLabel(parts)
    : code.name === 'Restatement'
      ? restatementLabel(parts.subject ?? '')
      : code.name === 'Pub. L.'
        ? lawNumber(parts)
        : sectionLabel(code, parts)
  return label === undefined ? undefined : { label, subsections }
}

function sectionLabel(code: LawCode, parts: ProvisionParts): string | undefined {
  const plain = (part: string | undefined) => part?.replaceAll('–', '-').replace(/[.,:-]+$/, '')
  const written = plain(parts.section ?? parts.rule ?? parts.article)
  const number = code.name === 'U.S.C.' ? written?.replace(RANGE, '$1') : written
  const [title, chapter, act, division] = [parts.title, parts.chapter, parts.act, parts.part].map(
    plain
  )
  if ([number, title, chapter, act, division].some((part) => (part?.length ?? 0) > MAX_PART))
    return undefined
  const known = number && !division ? knownSection(code.name, number) : undefined
  if (known) return known
  const name = code.display(parts)
  if (name === undefined) return undefined
  const sign = code.isRule ? ' ' : code.isByArticle ? ' art. ' : ' § '
  if (act !== undefined) return number && chapter && `${chapter} ${name} ${act}/${number}`
  const start = title === undefined ? name : `${title} ${name}`
  const appendix = parts.appendix ? ' app.' : ''
  if (division !== undefined && number === undefined) return `${start} pt. ${division}`
  if (number === undefined) return chapter && `${start} ch. ${chapter}`
  return `${start}${appendix}${chapter ? ` ch. ${chapter}` : ''}${sign}${number}`
}

/** `U.S. Const. amend. XIV, § 1` */
function constitutionLabel(parts: ProvisionParts): string | undefined {
  const state = (parts.state ?? '').replace(/ Const.*$/, '').trim()
  const [kind, number] = parts.amendment ? ['amend.', parts.amendment] : ['art.', parts.article]
  if (!state || !number) return undefined
  const clause = parts.clause ? `, cl. ${parts.clause}` : ''
  const section = parts.section ? `, § ${parts.section}` : ''
  return `${state} Const. ${kind} ${number.toUpperCase()}${section}${clause}`
}

const RESTATEMENT =
  /^\s*restatement\s+(?:\(?(?<edition>first|second|third|fourth)\)?\s+)?(?:\((?:first|second|third)\)\s+)?(?:of\s+)?(?:the\s+)?(?<subject>[a-z:&.,'’ -]+?)(?:\s*\(?(?<after>first|second|third|fourth)\)?)?,?\s*(?:§+|sec(?:tion|\.)?)?\s*(?<section>\d{1,3}[a-z]?(?:\.\d{1,2})?)/i

/** `Restatement (Second) of Torts § 402A` */
export function restatementLabel(written: string): string | undefined {
  const { edition, after, subject, section } = RESTATEMENT.exec(written)?.groups ?? {}
  if (!subject) return undefined
  const series = edition ?? after
  const start = series ? `Restatement (${capitalized(series)})` : 'Restatement'
  return `${start} of ${capitalized(subject.trim())} § ${section!.toUpperCase()}`
}

const capitalized = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/(?<![\w'’])(?!(?:of|the|and|in|for)\b)[a-z]/g, (letter) => letter.toUpperCase())

const lawNumber = ({ law }: ProvisionParts) => law && `Pub. L. No. ${law.replaceAll('–', '-')}`

/** Sections of acts that are known by their own numbers: section 502 of ERISA is 29 U.S.C. § 1132. */
interface NamedAct {
  /** Title and code: `29 U.S.C.` */
  readonly code: string
  /** Sections of the code by section of the act; without it, the numbers are the same. */
  readonly sections?: Readonly<Record<string, string>>
}

let acts: Record<string, NamedAct> | undefined

function knownSection(name: string, number: string): string | undefined {
  if (name === 'I.R.C.') return `26 U.S.C. § ${number}`
  if (name === 'Treas. Reg.') return `26 C.F.R. § ${number}`
  if (name === 'Exchange Act Rules') return `17 C.F.R. § 240.${number}`
  acts ??= JSON.parse(
    readFileSync(new URL('../tables/named_sections.json', import.meta.url), 'utf8')
  ) as Record<string, NamedAct>
  const act = acts[name]
  if (!act) return undefined
  const section = act.sections ? act.sections[number] : number
  return section && `${act.code} § ${section}`
}
