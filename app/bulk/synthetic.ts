/**
 * What generators of different plugins agree on: how many rows an archive
 * has, and how rows are stamped.
 */
import type { GeneratorContext } from './define_bulk_table.js'
import { DAY, dateText, dayOf, instantText } from './calendar.js'
import { Random } from './random.js'

/** Sizes that follow from the number of dockets. Keys run from 1 without gaps. */
export function sizesOf({ dockets }: Pick<GeneratorContext, 'dockets'>) {
  const part = (share: number, least: number) => Math.max(least, Math.floor(dockets / share))
  return {
    clusters: Math.floor(dockets / 5),
    /** At least so many: some clusters have a second one. */
    opinions: Math.floor(dockets / 5),
    people: part(250, 40),
    schools: part(2500, 12),
    originating: part(100, 4),
    reported: part(20, 10),
    recordings: part(50, 4),
    disclosures: part(1000, 6),
    unmatched: part(50, 4),
  }
}

const FIRST = dayOf(2012, 1, 1)
const LAST = dayOf(2026, 9, 30)

/** `date_created` and a later `date_modified`. */
export function stamps(random: Random): { date_created: string; date_modified: string } {
  const created = random.between(FIRST, LAST - 40) * DAY + Math.floor(random.next() * DAY)
  const modified = created + Math.floor(random.next() * 30 * DAY)
  return {
    date_created: instantText(created),
    date_modified: instantText(random.chance(0.3) ? created : modified),
  }
}

/** A day between two years, as the files write it. */
export function someDay(random: Random, first: number, last: number): string {
  return dateText(random.between(dayOf(first, 1, 1), dayOf(last, 12, 31)))
}

/** A checksum that looks like one and stands once. */
export function someSha1(seed: number, stream: number, index: number): string {
  const random = Random.of(seed, stream, index)
  const hex = (length: number) =>
    Math.floor(random.next() * 16 ** length)
      .toString(16)
      .padStart(length, '0')
  return index.toString(16).padStart(8, '0') + hex(8) + hex(8) + hex(8) + hex(8)
}
