import { nameHash } from '#app/support/name_hash'
import { Random } from '#app/support/random'
import { DAY, dateText, toDayNumber, instantText } from '#app/support/calendar'

/** A generated row: values by column of the database. */
export type GeneratedRow = Record<string, string | number | boolean | null>

export interface GeneratorContext {
  /** Number of dockets requested; other tables derive their size from it. */
  dockets: number
  /** Seed of the archive; `Random.of` derives the random numbers of single rows from it. */
  seed: number
  /** Deterministic random numbers of this table. */
  random: Random
  /**
   * Rows of a file of the sample archive in file order, as texts by column of the database; empty
   * if the sample doesn't have the file.
   */
  sample: (stem: string) => GeneratedRow[]
  /** Number of rows of another table, whose keys start at 1; 0 if it declares no `count`. */
  getRowCount: (stem: string) => number
}

/** Generates the rows of one bulk file. */
export interface TableGenerator {
  /** The rows in file order. */
  rows: (context: GeneratorContext) => Iterable<GeneratedRow>
  /** Number of rows, for tables that others refer to. Their keys start at 1. */
  count?: (context: Pick<GeneratorContext, 'dockets'>) => number
}

/** Returns a number of rows: one for every `share` dockets, but at least `least`. */
export function scaleRowCount(
  { dockets }: Pick<GeneratorContext, 'dockets'>,
  share: number,
  least: number
): number {
  return Math.max(least, Math.floor(dockets / share))
}

const FIRST = toDayNumber(2012, 1, 1)
const LAST = toDayNumber(2026, 9, 30)

/** Draws `date_created` and the same or a later `date_modified`. */
export function stamps(random: Random): { date_created: string; date_modified: string } {
  const created = random.between(FIRST, LAST - 40) * DAY + Math.floor(random.next() * DAY)
  const modified = created + Math.floor(random.next() * 30 * DAY)
  return {
    date_created: instantText(created),
    date_modified: instantText(random.chance(0.3) ? created : modified),
  }
}

/** Draws a day between two years, both inclusive. */
export function someDay(random: Random, first: number, last: number): string {
  return dateText(random.between(toDayNumber(first, 1, 1), toDayNumber(last, 12, 31)))
}

/** Returns a unique value that looks like the checksum of a row's file. @param stem of the table's bulk file */
export function someSha1(seed: number, stem: string, index: number): string {
  const random = Random.of(seed, nameHash(`${stem} sha1`), index)
  const hex = (length: number) =>
    Math.floor(random.next() * 16 ** length)
      .toString(16)
      .padStart(length, '0')
  return index.toString(16).padStart(8, '0') + hex(8) + hex(8) + hex(8) + hex(8)
}

/** Number of decisions, whose IDs start at 1. Each has at least one opinion. */
export function countDecisions(dockets: number): number {
  return Math.floor(dockets / 5)
}

type Sized = Pick<GeneratorContext, 'dockets'>

/** Number of people, whose IDs start at 1. */
export function countPeople(context: Sized): number {
  return scaleRowCount(context, 250, 40)
}

/** Number of schools, whose IDs start at 1. */
export function countSchools(context: Sized): number {
  return scaleRowCount(context, 2500, 12)
}
