import { CHECK_SCHEMA } from '../checks/checks.js'
import { defineEndpoint } from '#api/define_endpoint'
import { ref } from '#api/openapi/schema'
import { ADDITIONS } from '../lookup/additions.js'
import { CitationLookup } from '../lookup/answer.js'
import { MAX_CITATIONS, STATUSES } from '../lookup/look_up.js'
import { MAX_TEXT_LENGTH } from '../lookup/lookup_request.js'

const integer = { type: 'integer' }
const part = { type: 'string', minLength: 1, maxLength: 100 }

/** `POST /citation-lookup/` (specification, Citation lookup). */
export default defineEndpoint({
  path: 'citation-lookup',
  label: 'Citation Lookup',
  description: `Looks up one citation, or all citations in a text of up to ${MAX_TEXT_LENGTH.toLocaleString('en')} characters, with up to ${MAX_CITATIONS} citations per request. Each citation counts toward the scope \`citations\`. If its limit is exceeded, retry at the time in \`wait_until\`.`,
  access: { account: true, changesNothing: true, chargedByHandler: ['POST'] },
  methods: {
    POST: async (request, app) => (await app.container.make(CitationLookup)).answer(request),
  },
  parameters: () => [
    {
      name: 'include',
      description: `Comma-separated additional keys of each citation: \`match\` (\`matched_on\`), \`candidates\` (the names in the text and in the archive), \`text\` (\`texts\` of the opinions).`,
      schema: { type: 'string', pattern: `^(${ADDITIONS.join('|')})(,(${ADDITIONS.join('|')}))*$` },
    },
  ],
  body: {
    type: 'object',
    properties: {
      text: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_TEXT_LENGTH,
        description: 'Text with citations. Excludes the other fields.',
        examples: ['Obergefell v. Hodges, 576 U.S. 644 (2015)'],
      },
      reporter: {
        ...part,
        description: 'Abbreviation of a reporter; requires `volume` and `page`.',
        examples: ['U.S.'],
      },
      volume: { ...part, examples: ['576'] },
      page: { ...part, examples: ['644'] },
    },
  },
  answer: {
    type: 'array',
    description: 'Citations in the order of the text.',
    items: {
      type: 'object',
      required: [
        'citation',
        'normalized_citations',
        'start_index',
        'end_index',
        'status',
        'error_message',
        'clusters',
      ],
      properties: {
        citation: { type: 'string', description: 'Citation as written.' },
        normalized_citations: {
          type: 'array',
          items: { type: 'string' },
          description: 'With the possible standard abbreviations of the reporter.',
        },
        start_index: { ...integer, description: 'In characters (code points).' },
        end_index: { ...integer, description: 'Exclusive.' },
        status: {
          ...integer,
          enum: STATUSES,
          description:
            '200: one cluster. 300: several clusters. 400: unknown reporter. 404: not in the archive. 429: too many citations in one request.',
        },
        error_message: { type: 'string', description: 'Empty for 200 and 300.' },
        clusters: { type: 'array', items: ref('schemas', 'clusters') },
        matched_on: {
          type: ['string', 'null'],
          enum: ['citation', 'star_page', null],
          description:
            'With `include=match`: whether a parallel citation or a page within the decision matched.',
        },
        candidates: {
          type: 'array',
          description: 'With `include=candidates`: the clusters with both names.',
          items: {
            type: 'object',
            properties: {
              cluster_id: integer,
              absolute_url: { type: 'string' },
              cited_name: { type: ['string', 'null'], description: 'Name in the text.' },
              case_name: { type: 'string', description: 'Name in the archive.' },
            },
          },
        },
        check: {
          type: ['object', 'null'],
          description:
            'With `include=checks`: the name, year, court, pages, and quotations in the text, compared with the archive; null for a single citation.',
          ...CHECK_SCHEMA,
        },
        texts: {
          type: 'array',
          description:
            'With `include=text`: the opinions of the clusters, only at the first citation of each cluster.',
          items: {
            type: 'object',
            properties: {
              opinion_id: integer,
              cluster_id: integer,
              type: { type: 'string' },
              text: {
                type: ['string', 'null'],
                description: 'Text without markup; null if the response would be too long.',
              },
            },
          },
        },
      },
    },
  },
})
