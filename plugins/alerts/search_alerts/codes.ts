/** Rates and types of search alerts. */
import { choices } from '#api/fields'

/** Immediate emails, batched for some minutes. */
export const REAL_TIME = 'rt'
export const DAILY = 'dly'
/** Disabled. */
export const OFF = 'off'

export const RATES = choices({
  [REAL_TIME]: 'Real Time',
  [DAILY]: 'Daily',
  wly: 'Weekly',
  mly: 'Monthly',
  [OFF]: 'Off',
})

/** Rates with scheduled emails. */
export type ScheduledRate = typeof DAILY | 'wly' | 'mly'

/** Types of searches that alerts cover. */
export type AlertType = 'o' | 'oa' | 'r' | 'd'

export const ALERT_TYPES: Record<AlertType, string> = {
  o: 'Case law',
  oa: 'Oral arguments',
  r: 'Federal cases and filings',
  d: 'Federal cases',
}

/** Whether alerts cover a type of search. */
export function isAlertType(type: string): type is AlertType {
  return Object.hasOwn(ALERT_TYPES, type)
}

/** Whether alerts are on federal cases. Only these count toward the limits. */
export const isArchive = (type: string) => type === 'r' || type === 'd'

export const MAX_NAME_LENGTH = 75
export const MAX_QUERY_LENGTH = 2500

/** Display name of a rate. */
export function rateLabel(rate: string): string {
  return RATES.find(({ value }) => value === rate)?.display_name ?? rate
}
