import { defineTool } from '#app/tools/define_tool'
import { SUBSCRIBED } from '../docket_alerts/alert_types.js'
import { alertOf, DOCKET, type DocketAlert, type DocketArgument } from './docket_argument.js'
import { textOfRefusal } from './refusal_text.js'

/** Follows a docket (tool server, tools 15). */
export default defineTool<DocketArgument>({
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
