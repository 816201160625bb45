import { definePrompt } from '#app/tools/definitions'

/** Summarizes the events of a case since a date. */
export default definePrompt({
  name: 'summarize_docket',
  title: 'Summarize a docket since a date',
  description: 'Summarizes filings and decisions in a federal case since a date.',
  arguments: [
    { name: 'docket_id', description: 'ID of the docket.', required: true },
    { name: 'since', description: 'Start date, such as 2024-01-31.', required: true },
  ],
  tools: ['get_docket_sheet', 'call_endpoint', 'get_more_results', 'read_document'],
  text: ({ docket_id: id, since }) =>
    `Summarize what happened in the case with docket ID ${id} since ${since}.

1. Call get_docket_sheet for the case, its parties, and its latest entries.
2. If the entries don't go back to ${since}, list the rest: call_endpoint with endpoint_id "docket-entries" and query {"docket": ${id}, "date_filed": {"gte": "${since}"}, "order_by": "recap_sequence_number", "fields": ["id", "date_filed", "entry_number", "description", "recap_documents__id", "recap_documents__is_available"]}, then get_more_results until there are no more.
3. Read orders and decisive filings that are available with read_document.

Start with the current status of the case and the next deadlines. Then list the events by date with their entry numbers. Name the documents that you couldn't read.
`,
})
