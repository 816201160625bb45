import { ListedChoices } from '#app/tools/choices'
import type { Catalog } from '#api/catalog'
import type { ResourceRegistry } from '#api/registry'
import { refusalDetail, type ApiClient } from '#app/tools/api_client'
import { choicesText } from '#app/tools/choices'
import { defineTool, ToolText, type InputSchema, type OutputSchema } from '#app/tools/define_tool'
import { recordOutput } from '#app/tools/output_schema'
import { searchQuery } from '#app/tools/search_arguments'
import { invalidArguments, shown } from '#app/tools/tool_arguments'
import type { ToolContext } from '#app/tools/define_tool'
import { ApiRefusal, ToolError } from '#app/tools/tool_error'
import { SUBSCRIBED } from '../models/docket_alert.js'
import { parseAlertQuery, removePresentationParameters } from '../search_alerts/alert_query.js'
import { ALERT_TYPES, MAX_NAME_LENGTH, MAX_QUERY_LENGTH, RATES } from '../search_alerts/codes.js'

const NAME = 'create_search_alert'

type QueryValue = string | number | boolean | string[] | null

interface SearchAlertArguments {
  name: string
  query: string | Record<string, QueryValue>
  rate: string
  alert_type?: string
}

const TYPES = Object.entries(ALERT_TYPES).map(([value, label]) => ({ value, display_name: label }))

/** Saves a search. */
const createSearchAlert = defineTool<SearchAlertArguments>({
  name: NAME,
  title: 'Create Search Alert',
  description:
    'Saves a search of the account: new results are sent by email and webhook. Run the search with the search tool first. Costs one request.',
  after: 'resume_citation_analysis',
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  input: () => ({
    type: 'object',
    properties: {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_NAME_LENGTH,
        description: 'Name of the alert.',
      },
      query: {
        anyOf: [
          { type: 'string', minLength: 1, maxLength: MAX_QUERY_LENGTH },
          { type: 'object', maxProperties: 100, additionalProperties: QUERY_VALUE },
        ],
        description:
          'Arguments of search as an object, {"type": "o", "q": "habeas", "court": "scotus"}, or as the query string of a search. Defaults to case law unless "type" or alert_type is given.',
      },
      rate: {
        type: 'string',
        enum: RATES.map(({ value }) => value),
        description: `How often emails are sent. ${choicesText(RATES, { endpoint: 'alerts', field: 'rate' })} Real time requires a membership.`,
      },
      alert_type: {
        type: ['string', 'null'],
        enum: [...Object.keys(ALERT_TYPES), null],
        description: `What the alert covers; required for searches of federal cases: r sends cases and filings, d new cases only. ${choicesText(TYPES, { endpoint: 'alerts', field: 'alert_type' })}`,
      },
    },
    required: ['name', 'query', 'rate'],
  }),
  output: ({ resources }) => alertOutput(resources, 'alerts'),
  async call({ name, query: given, rate, alert_type: type }, context) {
    const query = await searchOf(given, type, context)
    return catchRefusalText(400, 'Could not create search alert', () =>
      context.api.post<Record<string, unknown>>('alerts/', {
        name,
        query,
        rate,
        ...(type ? { alert_type: type } : {}),
      })
    )
  },
})

/** Schema of an alert, or of the reason why it wasn't created. */
function alertOutput(resources: ResourceRegistry, path: string): OutputSchema {
  const { properties, ...record } = recordOutput(resources, [resources.get(path)])
  return {
    ...record,
    properties: {
      ...properties,
      error: { type: 'string', description: 'Why there is no alert. Without it, there is one.' },
    },
    anyOf: [{ required: ['id'] }, { required: ['error'] }],
  }
}

const QUERY_VALUE = {
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: { type: 'string' }, maxItems: 100 },
  ],
}

/**
 * The query string of an alert.
 *
 * @throws ToolError with all problems
 */
async function searchOf(
  given: SearchAlertArguments['query'],
  type: string | undefined,
  { catalog, app }: ToolContext
): Promise<string> {
  const args = removePresentationParameters(typeof given === 'string' ? valuesOf(given) : given)
  const wanted = { ...args, type: args.type ?? type ?? 'o' }
  checkType(wanted.type, catalog)
  const lists = await app.container.make(ListedChoices)
  const values = await searchQuery(wanted, { tool: NAME, catalog, lists })
  return String(new URLSearchParams(values as Record<string, string>))
}

function valuesOf(query: string): Record<string, QueryValue> {
  const parameters = parseAlertQuery(query.replace(/^\?/, ''))
  return Object.fromEntries([...parameters].map(([name, values]) => [name, values.at(-1)!]))
}

