/**
 * Requests that a developer writes against the types generated from the OpenAPI
 * document: compiled by `openapi_types.spec.ts` and sent to a server.
 */
import createClient from 'openapi-fetch'
import type { components, paths } from '#schema'

/** As documented, members of `related` are separate parameters. */
export function makeClient(baseUrl: string, token: string) {
  return createClient<paths>({
    baseUrl,
    headers: { Authorization: token },
    querySerializer: { object: { style: 'form', explode: true } },
  })
}

type Client = ReturnType<typeof makeClient>
type Call = (client: Client) => Promise<{ response: Response }>

/** The examples of the README and of Getting started. */
export const EXAMPLES: Record<string, Call> = {
  'federal courts': (client) =>
    client.GET('/courts/', { params: { query: { jurisdiction: 'F', fields: 'id,full_name' } } }),

  'a decision by citation': (client) =>
    client.GET('/clusters/', {
      params: {
        query: {
          citations__volume: '347',
          citations__reporter: 'U.S.',
          citations__page: '483',
        },
      },
    }),

  'what cites a decision': (client) =>
    client.GET('/opinions-cited/', {
      params: { query: { cited_opinion__cluster: 1038, fields: 'citing_opinion,depth' } },
    }),

  'a search': async (client) => {
    const { data, response } = await client.GET('/search/', {
      params: { query: { q: '"equal protection"', court: 'scotus', highlight: 'on' } },
    })
    for (const result of data?.results ?? [])
      if ('cluster_id' in result) names.push(result.caseName)
    return { response }
  },

  'opinions of a court, two relations away': (client) =>
    client.GET('/opinions/', {
      params: {
        query: {
          related: { cluster__docket__court: 'scotus' },
          omit: 'html_with_citations,plain_text',
        },
      },
    }),

  'people by school': (client) =>
    client.GET('/people/', {
      params: {
        query: {
          related: { educations__school__name__contains: 'Harvard' },
          fields: 'name_last,slug',
        },
      },
    }),

  'entries of a docket': (client) =>
    client.GET('/docket-entries/', {
      params: {
        query: {
          docket: 2001,
          order_by: 'recap_sequence_number,entry_number',
          omit: 'recap_documents__plain_text',
        },
      },
    }),
}

const names: (string | null)[] = []

export const READS: Record<string, Call> = {
  'dockets of all courts but one': (client) =>
    client.GET('/dockets/', { params: { query: { 'court!': 'scotus', 'page': 1 } } }),

  'decisions of courts but one': (client) =>
    client.GET('/clusters/', { params: { query: { 'docket__court!': 'ca9' } } }),

  'decisions of a decade': (client) =>
    client.GET('/clusters/', {
      params: { query: { date_filed__range: '1950-01-01,1959-12-31', order_by: 'id' } },
    }),

  'decisions of a year, by month': (client) =>
    client.GET('/clusters/', {
      params: { query: { date_filed__year: 1954, date_filed__month: 5 } },
    }),

  'dockets of two sources': (client) =>
    client.GET('/dockets/', { params: { query: { source__in: '0,1' } } }),

  'courts of two kinds': (client) =>
    client.GET('/courts/', { params: { query: { jurisdiction: ['F', 'FD'] } } }),

  'recently changed': (client) =>
    client.GET('/opinions/', {
      params: { query: { date_modified__gte: '2020-01-01T00:00:00Z', fields: 'id' } },
    }),

  'decisions of a docket by its number': (client) =>
    client.GET('/clusters/', { params: { query: { docket__docket_number__startswith: '1' } } }),

  'frequently cited decisions': (client) =>
    client.GET('/clusters/', {
      params: { query: { citation_count__gt: 10, precedential_status: 'Published' } },
    }),

  'how many': async (client) => {
    const { data, response } = await client.GET('/clusters/', {
      params: { query: { count: 'on' } },
    })
    const count: string | number | undefined = data?.count
    return { response: count === undefined ? Response.error() : response }
  },

  'one court, with its parent': async (client) => {
    const { data, response } = await client.GET('/courts/{id}/', {
      params: { path: { id: 'scotus' } },
    })
    const name: string | undefined = data?.full_name
    return { response: name === undefined ? Response.error() : response }
  },

  'positions without an end': (client) =>
    client.GET('/positions/', { params: { query: { position_type: 'jud', court: 'scotus' } } }),

  'federal cases': async (client) => {
    const { data, response } = await client.GET('/search/', {
      params: { query: { type: 'r', order_by: 'dateFiled desc' } },
    })
    const cases = (data?.results ?? []) as components['schemas']['search.r'][]
    const documents: (number | null)[] = cases.flatMap(({ recap_documents: found }) =>
      found.map(({ id }) => id)
    )
    return { response: documents.length ? response : Response.error() }
  },

  'recordings of a year': (client) =>
    client.GET('/audio/', { params: { query: { related: { docket__date_created__year: 2023 } } } }),

  'usage': (client) => client.GET('/api-usage/'),
}

