/**
 * What generators of different plugins share: how rows are counted and
 * stamped.
 */
import type { GeneratorContext } from './table_generator.js'
import { DAY, dateText, dayOf, instantText } from '#app/support/calendar'
import { Random } from '#app/support/random'

/** So many rows: one for every `share` dockets, but at least `least`. */
export function shareOf(
  { dockets }: Pick<GeneratorContext, 'dockets'>,
  share: number,
  least: number
): number {
  return Math.max(least, Math.floor(dockets / share))
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

/** A value that looks like a checksum and is unique. */
export function someSha1(seed: number, stream: number, index: number): string {
  const random = Random.of(seed, stream, index)
  const hex = (length: number) =>
    Math.floor(random.next() * 16 ** length)
      .toString(16)
      .padStart(length, '0')
  return index.toString(16).padStart(8, '0') + hex(8) + hex(8) + hex(8) + hex(8)
}
