import type { Catalog } from '#api/catalog'
import type { ApplicationService } from '@adonisjs/core/types'
import type { ApiRequest } from '#api/api_request'
import { defineEndpoint } from '#api/define_endpoint'
import { ref, type Schema } from '#api/openapi/schema'
import { DIMENSIONS } from '#app/search_engine/embeddings/models'
import { resultSchema } from '#app/search/results/result_schema'
import { answerSearch } from '../answer.js'
import { parametersOfV3, searchParameters } from '../parameters.js'
import { SearchServices } from '../services.js'

/** Declarations shared by both versions of `/search/`. */
const SEARCH = {
  path: 'search',
  // An invalid cursor or page.
  errorStatuses: [404],
  label: 'Search',
  description:
    'Searches decisions, federal cases, judges, and recordings for words, phrases, and fields.',
}

/** Response of both versions. */
const ANSWER = {
  answer: {
    type: 'object',
    required: ['count', 'next', 'previous', 'results'],
    properties: {
      count: { type: 'integer', description: 'Exact number of results.' },
      next: { type: ['string', 'null'], format: 'uri' },
      previous: { type: ['string', 'null'], format: 'uri' },
      results: { type: 'array', items: ref('schemas', 'search.result') },
    },
    additionalProperties: false,
  },
  answerHeaders: {
    'Curia-Defaults-Applied': 'Default filters that were applied, as a query string.',
    'Curia-Ranked-Newest':
      'Number of newest matches that were ranked. Absent if all matches were ranked.',
    'Curia-Sample-Records': 'Number of results that are records of the sample archive.',
  },
}

const answer = async (request: ApiRequest, app: ApplicationService) =>
  answerSearch(request, await app.container.make(SearchServices))

/** `/search/` of v4 (specification, Search). */
const search = defineEndpoint({
  ...SEARCH,
  ...ANSWER,
  versions: ['v4'],
  errorStatuses: [404, 501],
  exports: true,
  access: { changesNothing: true },
  methods: { GET: answer, POST: answer },
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
        description: 'Query vector from the model described in /docs/semantic-search/.',
      },
    },
  },
  schemas: resultSchemas,
})

/** Returns a schema for each type and one for results of any type. */
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
      description: 'All results in a response have the requested type.',
      anyOf: searchTypes.map(({ code }) => ref('schemas', `search.${code}`)),
    },
  }
}

/** `/search/` of v3: flat results, numbered pages, and no semantic search. */
const searchV3 = defineEndpoint({
  ...SEARCH,
  ...ANSWER,
  versions: ['v3'],
  methods: { GET: answer },
  parameters: parametersOfV3,
})

export default [search, searchV3]
