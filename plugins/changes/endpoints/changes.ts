import { defineEndpoint } from '#api/define_endpoint'
import { cacheControl } from '#app/support/caching'
import { CHANGE_KINDS } from '../feed/feed_reader.js'
import { ChangeFeed } from '../feed/feed.js'
import { MAX_CHANGES, PAGE_PARAMETERS } from '../feed/feed_request.js'

/** `GET /changes/`. */
export default defineEndpoint({
  path: 'changes',
  label: 'Changes',
  description: `Created, updated, deleted, merged, and sealed records in order, up to ${MAX_CHANGES.toLocaleString('en')} per response.`,
  versions: ['v4'],
  methods: {
    GET: async (request, app) => {
      const feed = await app.container.make(ChangeFeed)
      const { changes, cursor, more } = await feed.page(request)
      const next = new URL(request.path)
      for (const [name, values] of request.parameters.filters)
        for (const value of values) if (name !== 'since') next.searchParams.append(name, value)
      for (const name of ['include', 'format'] as const) {
        const value = request.parameters.get(name)
        if (value) next.searchParams.set(name, value)
      }
      next.searchParams.set('since', cursor)
      return {
        json: [
          `{"next":${JSON.stringify(next.href)},"cursor":${JSON.stringify(cursor)},"more":${more},"results":[`,
          changes.map(({ json }) => json).join(','),
          ']}',
        ],
        headers: { 'cache-control': cacheControl('own') },
      }
    },
  },
  parameters: () => PAGE_PARAMETERS,
  errorStatuses: [410],
  answer: {
    type: 'object',
    required: ['next', 'cursor', 'more', 'results'],
    properties: {
      next: { type: 'string', format: 'uri', description: 'URL of the changes after these.' },
      cursor: { type: 'string', description: 'Position after these changes, for `since`.' },
      more: { type: 'boolean', description: 'Whether more changes are available now.' },
      results: {
        type: 'array',
        items: {
          type: 'object',
          required: ['change', 'resource', 'id', 'resource_uri', 'date', 'cursor'],
          properties: {
            change: { type: 'string', enum: [...CHANGE_KINDS] },
            resource: { type: 'string', description: 'Name of the resource, such as `dockets`.' },
            id: { type: ['integer', 'string'], description: 'ID of the record.' },
            resource_uri: { type: 'string', format: 'uri', description: 'URL of the record.' },
            date: {
              type: 'string',
              format: 'date-time',
              description: 'Start of the transaction that changed the record.',
            },
            cursor: { type: 'string', description: 'Position after this change.' },
            merged_into: {
              type: ['integer', 'string'],
              description: 'For `merged`: ID of the remaining record.',
            },
            record: {
              type: ['object', 'null'],
              description:
                'With `include=record`: the current record; null if it no longer exists.',
            },
          },
        },
      },
    },
  },
})
