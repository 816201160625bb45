import { RegistryError } from './registry_error.js'

/** Converts `2024-02-28` to `02/28/2024` for court forms; empty if undefined. */
export function formDate(day: string | undefined, court: string): string {
  if (!day) return ''
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year) throw new RegistryError('invalid_parameters', 'dates must be YYYY-MM-DD', court)
  return `${month}/${date}/${year}`
}

/** Earlier than any entry. Without a date, long dockets aren't returned (court system 6). */
export const FIRST_DAY = '1/1/1960'

/** Whether a time is within the court system's hours for bulk requests (court system 1). */
export function isNight(time: Date): boolean {
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Chicago',
    hour: 'numeric',
    hourCycle: 'h23',
  }).format(time)
  return Number(hour) >= 18 || Number(hour) < 6
}