/** Sent as a file; the generated type of files is a text. */
const PAGE = '<html><title>Docket</title></html>'

function toFormData(body: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (name === 'filepath_local') form.append(name, new Blob([value as string]), 'page.html')
    else form.append(name, String(value))
  return form
}

/** In this order. Each returns the given status. */
export const WRITES: [name: string, status: number, call: Call][] = [
  [
    'a tag',
    201,
    (client) =>
      client.POST('/tags/', { body: { name: 'typed-calls', title: 'By a typed client' } }),
  ],
  [
    'a search alert, changed',
    200,
    async (client) => {
      const { data } = await client.POST('/alerts/', {
        params: { header: { 'Idempotency-Key': 'typed-calls' } },
        body: { name: 'Typed', query: 'q=typed&type=o', rate: 'off' },
      })
      return client.PATCH('/alerts/{id}/', {
        params: { path: { id: data?.id ?? 0 } },
        body: { name: 'Typed again' },
      })
    },
  ],
  [
    'several docket alerts',
    201,
    (client) => client.POST('/docket-alerts/', { body: [{ docket: 2001 }] }),
  ],
  [
    'a search by a vector',
    200,
    (client) =>
      client.POST('/search/', {
        params: { query: { court: 'scotus' } },
        body: { embedding: Array.from({ length: 768 }, () => 1) },
      }),
  ],
  [
    'a citation lookup',
    200,
    (client) =>
      client.POST('/citation-lookup/', {
        body: { volume: '347', reporter: 'U.S.', page: '483' },
      }),
  ],
  [
    'parties of a docket',
    200,
    (client) =>
      client.GET('/dockets/{parent_id}/parties/', { params: { path: { parent_id: 2001 } } }),
  ],
  [
    'a tagged docket, untagged by deleting the tag',
    204,
    async (client) => {
      const { data } = await client.POST('/tags/', { body: { name: 'typed-calls-2' } })
      const tag = data?.id ?? 0
      await client.POST('/docket-tags/', { body: { docket: 2001, tag } })
      return client.DELETE('/tags/{id}/', { params: { path: { id: tag } } })
    },
  ],
  [
    'a webhook',
    201,
    (client) =>
      client.POST('/webhooks/', { body: { url: 'https://example.org/hook', event_type: 2 } }),
  ],
  [
    'an upload',
    201,
    (client) =>
      client.POST('/archive/', {
        body: { court: 'cand', upload_type: 1, registry_case_id: '123456', filepath_local: PAGE },
        bodySerializer: toFormData,
      }),
  ],
  [
    'an upload without a case',
    400,
    (client) =>
      client.POST('/archive/', {
        body: { court: 'cand', upload_type: 1, filepath_local: PAGE },
        bodySerializer: toFormData,
      }),
  ],
  [
    'a view of a page',
    202,
    (client) => client.POST('/increment-event/', { body: { label: 'd.2001:view' } }),
  ],
]

/** Mistakes that the types reject. Never called. */
export async function mistakes(client: Client): Promise<void> {
  // @ts-expect-error no such endpoint
  await client.GET('/cases/')
  // @ts-expect-error no such filter
  await client.GET('/courts/', { params: { query: { jursdiction: 'F' } } })
  // @ts-expect-error no such code
  await client.GET('/courts/', { params: { query: { jurisdiction: 'XXX' } } })
  // @ts-expect-error a number
  await client.GET('/clusters/', { params: { query: { citation_count__gt: 'ten' } } })
  // @ts-expect-error values with commas
  await client.GET('/dockets/', { params: { query: { source__in: 1 } } })
  // @ts-expect-error no such lookup
  await client.GET('/clusters/', { params: { query: { id__contains: '1' } } })
  // @ts-expect-error no such filter of a related record
  await client.GET('/clusters/', { params: { query: { docket__judge: 'x' } } })
  // @ts-expect-error the name is missing
  await client.POST('/tags/', { body: { title: 'Nameless' } })
  // @ts-expect-error a docket alert keeps its docket
  const moved: components['schemas']['docket-alerts.change'] = { docket: 2 }
  // @ts-expect-error a POST search requires a vector
  await client.POST('/search/', {})
  // @ts-expect-error not a field of search results
  const wrong = (result: components['schemas']['search.o']) => result.case_name
  // @ts-expect-error courts are read only
  await client.POST('/courts/', { body: {} })
  return void [wrong, moved]
}
