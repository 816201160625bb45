import { defineEndpoint } from '#api/define_endpoint'
import { answerSearch } from '../answer.js'
import { searchParameters } from '../parameters.js'

/** What both versions of `/search/` are. */
export const SEARCH = {
  path: 'search',
  label: 'Search',
  description: 'Words, phrases and fields over decisions, federal cases, judges and recordings.',
}

/** What both versions answer with. */
export const ANSWER = {
  answer: {
    type: 'object',
    required: ['count', 'next', 'previous', 'results'],
    properties: {
      count: { type: 'integer', description: 'All results, exactly.' },
      next: { type: ['string', 'null'], format: 'uri' },
      previous: { type: ['string', 'null'], format: 'uri' },
      results: { type: 'array', items: { type: 'object' } },
    },
    additionalProperties: false,
  },
  answerHeaders: {
    'Curia-Defaults-Applied':
      'Parameters that narrow the results although the request does not have them, as a query string.',
    'Curia-Ranked-Newest': 'How many of the newest matches are ranked; absent when all are.',
  },
}

/** `/search/` of v4 (specification, Search). */
export default defineEndpoint({
  ...SEARCH,
  ...ANSWER,
  versions: ['v4'],
  access: { changesNothing: true },
  methods: { GET: answerSearch, POST: answerSearch },
  parameters: searchParameters,
})
