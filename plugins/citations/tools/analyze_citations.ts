import { defineTool, ToolText, type ToolContext } from '#app/tools/define_tool'
import {
  getIdArgumentName,
  documentProperties,
  documentText,
  namedDocuments,
  onlyArgument,
  type DocumentArguments,
} from '#app/tools/documents'
import type { DocumentDefinition } from '#app/tools/definitions'
import { ToolError } from '#app/tools/tool_error'
import { MAX_CITATIONS } from '../lookup/look_up.js'
import { keepJob, newJob, newJobId, MAX_ANALYZED_LENGTH } from './analysis/job.js'
import { analysisReport } from './analysis/report.js'
import { ANALYSIS, analysisData } from './analysis/report_data.js'
import { verifyNext } from './analysis/verify.js'
import { TEXT } from './extract_citations.js'

interface Arguments extends DocumentArguments {
  text?: string
}

/** Analysis of the citations in a text (tool server, tools 11). */
export default defineTool<Arguments>({
  name: 'analyze_citations',
  title: 'Analyze Citations',
  description: `Extracts the citations of a text or an opinion, looks up case citations, and reports for each whether the archive has the decision and whether the names match. A citation that is not in the archive may still exist. Looks up ${MAX_CITATIONS} citations; call resume_citation_analysis for the rest. Costs one API request, each citation toward the citation limit, and for an opinion, the cost of read_document.`,
  after: 'extract_citations',
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: (_, documents) => ({
    type: 'object',
    properties: { text: { ...TEXT, type: ['string', 'null'] }, ...opinionProperties(documents) },
  }),
  output: () => ANALYSIS,
  example: { text: 'Brown v. Board of Education, 347 U.S. 483 (1954)' },
  async call({ text, ...args }, context) {
    const names = ['text', ...Object.keys(opinionProperties(context.documents))]
    const isText = onlyArgument({ text, ...args }, names) === 'text'
    await context.progress(0, 2, 'Extracting citations')
    const { source, note } = isText ? { source: text!, note: '' } : await opinion(args, context)
    const job = await newJob(source, note, context.signal)
    const id = newJobId()
    // Stored before the lookup, so that the job can be resumed after an error.
    await keepJob(id, job, context)
    await context.progress(1, 2, `Looking up ${job.pending.length} citations`)
    const progress = await verifyNext(job, context)
    await keepJob(id, job, context)
    return new ToolText(analysisReport(id, job, progress), analysisData(id, job, progress))
  },
})

const opinionsAmong = (documents: readonly DocumentDefinition[]) =>
  documents.filter(({ type }) => type === 'opinion')

function opinionProperties(documents: readonly DocumentDefinition[]) {
  return documentProperties(opinionsAmong(documents))
}

/** @throws ToolError for an opinion without text */
async function opinion(
  args: DocumentArguments,
  context: ToolContext
): Promise<{ source: string; note: string }> {
  const documents = opinionsAmong(context.documents)
  const [named] = await namedDocuments(args, { ...context, documents })
  const { document, id, siblings } = named!
  const source = await documentText(named!, context)
  const { group } = document
  if (!source) {
    const hint =
      !siblings && group
        ? ` Try ${group.argument} instead of ${getIdArgumentName(document)}: another text of the decision may be in the archive.`
        : ''
    throw new ToolError(`No text is available for ${document.type} ${id}.${hint}`)
  }
  const notes = [
    ...(siblings?.length
      ? [
          `This is the main opinion, ${getIdArgumentName(document)} ${id}. The others of the decision are analyzed with a call each: ${getIdArgumentName(document)} ${siblings.join(', ')}.`,
        ]
      : []),
    ...(source.length > MAX_ANALYZED_LENGTH
      ? [
          `The text is very long; only its first ${MAX_ANALYZED_LENGTH.toLocaleString('en')} characters were read.`,
        ]
      : []),
  ]
  return { source: source.slice(0, MAX_ANALYZED_LENGTH), note: notes.join('\n') }
}
