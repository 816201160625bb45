/**
 * Sources of entries. Values of a more detailed source replace those of others, so that the result
 * doesn't depend on the order in which they arrive.
 */
import { RANKS, type EntryRanks, type KnownEntry } from './known_records.js'
import type { MergeRules, SheetEntry } from './schema.js'
import type { Row } from './sheet_tables.js'
import { comparableText } from './matching/entry_text.js'

/** The rank of a sheet's source. */
export function sourceRank({ source = 'sheet' }: MergeRules): number {
  return RANKS[source]
}

/** Whether a value of a sheet replaces an existing one. */
const replaces = (rank: number, there: number) => rank >= there

/** The row of an entry, and the ranks of its values. */
interface EntryUpdate {
  row: Row
  ranks: EntryRanks
}

/**
 * The columns of an existing entry that a sheet changes.
 *
 * @param entry values of the sheet
 */
export function entryUpdate(
  there: KnownEntry,
  { documents, date_entered, ...entry }: SheetEntry,
  rules: MergeRules
): EntryUpdate {
  const rank = sourceRank(rules)
  const { label } = there.ranks
  if (!rules.fromPage) {
    // An unnumbered entry can match a numbered one, which keeps its number.
    const { entry_number: number, ...others } = entry
    return {
      row: number === null && there.number !== null ? others : entry,
      ranks: { place: rank, text: rank, label: rank },
    }
  }
  const place = placeUpdate(there, entry, rank)
  const text = textUpdate(there, entry.description ?? '', rank)
  const { date_filed, time_filed, recap_sequence_number, description, ...others } = entry
  return {
    row: { ...others, ...place.values, ...text.values },
    ranks: { place: place.rank, text: text.rank, label },
  }
}

type Placed = Pick<SheetEntry, 'date_filed' | 'time_filed' | 'recap_sequence_number'>
type Update = { values: Row; rank: number }

/**
 * A source with the whole day has more reliable positions. Lists of a part of a day have lower ones,
 * so the highest position on a day is used.
 */
function placeUpdate(there: KnownEntry, given: Placed, rank: number): Update {
  const { date_filed: day, time_filed: time, recap_sequence_number: place = '' } = given
  const isOwnDay = day === there.day
  // Only feeds have times, so the time of the announcement is kept.
  const missingTime = there.time === null && time ? { time_filed: time } : {}
  if (!day || !replaces(rank, there.ranks.place))
    return { values: missingTime, rank: there.ranks.place }
  if (isOwnDay) {
    const isLater = (place ?? '') > there.place
    return { values: { ...missingTime, ...(isLater && { recap_sequence_number: place }) }, rank }
  }
  if (rank <= RANKS.notice && rank === there.ranks.place)
    return { values: missingTime, rank: there.ranks.place }
  return {
    values: {
      date_filed: day,
      recap_sequence_number: place,
      ...(time ? { time_filed: time } : {}),
    },
    rank,
  }
}

function textUpdate(there: KnownEntry, text: string, rank: number): Update {
  if (!text) return { values: {}, rank: there.ranks.text }
  const isFirst = !there.hasText
  if (!isFirst && !replaces(rank, there.ranks.text)) return { values: {}, rank: there.ranks.text }
  const isLonger = isFirst || rank > there.ranks.text || isBetter(text, there)
  return { values: isLonger ? { description: text } : {}, rank }
}

/** Of two prints of the same text, the longer one is used. */
function isBetter(text: string, there: KnownEntry): boolean {
  if (!there.isTextKnown) return true
  const [given, known] = [comparableText(text), comparableText(there.text)]
  if (given.compact !== known.compact) return true
  return text.length > there.text.length || (text.length === there.text.length && text > there.text)
}

/** Whether the label of a main document replaces an existing one, and the rank of its source. */
export function labelUpdate(
  { ranks }: KnownEntry,
  { label, known }: { label: string; known: string | null },
  rules: MergeRules
): { update: boolean; rank: number } {
  const rank = sourceRank(rules)
  if (!known || !rules.fromPage) return { update: true, rank }
  if (label === known) return { update: false, rank: Math.max(rank, ranks.label) }
  return replaces(rank, ranks.label) ? { update: true, rank } : { update: false, rank: ranks.label }
}

/** The columns that store the sources of an entry. */
export function sourceRow(id: string, { announced, entered, ranks }: KnownEntry): Row {
  return {
    id,
    date_announced: announced?.day ?? null,
    time_announced: announced?.time ?? null,
    date_entered: entered,
    place_rank: ranks.place,
    text_rank: ranks.text,
    label_rank: ranks.label,
  }
}
