/** Codes of search alerts (specification, Alert records). */
import { choices } from '#api/fields'

/** Mails at once, gathered for some minutes. */
export const REAL_TIME = 'rt'
export const DAILY = 'dly'
/** Kept, and silent. */
export const OFF = 'off'

export const RATES = choices({
  [REAL_TIME]: 'Real Time',
  [DAILY]: 'Daily',
  wly: 'Weekly',
  mly: 'Monthly',
  [OFF]: 'Off',
})

/** Rates whose mails are made at set times. */
export type ScheduledRate = typeof DAILY | 'wly' | 'mly'

/** What an alert covers: a type of search. */
export type AlertType = 'o' | 'oa' | 'r' | 'd'

export const ALERT_TYPES: Record<AlertType, string> = {
  o: 'Case law',
  oa: 'Oral arguments',
  r: 'Federal cases and filings',
  d: 'Federal cases',
}

/** Whether alerts can cover a type of search. */
export function isAlertType(type: string): type is AlertType {
  return Object.hasOwn(ALERT_TYPES, type)
}

/** Over the archive of the federal courts; only these are counted in quotas (alerts 1.3). */
export const isArchive = (type: string) => type === 'r' || type === 'd'

export const MAX_NAME_LENGTH = 75
export const MAX_QUERY_LENGTH = 2500

/** A rate in words. */
export function rateLabel(rate: string): string {
  return RATES.find(({ value }) => value === rate)?.display_name ?? rate
}
