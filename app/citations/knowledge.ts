import { makeKeywords, type Keywords } from './keywords.js'
import type { CitationTables, CourtName } from './tables.js'

/** The tables as lookup structures of the extractor. */
export interface Knowledge {
  readonly keywords: Keywords
  readonly courts: CourtAbbreviations
  readonly abbreviations: ReadonlySet<string>
  readonly needName: ReadonlySet<string>
}

export function buildCitationKnowledge(tables: CitationTables): Knowledge {
  return {
    keywords: makeKeywords(tables),
    courts: new CourtAbbreviations(tables.courts),
    abbreviations: new Set(tables.abbreviations),
    needName: new Set(tables.needName),
  }
}

/** Courts that many states have; the report identifies the state: `150 Wis. 2d 10 (Ct. App. 1989)`. */
const GENERIC =
  /^(?:(?:ct)?app|app(?:div|term)|sup(?:er)?ct|(?:fam|sur|civ|crim|dist|cir|city)ct|(?:ch|law)div)$/

/** `wis` of `Wis. 2d`, `ny` of `Misc. 3d`. */
function stateOf(report: string): string {
  const state = /^[a-z]+?(?=\d|app|ct|super|$)/.exec(plain(report))?.[0] ?? ''
  return /^(?:ad|misc|nys)$/.test(state) ? 'ny' : state
}

/** Finds courts by their abbreviations in citations: `Pa.Super.`, `4th Cir.`, `D Kan`. */
class CourtAbbreviations {
  readonly #exact = new Map<string, string>()
  readonly #sorted: (readonly [abbreviation: string, id: string, place: number])[]

  constructor(courts: readonly CourtName[]) {
    const rows = courts.map(({ citation, id }, place) => [plain(citation), id, place] as const)
    for (const [abbreviation, id] of rows)
      if (abbreviation && !this.#exact.has(abbreviation)) this.#exact.set(abbreviation, id)
    this.#sorted = rows.filter(([abbreviation]) => abbreviation)
  }

  /**
   * @param report the report of the decision, which identifies the state of `App.` and `Ct. App.`
   * @returns the court with this abbreviation, or the first whose abbreviation starts with it
   */
  find(written: string, report = ''): string | undefined {
    const abbreviation = plain(written)
    if (!abbreviation) return undefined
    if (GENERIC.test(abbreviation)) return this.#ofState(abbreviation, stateOf(report))
    return (
      this.#exact.get(abbreviation) ??
      this.#sorted.find(([known]) => known.startsWith(abbreviation))?.[1] ??
      this.#appellate(abbreviation)
    )
  }

  #ofState(abbreviation: string, state: string): string | undefined {
    return (
      this.#exact.get(`${state}${abbreviation}`) ??
      this.#exact.get(`${state}superct${abbreviation}`) ??
      (/^(?:ct)?app$/.test(abbreviation) ? this.#appellate(`${state}app`) : undefined)
    )
  }

  /** A division of a court of appeals: `2d Dept` of New York, `La.App. 1 Cir.`. */
  #appellate(abbreviation: string): string | undefined {
    if (/^\d(?:st|d|th)dept/.test(abbreviation)) return this.#exact.get('nyappdiv')
    const state = /^([a-z]{2,6})(?:ct)?app/.exec(abbreviation)?.[1]
    return state && (this.#exact.get(`${state}ctapp`) ?? this.#exact.get(`${state}app`))
  }
}

function plain(abbreviation: string): string {
  return abbreviation
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^3rd/, '3d')
    .replace(/^2nd/, '2d')
}
