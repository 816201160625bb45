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
