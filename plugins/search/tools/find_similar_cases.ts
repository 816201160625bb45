import { definePrompt } from '#app/tools/definitions'

/** Decisions on facts like those described. */
export default definePrompt({
  name: 'find_similar_cases',
  title: 'Find cases like this one',
  description: 'Decisions on similar facts and questions, compared with a case you describe.',
  arguments: [
    { name: 'case', description: 'Facts and legal question, or a citation.', required: true },
    { name: 'court', description: 'Court to search in: its ID or name.', required: false },
  ],
  tools: ['search', 'search_document', 'read_document'],
  text: ({ case: facts, court }) =>
    `Find decisions like the case below${court ? `, of this court: ${court}` : ''}.

1. Name the facts that matter and the legal question in your own words. If the case is a citation, find it with search (type "o", argument "citation") and read it with read_document.
2. Call search with type "o" several times: with the terms of the question, with phrases of the facts, and by "semantic": true where that is available.${court ? ` Restrict each with the argument "court".` : ''} Ask for the fields caseName, citation, court_id, dateFiled, citeCount and cluster_id.
3. Confirm with search_document or read_document that a decision is on point before you name it.

List the five to ten closest decisions, the closest first: name, citation, court and year, what is alike, what differs, and the holding in a sentence.

<case>
${facts}
</case>`,
})
