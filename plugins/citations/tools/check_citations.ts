import { definePrompt } from '#app/tools/definitions'

/** Prompt for checking the citations of a brief. */
export default definePrompt({
  name: 'check_citations',
  title: 'Check the citations of a brief',
  description: 'Finds the citations in a brief and checks each against the archive.',
  arguments: [{ name: 'brief', description: 'Text of the brief.', required: true }],
  tools: ['analyze_citations', 'resume_citation_analysis', 'search_document'],
  text: ({ brief }) =>
    `Check the citations of the brief below.

1. Call analyze_citations with its text. While citations are pending, call resume_citation_analysis with the job ID.
2. For each citation that was found, compare the case name and year with the archive. If the brief quotes the decision, look for the quotation with search_document.
3. Report citations that were not found, that refer to another case, or whose quotation is missing, each with its sentence in the brief. A citation that is not in the archive may still exist: report it as not verified, not as wrong.

<brief>
${brief}
</brief>`,
})
