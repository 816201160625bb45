import { Automaton } from './automaton.js'
import type { CitationForm, CitationTables, Publication } from './tables.js'

/** The publications of a spelling: by canonical name, or by variant spelling. */
export interface Naming {
  readonly publication: Publication
  readonly isExact: boolean
}

/** The publications that a spelling may mean in one citation form. */
export interface Reading {
  readonly form: CompiledForm
  readonly namings: readonly Naming[]
}

export interface CompiledForm {
  /** Matches the text before the abbreviation; null if only the volume precedes it. */
  readonly before: RegExp | null
  /** Whether nothing precedes the abbreviation. */
  readonly isFirst: boolean
  /** Matches words that the text before it must contain: `section 10(b) of the …`. */
  readonly requires: RegExp | null
  /** Maximum length of the text before the abbreviation. */
  readonly reach: number
  readonly after: RegExp
  /** Matches `at` and a page in place of the first page; null for forms without a page. */
  readonly afterShort: RegExp | null
  /** Whether `after` starts with the abbreviation itself, or follows it. */
  readonly hasAbbreviation: boolean
}

/** Keywords other than publications. */
export type Mark = 'id' | 'supra' | 'section'

/** Keywords of the automaton: spellings that differ only by spaces after periods. */
export interface Keyword {
  readonly key: string
  readonly mark?: Mark
  readonly readings: readonly Reading[]
}

export interface Keywords {
  readonly automaton: Automaton
  readonly list: readonly Keyword[]
}

const MARKS: Record<Mark, readonly string[]> = {
  id: ['Id.', 'id.', 'ID.', 'iD.', 'ld.', 'Ibid', 'ibid', 'IBID'],
  supra: ['supra', 'Supra', 'SUPRA'],
  section: ['§'],
}
const VOLUME_ONLY = String.raw`(?<volume>[1-9]\d*) `

/** All spellings of the tables with the citations they may start, and the automaton that finds them. */
export function makeKeywords({ forms, publications }: CitationTables): Keywords {
  const compiled = forms.map(compile)
  const spellings = new Map<string, Map<number, Naming[]>>()
  for (const publication of publications)
    for (const place of publication.forms) {
      const leads = forms[place]!.leads
      const named = leads ?? [publication.name, ...publication.spellings]
      for (const [index, spelling] of [...new Set(named)].entries())
        name(spelling, place, { publication, isExact: isExact(publication, index, leads) })
    }
  for (const publication of publications)
    for (const code of publication.codes ?? [])
      for (const place of code.forms)
        for (const spelling of forms[place]!.leads ?? code.spellings)
          name(spelling, place, { publication, isExact: true })
  const declared = new Set(spellings.keys())
  for (const publication of publications.filter(({ kind }) => kind === 'case'))
    for (const spelling of abridgedSpellings([publication.name, ...publication.spellings]))
      if (!declared.has(spelling))
        for (const place of publication.forms)
          if (!forms[place]!.leads) name(spelling, place, { publication, isExact: false })

  function name(spelling: string, place: number, naming: Naming) {
    const readings = spellings.get(spelling) ?? new Map<number, Naming[]>()
    readings.set(place, [...(readings.get(place) ?? []), naming])
    spellings.set(spelling, readings)
  }

  const list: Keyword[] = [...groupedByKey(spellings)].map(([key, alike]) => ({
    key,
    readings: readingsOf(alike),
  }))
  for (const [mark, texts] of Object.entries(MARKS))
    for (const key of texts) list.push({ key, mark: mark as Mark, readings: [] })
  return { automaton: new Automaton(list.map(({ key }) => key)), list }

  function readingsOf(alike: readonly string[]): Reading[] {
    const namings = new Map<number, Naming[]>()
    for (const [place, some] of alike.flatMap((spelling) => [...spellings.get(spelling)!]))
      namings.set(place, [...(namings.get(place) ?? []), ...some])
    return [...namings].map(([place, some]) => ({ form: compiled[place]!, namings: some }))
  }
}

function groupedByKey(spellings: ReadonlyMap<string, unknown>): Map<string, string[]> {
  return Map.groupBy(spellings.keys(), (spelling) => Automaton.key(spelling))
}

/** Single words that are reporters without their period; others are also words of prose. */
const STATES = new Set(
  'Ala Ariz Cal Colo Del Fla Ga Haw Ill Ind Kan Ky Mass Md Minn Mont Neb Nev Okla Pa Tenn Tex Va Vt Wash Wis Wyo'.split(
    ' '
  )
)
const ORDINALS: readonly (readonly [RegExp, string])[] = [
  [/\b(\d*)2d\b/, '$12nd'],
  [/\b(\d*)2nd\b/, '$12d'],
  [/\b(\d*)3d\b/, '$13rd'],
  [/\b(\d*)3rd\b/, '$13d'],
]

/**
 * Spellings without periods, and without spaces, that many courts use: `F 2d`, `FSupp2d`,
 * `CalApp4th`; and the other form of an ordinal: `F.2nd`.
 */
function abridgedSpellings(spellings: readonly string[]): Set<string> {
  const abridged = new Set<string>()
  for (const spelling of spellings) {
    const both = [
      spelling,
      ...ORDINALS.filter(([form]) => form.test(spelling)).map(([form, other]) =>
        spelling.replace(form, other)
      ),
    ]
    for (const one of both) {
      if (one !== spelling) abridged.add(one)
      const spaced = one.replaceAll(/\.(?=[A-Za-z\d])/g, ' ').replaceAll('.', '')
      // An ordinal without its space: `F. Supp.2d`.
      abridged.add(one.replace(/ (?=\d+(?:d|nd|rd|th)$)/, ''))
      for (const form of [spaced, spaced.replaceAll(' ', '')])
        if (/[A-Za-z].*(?:[A-Z]|\d[dnrt])/.test(form) || STATES.has(form)) abridged.add(form)
    }
  }
  return abridged
}

/** A variant spelling may belong to several reporters; laws and journals are listed once. */
function isExact({ kind }: Publication, index: number, leads?: readonly string[]): boolean {
  return kind !== 'case' || index === 0 || leads !== undefined
}

/** Maximum length of a volume or chapter. */
const REACH = 32
/** Words that start a section or rule, and a chapter. */
const SECTION_WORDS = /§|[Ss]ec|SEC|ules? \d|ULES? \d/
const CHAPTER_WORDS = /[Cc]h/
/** Forms that start with a chapter. */
const CHAPTER = /^\(\?:\[Cc\]h/

function compile({ before, after, leads, reach = REACH }: CitationForm): CompiledForm {
  const hasPage = after.includes('(?<page>')
  return {
    before: before === VOLUME_ONLY ? null : new RegExp(`(?<![A-Za-z0-9])${before}$`),
    isFirst: before === '',
    requires: before.includes('ubsections>')
      ? SECTION_WORDS
      : CHAPTER.test(before)
        ? CHAPTER_WORDS
        : null,
    reach,
    after: anchored(after),
    afterShort: hasPage ? anchored(shortened(after)) : null,
    hasAbbreviation: leads !== undefined,
  }
}

/** Matches at the end of a word. */
function anchored(regex: string): RegExp {
  return new RegExp(`^(?:${regex})(?![A-Za-z0-9])`)
}

/** Converts `1 U.S. 1` to `1 U.S., at 1`: changes the last space before the page and its optional parts. */
function shortened(after: string): string {
  return after.replace(/,?\??,? ?\??\(\?<page>/, ',? at (?:pp?\\. ?)?\\*?(?<page>')
}