function checkType(type: QueryValue, { searchTypes }: Catalog): void {
  const codes = searchTypes.map(({ code }) => code)
  if (!codes.includes(String(type)))
    throw invalidArguments(NAME, [`query.type: ${shown(type)} is not one of [${codes.join(', ')}]`])
}

/** Deletes a search alert. */
const deleteSearchAlert = defineTool<{ id: number }>({
  name: 'delete_search_alert',
  title: 'Delete Search Alert',
  description:
    'Deletes a search alert of the account with its history. call_endpoint with endpoint_id "alerts" lists them with their IDs. Costs one request.',
  after: 'create_search_alert',
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  input: () => ({
    type: 'object',
    properties: { id: { type: 'integer', minimum: 1, description: 'ID of the alert.' } },
    required: ['id'],
  }),
  output: () => ({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      deleted: { type: 'boolean', description: 'Whether the alert existed.' },
    },
    required: ['id', 'deleted'],
  }),
  async call({ id }, { api }) {
    try {
      await api.delete(`alerts/${id}/`)
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.status !== 404) throw error
      return new ToolText(`No alert found with ID ${id}.`, { id, deleted: false })
    }
    return new ToolText(`Deleted search alert ${id}.`, { id, deleted: true })
  },
})

interface DocketArgument {
  docket: number
}

/** Arguments of tools for docket alerts. */
const DOCKET: InputSchema = {
  type: 'object',
  properties: {
    docket: {
      type: 'integer',
      minimum: 1,
      description: 'Docket ID (docket_id in search results).',
    },
  },
  required: ['docket'],
}

interface DocketAlert extends Record<string, unknown> {
  id: number
  alert_type: number
}

/** The account's alert for a docket, if any. */
async function alertOf(docket: number, api: ApiClient): Promise<DocketAlert | undefined> {
  const { results } = await api.get<{ results: DocketAlert[] }>('docket-alerts/', { docket })
  return results[0]
}

/** Follows a docket. */
const subscribeToDocketAlert = defineTool<DocketArgument>({
  name: 'subscribe_to_docket_alert',
  title: 'Subscribe to Docket Alert',
  description:
    'Follows a docket for the account: new entries are sent by email and webhook. Returns the alert, with already_subscribed if it existed. Costs two requests, or one if it existed.',
  after: 'delete_search_alert',
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  input: () => DOCKET,
  output: ({ resources }) => {
    const { properties, ...alert } = alertOutput(resources, 'docket-alerts')
    return {
      ...alert,
      properties: {
        ...properties,
        already_subscribed: { type: 'boolean', description: 'Present if the alert existed.' },
      },
    }
  },
  async call({ docket }, { api }) {
    const alert = await alertOf(docket, api)
    if (alert?.alert_type === SUBSCRIBED) return { ...alert, already_subscribed: true }
    const values = { alert_type: SUBSCRIBED }
    return catchRefusalText(400, `Could not subscribe to docket ${docket}`, () =>
      alert
        ? api.patch<DocketAlert>(`docket-alerts/${alert.id}/`, values)
        : api.post<DocketAlert>('docket-alerts/', { docket, ...values })
    )
  },
})

/** Unfollows a docket. */
const unsubscribeFromDocketAlert = defineTool<DocketArgument>({
  name: 'unsubscribe_from_docket_alert',
  title: 'Unsubscribe from Docket Alert',
  description:
    "Deletes the account's alert for a docket with its note. Costs two requests, or one if there is no alert.",
  after: 'subscribe_to_docket_alert',
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  input: () => DOCKET,
  output: () => ({
    type: 'object',
    properties: { docket: { type: 'integer' }, deleted: { type: 'boolean' } },
    required: ['docket', 'deleted'],
  }),
  async call({ docket }, { api }) {
    const alert = await alertOf(docket, api)
    // An unsubscribed alert remains, because it prevents forwarded emails from following the docket.
    if (alert?.alert_type !== SUBSCRIBED)
      throw new ToolError(`No docket alert found for docket ${docket}`)
    await api.delete(`docket-alerts/${alert.id}/`)
    const text = `Unsubscribed from docket alert for docket ${docket}.`
    return new ToolText(text, { docket, deleted: true })
  },
})

/**
 * Sends a request, and returns errors with the given status as text, so that the
 * model receives them as a result.
 *
 * @param status status of errors to return as text
 * @param beginning start of the text
 * @throws ApiRefusal for other errors
 */
async function catchRefusalText<T>(
  status: number,
  beginning: string,
  send: () => Promise<T>
): Promise<T | ToolText> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== status) throw error
    const text = `${beginning}: ${refusalDetail(error.body)}`
    return new ToolText(text, { error: text })
  }
}

export default [
  createSearchAlert,
  deleteSearchAlert,
  subscribeToDocketAlert,
  unsubscribeFromDocketAlert,
]
