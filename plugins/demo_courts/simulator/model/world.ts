import type { SimulatedCase, SimulatedDocument, SimulatedEntry } from './types.js'

/** A document with its entry and case. */
export interface Place {
  case: SimulatedCase
  entry: SimulatedEntry
  document: SimulatedDocument
}

/** Maximum number of cases, including those added by tests. */
const MAX_CASES = 20_000

/** Cases and documents of all courts. */
export class World {
  #cases = new Map<string, SimulatedCase>()
  #documents = new Map<string, Place>()

  /**
   * Adds a case, or indexes new documents of a known case.
   *
   * @throws Error if a document ID is already used or there are too many cases
   */
  add(one: SimulatedCase): void {
    if (this.#cases.size >= MAX_CASES) throw new Error(`at most ${MAX_CASES} simulated cases`)
    this.#cases.set(`${one.court}/${one.id}`, one)
    for (const entry of one.entries)
      for (const document of entry.documents) {
        const known = this.#documents.get(document.id)
        if (known && known.document !== document) throw new Error(`two documents ${document.id}`)
        // Dockets of single defendants repeat the documents of the main docket.
        if (!known) this.#documents.set(document.id, { case: one, entry, document })
      }
  }

  cases(): SimulatedCase[] {
    return [...this.#cases.values()]
  }

  case(court: string, id: string | undefined): SimulatedCase | undefined {
    return this.#cases.get(`${court}/${id}`)
  }

  /** Cases of a court with a docket number in any common format (court-system, 5). */
  casesWithNumber(court: string, printed: string): SimulatedCase[] {
    const wanted = numberParts(printed)
    if (!wanted) return []
    return this.cases().filter((one) => {
      const own = numberParts(one.number)
      return (
        one.court === court &&
        own?.year === wanted.year &&
        own.serial === wanted.serial &&
        (!wanted.office || !own.office || own.office === wanted.office) &&
        (!wanted.type || !own.type || own.type === wanted.type)
      )
    })
  }

  /** A document by its ID with any fourth digit, or by its GUID. */
  place(id: string): Place | undefined {
    return this.#documents.get(/^\d+$/.test(id) ? normalId(id) : id)
  }

  places(): Place[] {
    return [...this.#documents.values()]
  }
}

/** The ID with 0 as its fourth digit (court-system, 8). */
const normalId = (id: string): string => `${id.slice(0, 3)}0${id.slice(4)}`

/** The ID that requests the document itself instead of its menu (8). */
export const itemId = (id: string): string => `${id.slice(0, 3)}1${id.slice(4)}`

export interface NumberParts {
  office: string
  year: string
  type: string
  serial: number
}

const NUMBER = /^(?:(\d{1,2}):)?(?:\d{2})?(\d{2})-(?:([a-z]{1,5})-)?(\d{1,7})(?:-[\w-]{1,40})?$/i

/** Parts of a docket number in any common format; null if invalid. */
export function numberParts(printed: string): NumberParts | null {
  const [found, office = '', year, type = '', serial] = NUMBER.exec(printed.trim()) ?? []
  return found ? { office, year, type: type.toLowerCase(), serial: Number(serial) } : null
}
