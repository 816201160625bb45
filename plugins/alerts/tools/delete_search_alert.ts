import { defineTool } from '#app/tools/define_tool'
import { ApiRefusal } from '#app/tools/tool_error'

interface Arguments {
  id: number
}

/** Deletes a search alert (tool server, tools 14). */
export default defineTool<Arguments>({
  name: 'delete_search_alert',
  title: 'Delete Search Alert',
  description:
    'Deletes a search alert of the account with its history. call_endpoint with endpoint_id "alerts" lists them with their IDs. Costs one request.',
  position: 14,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  input: () => ({
    type: 'object',
    properties: { id: { type: 'integer', minimum: 1, description: 'ID of the alert.' } },
    required: ['id'],
  }),
  async call({ id }, { api }) {
    try {
      await api.delete(`alerts/${id}/`)
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status !== 404) throw error
      return `No alert found with id ${id}.`
    }
    return `Deleted search alert ${id}.`
  },
})
