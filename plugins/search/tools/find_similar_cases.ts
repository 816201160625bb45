import { completeCourts } from '#app/tools/completers'
import { definePrompt } from '#app/tools/definitions'

/** Prompt for decisions on similar facts. */
export default definePrompt({
  name: 'find_similar_cases',
  title: 'Find similar cases',
  description: 'Finds decisions on similar facts and questions and compares them with your case.',
  arguments: [
    { name: 'case', description: 'Facts and legal question, or a citation.', required: true },
    {
      name: 'court',
      description: 'ID or name of the court to search.',
      required: false,
      complete: completeCourts,
    },
  ],
  tools: ['search', 'search_document', 'read_document'],
  text: ({ case: facts, court }) =>
    `Find decisions similar to the case below${court ? ` from this court: ${court}` : ''}.

1. Summarize the relevant facts and the legal question in your own words. If the case is a citation, find it with search (type "o", argument "citation") and read it with read_document.
2. Call search with type "o" several times: with terms of the question, with phrases from the facts, and with "semantic": true if available.${court ? ` Restrict each with the argument "court".` : ''} Request the fields caseName, citation, court_id, dateFiled, citeCount, and cluster_id.
3. Confirm with search_document or read_document that a decision is on point before you list it.

List the five to ten most similar decisions, the most similar first: name, citation, court and year, similarities, differences, and the holding in one sentence.

<case>
${facts}
</case>`,
})
