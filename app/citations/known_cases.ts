import type { Citation } from './citation.js'

/** Maximum number of cases compared per volume or word of a name; the latest are used. */
const MAX_COMPARED = 100

/** A case: the cluster of its first report. */
type CasePlace = number

interface NamedCase {
  readonly place: CasePlace
  readonly parties: readonly string[]
}

/** Cases of a text by the words of their party names. */
export class NamedCases {
  readonly #byWord = new Map<string, NamedCase[]>()

  add(names: readonly (string | undefined)[], place: CasePlace): void {
    const parties = names.filter((name): name is string => Boolean(name))
    if (!parties.length) return
    const named = { place, parties }
    for (const word of new Set(parties.flatMap(wordsOf))) {
      const cases = this.#byWord.get(word) ?? []
      if (cases.some((other) => other.place === place && sameParties(other, named))) continue
      cases.push(named)
      if (cases.length > MAX_COMPARED) cases.shift()
      this.#byWord.set(word, cases)
    }
  }

  /** The only case with a party of this name, or else whose name contains this text. */
  containing(name: string): CasePlace | undefined {
    const wanted = withoutPunctuation(name)
    return this.equal(name) ?? this.#only(name, (party) => party.includes(wanted))
  }

  /** The only case with a party of this name. */
  equal(name: string): CasePlace | undefined {
    return this.#only(name, (party) => party === name)
  }

  /** The cases with a party whose name contains this text. */
  among(places: ReadonlySet<CasePlace>, name: string): CasePlace[] {
    const wanted = withoutPunctuation(name)
    return this.#all(name, (party) => party.includes(wanted)).filter((place) => places.has(place))
  }

  #only(name: string, matches: (party: string) => boolean): CasePlace | undefined {
    const places = this.#all(name, matches)
    return places.length === 1 ? places[0] : undefined
  }

  #all(name: string, matches: (party: string) => boolean): CasePlace[] {
    const [word] = wordsOf(name)
    if (word === undefined) return []
    const cases = this.#byWord.get(word) ?? []
    return [
      ...new Set(cases.filter(({ parties }) => parties.some(matches)).map(({ place }) => place)),
    ]
  }
}

interface Report {
  readonly place: number
  readonly of: CasePlace
  readonly page?: string | null
}

/** Reports of a text by volume and reporter. */
export class ShortForms {
  readonly #byVolume = new Map<string, Report[]>()

  add(citation: Citation, place: number, of: CasePlace): void {
    const key = volumeKey(citation)
    const reports = this.#byVolume.get(key) ?? []
    reports.push({ place, of, page: citation.page })
    if (reports.length > MAX_COMPARED) reports.shift()
    this.#byVolume.set(key, reports)
  }

  /** The report that a short form cites, by name if the volume has several. */
  find(citation: Citation, names: NamedCases): number | undefined {
    const reports = (this.#byVolume.get(volumeKey(citation)) ?? []).filter(({ page }) =>
      beginsBefore(page, citation.page)
    )
    if (reports.length < 2 || citation.antecedent === undefined)
      return reports.length === 1 ? reports[0]!.place : undefined
    const named = names.among(new Set(reports.map(({ of }) => of)), citation.antecedent)
    const left = reports.filter(({ of }) => named.includes(of))
    return left.length === 1 ? left[0]!.place : undefined
  }
}

function volumeKey({ volume, edition, reporter }: Citation): string {
  return `${volume} ${edition?.name ?? reporter}`
}

/** A page that isn't a plain number may be anywhere in the volume. */
function beginsBefore(first: string | null | undefined, cited: string | null | undefined): boolean {
  const isPlain = /^\d+$/.test(first ?? '') && /^\d+$/.test(cited ?? '')
  return !isPlain || Number(first) <= Number(cited)
}

function sameParties(one: NamedCase, other: NamedCase): boolean {
  return one.parties.join('\n') === other.parties.join('\n')
}

function wordsOf(name: string): string[] {
  return withoutPunctuation(name).split(/\s+/).filter(Boolean)
}

function withoutPunctuation(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}\s'’&-]+/gu, '')
}
