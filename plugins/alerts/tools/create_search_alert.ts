import type { Catalog } from '#api/catalog'
import { defineTool, type ToolContext } from '#app/tools/define_tool'
import { choicesText, ListedChoices } from '#app/tools/choices'
import { searchQuery } from '#app/tools/search_arguments'
import { invalidArguments, shown } from '#app/tools/tool_arguments'
import { parametersOf, withoutPresentation } from '../search_alerts/alert_query.js'
import { ALERT_TYPES, MAX_QUERY_LENGTH, MAX_NAME_LENGTH, RATES } from '../search_alerts/codes.js'
import { textOfRefusal } from './refusal_text.js'

const NAME = 'create_search_alert'

type QueryValue = string | number | boolean | string[] | null

interface Arguments {
  name: string
  query: string | Record<string, QueryValue>
  rate: string
  alert_type?: string
}

const TYPES = Object.entries(ALERT_TYPES).map(([value, label]) => ({ value, display_name: label }))

/** Saves a search, whose new results are sent (tool server, tools 13). */
export default defineTool<Arguments>({
  name: NAME,
  title: 'Create Search Alert',
  description:
    'Saves a search of the account: new results are sent by email and webhook. Run the search with the tool search first. Costs one request.',
  position: 13,
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
          'Arguments of search as an object, {"type": "o", "q": "habeas", "court": "scotus"}, or as the query string of a search. Case law unless "type" or alert_type says otherwise.',
      },
      rate: {
        type: 'string',
        enum: RATES.map(({ value }) => value),
        description: `How often emails are sent. ${choicesText(RATES, { endpoint: 'alerts', field: 'rate' })} Real time is for members.`,
      },
      alert_type: {
        type: ['string', 'null'],
        enum: [...Object.keys(ALERT_TYPES), null],
        description: `What the alert covers; required for searches of federal cases: r sends cases and filings, d new cases only. ${choicesText(TYPES, { endpoint: 'alerts', field: 'alert_type' })}`,
      },
    },
    required: ['name', 'query', 'rate'],
  }),
  async call({ name, query: given, rate, alert_type: type }, context) {
    const query = await searchOf(given, type, context)
    return textOfRefusal(400, 'Could not create search alert', () =>
      context.api.post('alerts/', { name, query, rate, ...(type ? { alert_type: type } : {}) })
    )
  },
})

const QUERY_VALUE = {
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: { type: 'string' }, maxItems: 100 },
  ],
}

/**
 * The query string of an alert.
 *
 * @throws ToolError naming all that is wrong
 */
async function searchOf(
  given: Arguments['query'],
  type: string | undefined,
  { catalog, app }: ToolContext
): Promise<string> {
  const args = withoutPresentation(typeof given === 'string' ? valuesOf(given) : given)
  const wanted = { ...args, type: args.type ?? type ?? 'o' }
  checkType(wanted.type, catalog)
  const lists = await app.container.make(ListedChoices)
  const values = await searchQuery(wanted, { tool: NAME, catalog, lists })
  return String(new URLSearchParams(values as Record<string, string>))
}

function valuesOf(query: string): Record<string, QueryValue> {
  const parameters = parametersOf(query.replace(/^\?/, ''))
  return Object.fromEntries([...parameters].map(([name, values]) => [name, values.at(-1)!]))
}

function checkType(type: QueryValue, { searchTypes }: Catalog): void {
  const codes = searchTypes.map(({ code }) => code)
  if (!codes.includes(String(type)))
    throw invalidArguments(NAME, [`query.type: ${shown(type)} is not one of [${codes.join(', ')}]`])
}
