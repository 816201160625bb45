import type { ApiClient } from '#app/tools/api_client'
import { type InputSchema, defineTool } from '#app/tools/define_tool'
import { SUBSCRIBED } from '../docket_alerts/alert_types.js'
import { textOfRefusal } from './refusal_text.js'
import { ToolError } from '#app/tools/tool_error'

interface DocketArgument {
  docket: number
}

/** Arguments of tools about the alert of a docket. */
const DOCKET: InputSchema = {
  type: 'object',
  properties: {
    docket: {
      type: 'integer',
      minimum: 1,
      description: 'ID of the docket: docket_id in results of search.',
    },
  },
  required: ['docket'],
}

interface DocketAlert extends Record<string, unknown> {
  id: number
  alert_type: number
}

/** The alert of a docket that the account has; undefined where it has none. */
async function alertOf(docket: number, api: ApiClient): Promise<DocketAlert | undefined> {
  const { results } = await api.get<{ results: DocketAlert[] }>('docket-alerts/', { docket })
  return results[0]
}

/** Follows a docket (tool server, tools 15). */
const subscribeToDocketAlert = defineTool<DocketArgument>({
  name: 'subscribe_to_docket_alert',
  title: 'Subscribe to Docket Alert',
  description:
    'Follows a docket for the account: new entries are sent by email and webhook. Returns the alert, with already_subscribed where it existed. Costs two requests, or one where it existed.',
  position: 15,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  input: () => DOCKET,
  async call({ docket }, { api }) {
    const alert = await alertOf(docket, api)
    if (alert?.alert_type === SUBSCRIBED) return { ...alert, already_subscribed: true }
    const values = { alert_type: SUBSCRIBED }
    return textOfRefusal(400, `Could not subscribe to docket ${docket}`, () =>
      alert
        ? api.patch<DocketAlert>(`docket-alerts/${alert.id}/`, values)
        : api.post<DocketAlert>('docket-alerts/', { docket, ...values })
    )
  },
})

/** Follows a docket no longer (tool server, tools 16). */
const unsubscribeFromDocketAlert = defineTool<DocketArgument>({
  name: 'unsubscribe_from_docket_alert',
  title: 'Unsubscribe from Docket Alert',
  description:
    'Ends the alert of the account for a docket, and deletes it with its note. Costs two requests, or one where there is no alert.',
  position: 16,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  input: () => DOCKET,
  async call({ docket }, { api }) {
    const alert = await alertOf(docket, api)
    // An unsubscription keeps forwarded emails from subscribing to the docket: it remains.
    if (alert?.alert_type !== SUBSCRIBED)
      throw new ToolError(`No docket alert found for docket ${docket}`)
    await api.delete(`docket-alerts/${alert.id}/`)
    return `Unsubscribed from docket alert for docket ${docket}.`
  },
})

export default [subscribeToDocketAlert, unsubscribeFromDocketAlert]
