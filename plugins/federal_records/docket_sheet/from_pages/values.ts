/**
 * Values of parsed pages as sheets take them.
 */

/** An object without the values that say nothing: a page overwrites only with what it prints. */
export function printed<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && value !== ''
    )
  ) as { [K in keyof T]?: NonNullable<T[K]> }
}

/** A text cut to what its column holds. */
export function atMost(length: number, text: string | null | undefined): string {
  return (text ?? '').slice(0, length)
}

/** A text its column can hold, else nothing: half a code is none. */
export function ifFits(length: number, text: string | null | undefined): string {
  return text && text.length <= length ? text : ''
}

const MAX_INTEGER = 2 ** 31 - 1

/** A whole number of a page, in the bounds of a column. */
export function wholeOf(
  value: string | number | null | undefined,
  most = MAX_INTEGER
): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isSafeInteger(number) && number >= 0 && number <= most ? number : null
}

/** The day of a date or a time stamp. */
export function dayOf(value: string | null | undefined): string | null {
  return value ? value.slice(0, 10) : null
}
