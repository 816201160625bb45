import { defineEndpoint } from '#api/define_endpoint'
import { answerSearch } from '../answer.js'
import { searchParameters } from '../parameters.js'

/** What both versions of `/search/` are. */
export const SEARCH = {
  path: 'search',
  label: 'Search',
  description: 'Words, phrases and fields over decisions, federal cases, judges and recordings.',
}

/** What both answer with. */
export const PAGE_OF_RESULTS = {
  count: { type: 'integer', description: 'All results, exactly.' },
  next: { type: ['string', 'null'], format: 'uri' },
  previous: { type: ['string', 'null'], format: 'uri' },
  results: { type: 'array', items: { type: 'object' } },
}

/** `/search/` of v4 (specification, Search). */
export default defineEndpoint({
  ...SEARCH,
  versions: ['v4'],
  access: { changesNothing: true },
  methods: { GET: answerSearch, POST: answerSearch },
  parameters: searchParameters,
  answer: {
    type: 'object',
    required: Object.keys(PAGE_OF_RESULTS),
    properties: {
      ...PAGE_OF_RESULTS,
      meta: {
        type: 'object',
        properties: {
          defaults_applied: {
            type: 'object',
            description: 'Parameters nobody sent that narrow the results all the same.',
            additionalProperties: { type: 'string' },
          },
          ranked_newest: {
            type: ['integer', 'null'],
            description: 'How many of the newest matches were ranked; null when all were.',
          },
        },
      },
    },
  },
})
