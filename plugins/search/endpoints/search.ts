import type { Catalog } from '#api/catalog'
import { defineEndpoint } from '#api/define_endpoint'
import { ref, type Schema } from '#api/openapi/schema'
import { DIMENSIONS } from '#app/search_engine/embeddings/embedder'
import { resultSchema } from '#app/search/results/result_schema'
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
      results: { type: 'array', items: ref('schemas', 'search.result') },
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
  exports: true,
  access: { changesNothing: true },
  methods: { GET: answerSearch, POST: answerSearch },
  parameters: searchParameters,
  body: {
    type: 'object',
    required: ['embedding'],
    properties: {
      embedding: {
        type: 'array',
        items: { type: 'number' },
        minItems: DIMENSIONS,
        maxItems: DIMENSIONS,
        description: 'A vector to search by, of the model /docs/semantic-search/ names.',
      },
    },
  },
  schemas: resultSchemas,
})

/** A schema for each type, and one for a result of any. */
function resultSchemas({ searchTypes, searchIndexes }: Catalog): Record<string, Schema> {
  const indexOf = (name: string) => searchIndexes.find((index) => index.name === name)!
  return {
    ...Object.fromEntries(
      searchTypes.map((type) => [
        `search.${type.code}`,
        { description: type.label, ...resultSchema(type, indexOf(type.index)) },
      ])
    ),
    'search.result': {
      description: 'All results of one answer are of the type that was asked for.',
      anyOf: searchTypes.map(({ code }) => ref('schemas', `search.${code}`)),
    },
  }
}
