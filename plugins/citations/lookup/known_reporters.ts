import { citationTables } from '../citation_tables.js'
import type { CitationTables, Publication } from '#app/citations/tables'

let known: ReporterNames | undefined

/** Returns the reporter names, which are built on first use. */
export function knownReporters(): ReporterNames {
  known ??= new ReporterNames(citationTables())
  return known
}

/**
 * Standard abbreviations of reporters by spelling: the exact abbreviation, then
 * its slug, then variants, which can mean several reporters (specification,
 * Citation lookup 3).
 */
export class ReporterNames {
  readonly #exact = new Set<string>()
  readonly #bySlug = new Map<string, string>()
  readonly #bySpelling = new Map<string, Set<string>>()
  /** By letters and digits only: `Sup. Ct.` is `Sup.Ct.` */
  readonly #byLetters = new Map<string, Set<string>>()
  /** Reporters with the same letters: `N.D.` and the neutral citation `ND`. */
  readonly #alike = new Map<string, string[]>()

  constructor({ publications }: Pick<CitationTables, 'publications'>) {
    const reporters = publications.filter(({ kind }) => kind === 'case').toSorted(neutralLast)
    for (const { name, series } of reporters) {
      if (this.#exact.has(name)) continue
      this.#exact.add(name)
      this.#alike.set(slugOf(name), [...(this.#alike.get(slugOf(name)) ?? []), name])
      // `VT` is a neutral citation, `Vt.` a reporter of the same state.
      const slug = this.#bySlug.has(slugOf(name)) ? `${slugOf(name)}-${series}` : slugOf(name)
      this.#bySlug.set(slug, name)
    }
    for (const { name, spellings } of reporters)
      for (const spelling of spellings) {
        const slug = slugOf(spelling)
        this.#bySpelling.set(slug, (this.#bySpelling.get(slug) ?? new Set()).add(name))
        const letters = slug.replaceAll('-', '')
        this.#byLetters.set(letters, (this.#byLetters.get(letters) ?? new Set()).add(name))
      }
  }

  /** Returns the form of an abbreviation in URLs: a slug such as `f-supp-2d` if unambiguous, otherwise the name. */
  slugFor(name: string): string {
    const slug = slugOf(name)
    const [only, ...more] = this.find(slug)
    return only === name && !more.length ? slug : name
  }

  /** The reporters whose abbreviation has the same letters, in any punctuation. */
  findAlike(written: string): string[] {
    return this.#alike.get(slugOf(written)) ?? []
  }

  /** @returns the standard abbreviations that it can mean; empty for an unknown reporter */
  find(written: string): string[] {
    const reporter = written.trim()
    if (this.#exact.has(reporter)) return [reporter]
    const slug = slugOf(reporter)
    const canonical = this.#bySlug.get(slug)
    if (canonical !== undefined) return [canonical]
    const letters = slug.replaceAll('-', '')
    return [...(this.#bySpelling.get(slug) ?? this.#byLetters.get(letters) ?? [])]
  }
}

/** Sorts reporters before neutral citations, which can have the same slug. */
function neutralLast(one: Publication, other: Publication): number {
  return Number(one.series === 'neutral') - Number(other.series === 'neutral')
}

/** Converts to lowercase letters, digits, and dashes: `F. Supp. 2d` becomes `f-supp-2d`. */
function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, '')
    .replace(/[-\s]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
}

/** Codes of `type` in citations by kind of series. */
const CODES: Readonly<Record<string, number>> = {
  federal: 1,
  state: 2,
  state_regional: 3,
  specialty: 4,
  scotus_early: 5,
  specialty_lexis: 6,
  specialty_west: 7,
  neutral: 8,
  journal: 9,
}

/** Returns the citation type of a series; unknown series are specialty reporters. */
export function citationType(series: string): number {
  return CODES[series] ?? CODES.specialty!
}
