/**
 * Matches the entries of a sheet with those of its docket: by identity, then by evidence, then by
 * position. Two entries of a sheet never match the same entry.
 */
import type { KnownEntry } from '../known_records.js'
import {
  compare,
  comparedEntry,
  type ComparedEntry,
  type EntryFacts,
  type EvidenceReason,
} from './entry_evidence.js'
import { similarity } from './entry_text.js'
import { identityMatches, pushTo, type GivenEntry } from './identity_matches.js'

/** Two entries that are possibly the same. */
export interface UndecidedPair {
  /** Place in the sheet. */
  given: number
  known: KnownEntry
  reason: EvidenceReason | 'several candidates'
}

export interface EntryMatches {
  /** The known entry of each entry of the sheet, if any. */
  entries: (KnownEntry | undefined)[]
  /** Other known entries with the number of a matched one. */
  duplicates: Map<KnownEntry, KnownEntry[]>
  undecided: UndecidedPair[]
}

/** Entries of a day that are compared with each entry; on busier days only equal texts match. */
const MAX_COMPARED = 100
/** Comparisons per sheet; further entries are new. No real docket needs as many. */
const MAX_COMPARISONS = 200_000
/** The minimum strength of reported evidence: a word that a label and a text have in common. */
const MIN_REPORTED = 11
/** Pairs per entry that are reported to staff. */
const MAX_PAIRS = 5

/**
 * @param known all entries of the docket, in any order
 * @param given entries of the sheet, oldest first
 * @param ordered whether the sheet lists the neighbors of its entries
 */
export function matchEntries(
  known: KnownEntry[],
  given: GivenEntry[],
  { ordered = true } = {}
): EntryMatches {
  const matches = new Matching(known, given)
  matches.byEvidence()
  if (ordered) matches.byPosition()
  return matches.result()
}

/** A possible match, by place in the sheet. */
interface Edge {
  given: number
  known: KnownEntry
  strength: number
  reason: EvidenceReason
}

class Matching {
  readonly #entries: (KnownEntry | undefined)[]
  readonly #duplicates: Map<KnownEntry, KnownEntry[]>
  readonly #taken: Set<KnownEntry>
  readonly #compared = new Map<EntryFacts, ComparedEntry>()
  readonly #undecided: Edge[] = []
  readonly #ties: Edge[] = []
  /** Announced entries that fit an entry with another match. */
  readonly #left: Edge[] = []
  /** Entries of the sheet with several equal candidates. */
  readonly #tied = new Set<number>()
  #comparisons = 0

