import { defineTool } from '#app/tools/define_tool'
import { ToolError } from '#app/tools/tool_error'
import { SUBSCRIBED } from '../docket_alerts/alert_types.js'
import { alertOf, DOCKET, type DocketArgument } from './docket_argument.js'

/** Follows a docket no longer (tool server, tools 16). */
export default defineTool<DocketArgument>({
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
