import { RegistryError } from './registry_error.js'

/** `2024-02-28` as the forms of the courts have it, `02/28/2024`; empty for none. */
export function formDate(day: string | undefined, court: string): string {
  if (!day) return ''
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year) throw new RegistryError('invalid_parameters', 'dates are YYYY-MM-DD', court)
  return `${month}/${date}/${year}`
}

/** Before the first entry there is: without a date, long dockets are not sent (court system 6). */
export const FIRST_DAY = '1/1/1960'

/** Whether it is an hour in which the court system asks for bulk requests to be sent (court system 1). */
export function isNight(time: Date): boolean {
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Chicago',
    hour: 'numeric',
    hourCycle: 'h23',
  }).format(time)
  return Number(hour) >= 18 || Number(hour) < 6
}
