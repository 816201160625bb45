/** Rows of the tables as the driver reads them, and statuses of deliveries. */
export interface EndpointRow {
  id: string
  user_id: string
  url: string
  event_type: number
  version: number
  /** Whether payloads use CourtListener's field names. */
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

/** Statuses of deliveries in the database and the API. */
export const STATUS = {
  inProgress: 0,
  retry: 1,
  delivered: 2,
  failed: 3,
  disabled: 4,
} as const

export const STATUS_WORDS: Record<number, string> = {
  [STATUS.inProgress]: 'In progress',
  [STATUS.retry]: 'Queued for retry',
  [STATUS.delivered]: 'Delivered',
  [STATUS.failed]: 'Failed',
  [STATUS.disabled]: 'Endpoint disabled',
}

/** Statuses of pending deliveries. */
export const WAITING = [STATUS.inProgress, STATUS.retry] as const
