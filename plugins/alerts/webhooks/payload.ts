/** Payloads of webhook events for hits. */
import type { HitResults, ParentHit } from '../delivery/hit_results.js'

/** A row of `search_alerts`. */
export interface AlertRow {
  id: string
  user_id: string
  name: string
  query: string
  rate: string
  alert_type: string
  secret_key: string
  date_created: Date
  date_modified: Date
  date_last_hit: Date | null
}

/** A row with the alert's JSON for webhooks. */
export interface NotifiedAlert extends AlertRow {
  shown: object
}

/** SQL expression for the alert's JSON; times have microseconds, as in the API. */
export const SHOWN_ALERT = `json_build_object(
  'id', id, 'name', name, 'rate', rate, 'user', user_id, 'query', query, 'alert_type', alert_type,
  'secret_key', secret_key, 'date_created', ${instant('date_created')},
  'date_modified', ${instant('date_modified')}, 'date_last_hit', ${instant('date_last_hit')})`

/** Payload of a version: version 1 has flat results, version 2 has the results of API v4. */
export async function buildSearchAlertPayload(
  hitResults: HitResults,
  { query, alert_type: type, shown: alert }: NotifiedAlert,
  hits: ParentHit[],
  version: number
): Promise<object> {
  const search = await hitResults.buildSearch(query, type)
  const results =
    version === 1 ? await hitResults.flat(search, hits) : await hitResults.nested(search, hits)
  return { results, alert }
}

function instant(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`
}
