import { definePrompt } from '#app/tools/definitions'

/** Whether a brief cites what exists, and cites it correctly. */
export default definePrompt({
  name: 'check_citations',
  title: 'Check the citations of a brief',
  description: 'Finds the citations of a brief and checks each against the archive.',
  arguments: [{ name: 'brief', description: 'Text of the brief.', required: true }],
  tools: ['analyze_citations', 'resume_citation_analysis', 'search_document'],
  text: ({ brief }) =>
    `Check the citations of the brief below.

1. Call analyze_citations with its text. While citations are pending, call resume_citation_analysis with the job ID.
2. For each citation that was found, compare the case name and year with those of the archive. Where the brief quotes the decision, look for the quotation with search_document.
3. Report citations that were not found, that lead to another case, or whose quotation does not occur, each with the sentence of the brief. A citation that is not in the archive may still exist: say that it could not be verified, not that it is wrong.

<brief>
${brief}
</brief>`,
})