  constructor(
    readonly known: KnownEntry[],
    readonly given: GivenEntry[]
  ) {
    const { entries, duplicates } = identityMatches(known, given)
    this.#entries = entries
    this.#duplicates = duplicates
    this.#taken = new Set(
      [...entries, ...[...duplicates.values()].flat()].filter((entry) => entry !== undefined)
    )
  }

  byEvidence(): void {
    const free = this.known.filter((entry) => !this.#taken.has(entry) && entry.isTextKnown)
    if (!free.length) return
    const candidates = this.#candidates(free)
    const edges = this.given.flatMap((facts, place) => {
      // A new ID is a new entry.
      if (this.#entries[place] || facts.id !== undefined || this.#comparisons > MAX_COMPARISONS)
        return []
      const entry = this.#prepared(facts)
      return this.#edges(entry, place, candidates(entry))
    })
    const levels = Map.groupBy(edges, ({ strength }) => strength)
    for (const strength of [...levels.keys()].sort((a, b) => b - a))
      this.#acceptLevel(levels.get(strength)!)
  }

  /** Entries that can match by evidence: those on the days of an entry. */
  #candidates(free: KnownEntry[]): (entry: ComparedEntry) => KnownEntry[] {
    const days = new Map<string, KnownEntry[]>()
    const equal = new Map<string, KnownEntry[]>()
    for (const entry of free) {
      const { days: own, text, compactLabel } = this.#prepared(entry)
      for (const day of own) {
        pushTo(days, day, entry)
        pushTo(equal, `${day} ${text.compact || compactLabel}`, entry)
      }
      if (!own.size) pushTo(days, '', entry)
    }
    return ({ days: own, text, compactLabel }) => {
      const found = [...(own.size ? own : days.keys()), ''].flatMap((day) => {
        const all = days.get(day) ?? []
        if (all.length <= MAX_COMPARED) return all
        return (equal.get(`${day} ${text.compact || compactLabel}`) ?? []).slice(0, MAX_COMPARED)
      })
      return [...new Set(found)].slice(0, 2 * MAX_COMPARED)
    }
  }

  #prepared(facts: EntryFacts): ComparedEntry {
    const compared = this.#compared.get(facts) ?? comparedEntry(facts)
    this.#compared.set(facts, compared)
    return compared
  }

  #edges(entry: ComparedEntry, place: number, candidates: KnownEntry[]): Edge[] {
    this.#comparisons += candidates.length
    return candidates.flatMap((known) => {
      const { verdict, strength, reason } = compare(entry, this.#prepared(known))
      const edge = { given: place, known, strength, reason }
      if (verdict === 'undecided') this.#undecided.push(edge)
      return verdict === 'same' ? [edge] : []
    })
  }

  /** Accepts the edges of equal strength that have no alternative, or equal alternatives only. */
  #acceptLevel(level: Edge[]): void {
    const edges = level.filter((edge) => this.#isOpen(edge))
    const ofGiven = Map.groupBy(edges, ({ given }) => given)
    const ofKnown = Map.groupBy(edges, ({ known }) => known)
    const decidedGiven = new Map(
      [...ofGiven].map(([given, some]) => [given, this.#areAlike(some.map(({ known }) => known))])
    )
    const decidedKnown = new Map(
      [...ofKnown].map(([known, some]) => [
        known,
        this.#areAlike(some.map(({ given }) => this.given[given]!)),
      ])
    )
    const isDecided = ({ given, known }: Edge) => decidedGiven.get(given) && decidedKnown.get(known)
    for (const edge of edges) {
      if (!isDecided(edge)) {
        this.#ties.push(edge)
        this.#tied.add(edge.given)
        continue
      }
      if (this.#isOpen(edge)) this.#accept(edge.given, edge.known)
    }
    for (const { known } of this.#ties) this.#taken.add(known)
  }

  #isOpen({ given, known }: Edge): boolean {
    return !this.#entries[given] && !this.#tied.has(given) && !this.#taken.has(known)
  }

  #accept(given: number, known: KnownEntry): void {
    this.#entries[given] = known
    this.#taken.add(known)
  }

  /** Whether no evidence distinguishes entries, so that any of them can match. */
  #areAlike([one, ...others]: EntryFacts[]): boolean {
    const first = this.#prepared(one!)
    const isPlain = ({ number, allIds }: ComparedEntry) => number === null && !allIds.length
    return others.every((facts) => {
      const other = this.#prepared(facts)
      return (
        isPlain(first) &&
        isPlain(other) &&
        first.facts.sequence === other.facts.sequence &&
        first.text.compact === other.text.compact &&
        first.compactLabel === other.compactLabel &&
        first.facts.announced?.time === other.facts.announced?.time
      )
    })
  }

  /**
   * Matches an unnumbered entry whose text was changed: the only unmatched one between two matched
   * neighbors, in the sheet and in the docket.
   */
  byPosition(): void {
    const places = new Map(
      this.known
        .filter(({ isPlaced }) => isPlaced)
        .sort(byPlace)
        .map((entry, place) => [entry, place])
    )
    const listed = [...places.keys()]
    for (let place = 1; place < this.given.length - 1; place++) {
      const [before, after] = [this.#entries[place - 1], this.#entries[place + 1]]
      const [first, last] = [before && places.get(before), after && places.get(after)]
      if (this.#entries[place] || this.#tied.has(place)) continue
      if (first === undefined || last === undefined || last - first !== 2) continue
      const known = listed[first + 1]!
      if (!this.#taken.has(known) && this.#isEdited(this.given[place]!, known))
        this.#accept(place, known)
    }
  }

  #isEdited(facts: GivenEntry, known: KnownEntry): boolean {
    const [given, there] = [this.#prepared(facts), this.#prepared(known)]
    return (
      facts.id === undefined &&
      given.number === null &&
      there.number === null &&
      known.isTextKnown &&
      compare(given, there).reason === 'text' &&
      similarity(given.text, there.text) >= MIN_SIMILARITY
    )
  }

  result(): EntryMatches {
    this.#mergeLeft()
    const pairs = [
      ...this.#ties.map((edge) => ({ ...edge, reason: 'several candidates' as const })),
      ...this.#undecided.filter(
        ({ given, known, strength }) =>
          !this.#entries[given] && !this.#taken.has(known) && strength >= MIN_REPORTED
      ),
      ...this.#left.filter(({ known }) => !this.#taken.has(known)),
    ]
    const counts = new Map<number, number>()
    const undecided = pairs.filter(({ given }) => {
      const count = (counts.get(given) ?? 0) + 1
      counts.set(given, count)
      return count <= MAX_PAIRS
    })
    return { entries: this.#entries, duplicates: this.#duplicates, undecided }
  }

  /**
   * An announced entry without a number can fit an entry that the sheet matches with another one, if
   * both were announced before the sheet arrived. It is merged if its text decides, and otherwise
   * left to staff.
   */
  #mergeLeft(): void {
    const left = this.#leftEdges()
    const ofKnown = Map.groupBy(left, ({ known }) => known)
    const ofGiven = Map.groupBy(left, ({ given }) => given)
    for (const edge of left) {
      const { given, known, strength } = edge
      const isOnly = ofKnown.get(known)!.length === 1 && ofGiven.get(given)!.length === 1
      const { words } = this.#prepared(known).text
      if (!isOnly || strength < TEXT_STRENGTH || words.length < MIN_WORDS) {
        this.#left.push(edge)
        continue
      }
      const kept = this.#entries[given]!
      this.#duplicates.set(kept, [...(this.#duplicates.get(kept) ?? []), known])
      this.#taken.add(known)
    }
  }

  #leftEdges(): Edge[] {
    const left = this.known.filter(
      (known) =>
        !this.#taken.has(known) && known.number === null && known.isTextKnown && !known.isPlaced
    )
    if (!left.length) return []
    const days = new Map<string, number[]>()
    for (const [place, facts] of this.given.entries())
      if (this.#entries[place] && facts.id === undefined)
        for (const day of this.#prepared(facts).days) pushTo(days, day, place)
    return left.flatMap((known) => {
      const announced = this.#prepared(known)
      const places = [...new Set([...announced.days].flatMap((day) => days.get(day) ?? []))]
      return places.slice(0, MAX_COMPARED).flatMap((given) => {
        const { verdict, strength, reason } = compare(this.#prepared(this.given[given]!), announced)
        // A feed may have announced the matched entry at another time.
        const isOther = compare(this.#prepared(this.#entries[given]!), announced).reason === 'time'
        return verdict === 'same' && !isOther ? [{ given, known, strength, reason }] : []
      })
    })
  }
}

/** The strength of equal texts and of texts that contain each other. */
const TEXT_STRENGTH = 75
/** The words of a text that identifies an entry. */
const MIN_WORDS = 4

/** Share of common words of a text that a court has corrected. */
const MIN_SIMILARITY = 0.5

function byPlace(one: KnownEntry, other: KnownEntry): number {
  if (one.place !== other.place) return one.place < other.place ? -1 : 1
  return Number(one.number ?? Infinity) - Number(other.number ?? Infinity) || 0
}
