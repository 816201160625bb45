import { taskModule } from '#app/support/tasks/task_module'
import { interactiveTasks } from '#app/support/tasks/tasks'
import { defineTool, type JsonSchema } from '#app/tools/define_tool'
import { MAX_PASTED_LENGTH } from '../lookup/lookup_request.js'
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
  example: { text: 'Brown v. Board of Education, 347 U.S. 483 (1954); id. at 490.' },
  call: ({ text, resolve }, { signal }) =>
    interactiveTasks.run(EXTRACT, { text, resolve: resolve ?? true }, { signal }),
})
