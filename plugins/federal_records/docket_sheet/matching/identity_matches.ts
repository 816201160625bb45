/** Matches entries by ID, number, sequence number, and document ID (fetch-and-upload, 2.5). */
import type { KnownEntry } from '../known_records.js'
import type { EntryFacts } from './entry_evidence.js'

/** An entry of a sheet. */
export interface GivenEntry extends EntryFacts {
  id?: string
}

interface IdentityMatches {
  /** The known entry of each entry of the sheet, if any. */
  entries: (KnownEntry | undefined)[]
  /** Other known entries with the number of a matched one. */
  duplicates: Map<KnownEntry, KnownEntry[]>
}

/** Each known entry matches at most one entry of the sheet, except by ID. */
export function identityMatches(known: KnownEntry[], given: GivenEntry[]): IdentityMatches {
  const entries = matchIds(known, given)
  const taken = new Set(entries.filter((entry) => entry !== undefined))
  const accept = (place: number, entry: KnownEntry | undefined) => {
    if (!entry) return
    entries[place] = entry
    taken.add(entry)
  }
  const duplicates = matchNumbers(known, given, { entries, taken, accept })
  const free = (found: KnownEntry[] = []) => found.filter((entry) => !taken.has(entry))
  const sequences = groupBy(known, ({ number, sequence }) => (number === null ? sequence : null))
  const withSequence = groupBy(known, ({ sequence }) => sequence)
  for (const [place, { id, number, sequence }] of given.entries()) {
    if (entries[place] || id !== undefined || sequence === null) continue
    accept(place, free((number === null ? withSequence : sequences).get(sequence))[0])
  }
  const { mains, all } = documentIds(known)
  for (const [place, { id, number, sequence, documents }] of given.entries()) {
    if (entries[place] || id !== undefined) continue
    const main = documents.find(({ attachment }) => attachment === null)?.registryId
    const found = main ? [...(mains.get(main) ?? []), ...(all.get(main) ?? [])] : []
    const fits = (entry: KnownEntry) =>
      (number === null || entry.number === null) && (sequence === null || entry.sequence === null)
    accept(place, free(found).find(fits))
  }
  return { entries, duplicates }
}

function matchIds(known: KnownEntry[], given: GivenEntry[]): (KnownEntry | undefined)[] {
  const byId = new Map(known.map((entry) => [entry.id, entry]))
  return given.map(({ id }) => (id === undefined ? undefined : byId.get(id)))
}

interface Accepting {
  entries: (KnownEntry | undefined)[]
  taken: Set<KnownEntry>
  accept(place: number, entry: KnownEntry | undefined): void
}

/** @returns known entries with the same number as a matched one, which a sheet lists once */
function matchNumbers(
  known: KnownEntry[],
  given: GivenEntry[],
  { entries, taken, accept }: Accepting
): Map<KnownEntry, KnownEntry[]> {
  const duplicates = new Map<KnownEntry, KnownEntry[]>()
  const numbered = groupBy(known, ({ number }) => number)
  const places = groupBy([...given.keys()], (place) =>
    given[place]!.id === undefined ? given[place]!.number : null
  )
  for (const [number, listed] of places) {
    const alike = numbered.get(number) ?? []
    const free = () => alike.filter((entry) => !taken.has(entry))
    const isOnly = listed.length === 1
    // Equal sequence numbers first, so that another entry of the sheet doesn't take the match.
    for (const exact of [true, false])
      for (const place of listed) {
        if (entries[place]) continue
        const found = ofSequence(free(), given[place]!.sequence, { exact, isOnly })
        const entry = isOnly ? best(found) : found[0]
        accept(place, entry)
        if (!entry || !isOnly) continue
        const others = found.filter(
          (one) => one !== entry && (one.sequence === null || one.sequence === entry.sequence)
        )
        if (others.length) duplicates.set(entry, others)
      }
  }
  return duplicates
}

/** Of entries with the same number, those with the sequence number, or else without one. */
function ofSequence(
  alike: KnownEntry[],
  sequence: string | null,
  { exact, isOnly }: { exact: boolean; isOnly: boolean }
): KnownEntry[] {
  const same = alike.filter((entry) => entry.sequence === sequence)
  if (same.length || exact) return same
  if (sequence === null) return alike
  const unknown = alike.filter((entry) => entry.sequence === null)
  if (unknown.length) return unknown
  return isOnly && alike.length === 1 ? alike : []
}

/** The entry with a file, or else the newest. */
function best(found: KnownEntry[]): KnownEntry | undefined {
  return (
    found.find((one) => one.documents.some(({ hasFile }) => hasFile)) ??
    found.toSorted((one, other) => Number(other.id ?? Infinity) - Number(one.id ?? Infinity))[0]
  )
}

/** Entries by the registry IDs of their main documents, and of all documents. */
function documentIds(known: KnownEntry[]): Record<'mains' | 'all', Map<string, KnownEntry[]>> {
  const mains = new Map<string, KnownEntry[]>()
  const all = new Map<string, KnownEntry[]>()
  for (const entry of known)
    for (const { attachment, registryId } of entry.documents) {
      if (!registryId) continue
      if (attachment === null) pushTo(mains, registryId, entry)
      pushTo(all, registryId, entry)
    }
  return { mains, all }
}

/** Groups values by key; those without one are left out. */
function groupBy<T>(values: T[], key: (value: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const group = key(value)
    if (group !== null) pushTo(groups, group, value)
  }
  return groups
}

/** Adds a value to the list of a key. */
export function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const there = map.get(key)
  if (there) there.push(value)
  else map.set(key, [value])
}
