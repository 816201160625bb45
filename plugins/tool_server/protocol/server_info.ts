/**
 * What the tool server says of itself.
 */
import { productVersion } from '#app/support/product_version'

/** Of the server as a whole. */
export const VERSION = productVersion()

export const SERVER_INFO = { name: 'curia', title: 'Curia', version: VERSION }

/** What clients tell their model about the server. */
export const INSTRUCTIONS = [
  'Curia is an archive of US law: case law (clusters of opinions), federal court dockets with their entries, documents and parties, judges with their financial disclosures, and oral arguments.',
  'Start with search for questions in words. For exact filters, call get_endpoint_schema first and then call_endpoint; get_choices lists the codes a field takes, such as court IDs.',
  'Ask only for the fields you need: search, call_endpoint and get_endpoint_item return long records. In call_endpoint "fields" goes inside "query"; in the other tools it is an argument of its own.',
  'Search results and records name their fields differently: caseName and citation in search, case_name and citations in records. A cluster holds the metadata of a decision (case name, date, citations); its opinions hold the texts.',
  'A cluster ID is not an opinion ID: both are numbers and they overlap. Search results of case law have cluster_id and opinion_id.',
  'Read texts with read_document and search_document, in chunks where they are long, and not through text fields of records. Do not download PDFs by their addresses.',
  'Addresses for people: /opinion/<cluster_id>/<slug>/ and /docket/<docket_id>/<slug>/. Where you do not know the slug, repeat the word: /opinion/1/opinion/.',
  'Every call counts in the rate limits of the account as the requests it makes would; "_meta" of a result says what is left.',
].join('\n\n')
