import { citationTables } from '../citation_tables.js'
import type { CitationTables, Publication } from '#app/citations/tables'

let known: ReporterNames | undefined

/** Made once, when first needed. */
export function knownReporters(): ReporterNames {
  known ??= new ReporterNames(citationTables())
  return known
}

/**
 * Canonical abbreviations of reporters by what is written for them: the exact
 * abbreviation, else its slug, else other spellings, which may mean several
 * reporters (citation-lookup 3).
 */
export class ReporterNames {
  readonly #exact = new Set<string>()
  readonly #bySlug = new Map<string, string>()
  readonly #bySpelling = new Map<string, Set<string>>()

  constructor({ publications }: Pick<CitationTables, 'publications'>) {
    const reporters = publications.filter(({ kind }) => kind === 'case').toSorted(neutralLast)
    for (const { name, series } of reporters) {
      if (this.#exact.has(name)) continue
      this.#exact.add(name)
      // `VT` is the neutral citation of the state whose reporter is `Vt.`.
      const slug = this.#bySlug.has(slugOf(name)) ? `${slugOf(name)}-${series}` : slugOf(name)
      this.#bySlug.set(slug, name)
    }
    for (const { name, spellings } of reporters)
      for (const spelling of spellings) {
        const slug = slugOf(spelling)
        this.#bySpelling.set(slug, (this.#bySpelling.get(slug) ?? new Set()).add(name))
      }
  }

  /** What stands for a canonical abbreviation in an address: `f-supp-2d`; other reporters stand for themselves. */
  slugFor(name: string): string {
    const slug = slugOf(name)
    const [only, ...more] = this.find(slug)
    return only === name && !more.length ? slug : name
  }

  /** @returns the canonical abbreviations it may mean; none for an unknown reporter */
  find(written: string): string[] {
    const reporter = written.trim()
    if (this.#exact.has(reporter)) return [reporter]
    const slug = slugOf(reporter)
    const canonical = this.#bySlug.get(slug)
    return canonical === undefined ? [...(this.#bySpelling.get(slug) ?? [])] : [canonical]
  }
}

/** Of two abbreviations with the same slug the reporter comes before the neutral citation. */
function neutralLast(one: Publication, other: Publication): number {
  return Number(one.series === 'neutral') - Number(other.series === 'neutral')
}

/** Lower-case letters, digits and dashes: `F. Supp. 2d` is `f-supp-2d`. */
function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, '')
    .replace(/[-\s]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
}
