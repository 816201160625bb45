import { taskModule } from '#app/support/tasks/task_module'
import { interactiveTasks } from '#app/support/tasks/tasks'
import { defineTool, ToolText, type JsonSchema } from '#app/tools/define_tool'
import { MAX_PASTED_LENGTH } from '../lookup/lookup_request.js'
import { LABELS } from '../lookup/text_citations.js'
import { boundedText } from '../lookup/text_tasks.js'

interface Arguments {
  text: string
  resolve?: boolean
}

/** Schema of the argument with a text. */
export const TEXT: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_PASTED_LENGTH,
  description: `Plain text or HTML with citations, up to ${MAX_PASTED_LENGTH.toLocaleString('en')} characters.`,
}

const EXTRACT = taskModule<typeof import('./extract_task.js')>(
  new URL('./extract_task', import.meta.url),
  boundedText(MAX_PASTED_LENGTH)
)

const REFERENCE = {
  type: 'object',
  properties: {
    label: { type: 'string', enum: LABELS },
    text: { type: 'string', description: 'As written.' },
  },
  required: ['label', 'text'],
}

/** Schema of a list of works, whose first entries are returned. */
function listOf(properties: Record<string, JsonSchema>): JsonSchema {
  const items = { type: 'object', properties, required: Object.keys(properties) }
  return {
    type: 'object',
    properties: { count: { type: 'integer' }, items: { type: 'array', items } },
    required: ['count', 'items'],
  }
}

/** Citations in a text, without a lookup (tool server, tools 10). */
export default defineTool<Arguments>({
  name: 'extract_citations',
  title: 'Extract Citations',
  description:
    'Finds the citations in a text: cases with their short forms, "id.", and "supra", and statutes. Does not look them up and costs no API request. To check citations against the archive, use analyze_citations.',
  after: 'search_document',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: () => ({
    type: 'object',
    properties: {
      text: TEXT,
      resolve: {
        type: ['boolean', 'null'],
        default: true,
        description: 'Whether to group references by cited work instead of listing them.',
      },
    },
    required: ['text'],
  }),
  output: () => ({
    type: 'object',
    properties: {
      count: { type: 'integer', description: 'Number of citations in the text.' },
      citations: {
        type: 'array',
        items: REFERENCE,
        description: 'References in the order of the text, if they are not grouped.',
      },
      cases: listOf({
        citations: {
          type: 'array',
          items: { type: 'string' },
          description: 'Volume, reporter, and page of the citation and parallel ones.',
        },
        name: { type: ['string', 'null'] },
        year: { type: ['integer', 'null'] },
        references: { type: 'array', items: REFERENCE },
      }),
      statutes: listOf({
        text: { type: 'string' },
        references: { type: 'array', items: REFERENCE },
      }),
      unresolved: listOf({ ...REFERENCE.properties, count: { type: 'integer' } }),
    },
    required: ['count'],
  }),
  example: { text: 'Brown v. Board of Education, 347 U.S. 483 (1954); id. at 490.' },
  async call({ text, resolve }, { signal }) {
    const task = { text, resolve: resolve ?? true }
    const { report, data } = await interactiveTasks.run(EXTRACT, task, { signal })
    return new ToolText(report, data)
  },
})
