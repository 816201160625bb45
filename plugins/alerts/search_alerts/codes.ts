/** Rates of alerts, and types of search alerts. */
import { choices } from '#api/fields'

/** Immediate emails, batched for some minutes. */
export const REAL_TIME = 'rt'
export const DAILY = 'dly'
/** Disabled. */
export const OFF = 'off'

export const WEEKLY = 'wly'

const COMMON_RATES = { [REAL_TIME]: 'Real Time', [DAILY]: 'Daily', [WEEKLY]: 'Weekly' }

/** Rates of docket alerts. */
export const DOCKET_RATES = choices(COMMON_RATES)

/** Rates of search alerts. */
export const RATES = choices({
  ...COMMON_RATES,
  mly: 'Monthly',
  [OFF]: 'Off',
})

/** Rates with scheduled emails. */
export type ScheduledRate = typeof DAILY | typeof WEEKLY | 'mly'

/** Types of searches that alerts cover. */
export type AlertType = 'o' | 'oa' | 'r' | typeof NEW_CASES

/** Type of alerts on new federal cases. */
export const NEW_CASES = 'd'

export const ALERT_TYPES: Record<AlertType, string> = {
  o: 'Case law',
  oa: 'Oral arguments',
  r: 'Federal cases and filings',
  d: 'New federal cases',
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

/**
 * Rates of the alerts in an email. The daily email also contains what real-time emails don't:
 * hits of accounts without a membership, and entries from before a docket alert's rate changed.
 */
export function listRatesInEmail(rate: string): string[] {
  return rate === DAILY ? [DAILY, REAL_TIME] : [rate]
}
