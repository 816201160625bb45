import { defineEndpoint } from '#api/define_endpoint'
import { answerSearch } from '../answer.js'
import { parametersOfV3 } from '../parameters.js'

/** `/search/` of v3: flat rows, pages by number, and no search by meaning. */
export default defineEndpoint({
  path: 'search',
  versions: ['v3'],
  label: 'Search',
  description: 'Words, phrases and fields over decisions, federal cases, judges and recordings.',
  methods: { GET: answerSearch },
  parameters: parametersOfV3,
  answer: {
    type: 'object',
    required: ['count', 'next', 'previous', 'results'],
    properties: {
      count: { type: 'integer', description: 'All results, exactly.' },
      next: { type: ['string', 'null'], format: 'uri' },
      previous: { type: ['string', 'null'], format: 'uri' },
      results: { type: 'array', items: { type: 'object' } },
    },
  },
})
