/**
 * Rows of the tables, as the driver reads them.
 */
export interface EndpointRow {
  id: string
  user_id: string
  url: string
  event_type: number
  version: number
  /** Whether payloads use the names of the public service. */
  public_names: boolean
  enabled: boolean
  failure_count: number
  is_slow: boolean
}

export interface DeliveryRow {
  id: string
  webhook_id: string
  event_id: string
  body: string
  debug: boolean
  status: number
  attempts: number
  date_created: Date
}

/** What became of a delivery, as the database and the API number it. */
export const STATUS = {
  inProgress: 0,
  retry: 1,
  delivered: 2,
  failed: 3,
  disabled: 4,
} as const

/** The same in words. */
export const STATUS_WORDS: Record<number, string> = {
  [STATUS.inProgress]: 'In progress',
  [STATUS.retry]: 'Waiting for another try',
  [STATUS.delivered]: 'Delivered',
  [STATUS.failed]: 'Failed',
  [STATUS.disabled]: 'Endpoint disabled',
}

/** Statuses of what is still to be sent. */
export const WAITING = [STATUS.inProgress, STATUS.retry] as const
