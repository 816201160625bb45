/** Requests with the client that @hey-api/openapi-ts generates. */
import { createClient, createConfig } from '#hey-api/client'
import * as api from '#hey-api'
import type { Call } from './call.ts'

/** Calls by name, each with the status of its response. */
export function makeCalls(baseUrl: string, token: string): Record<string, [number, Call]> {
  const client = createClient(
    createConfig({
      baseUrl,
      headers: { Authorization: token },
      querySerializer: { object: { style: 'form', explode: true } },
    })
  )
  const page = new Blob(['<html><title>Docket</title></html>'], { type: 'text/html' })
  return {
    'dockets of other courts': [
      200,
      () =>
        api.listDockets({ client, query: { 'court!': 'scotus', 'date_filed__gte': '2020-01-01' } }),
    ],
    'a related filter': [
      200,
      () => api.listOpinions({ client, query: { related: { cluster__docket__court: 'scotus' } } }),
    ],
    'federal courts': [200, () => api.listCourts({ client, query: { jurisdiction: 'F' } })],
    'a court': [200, () => api.retrieveCourts({ client, path: { id: 'scotus' } })],
    'a missing docket': [404, () => api.retrieveDockets({ client, path: { id: 999_999_999 } })],
    'choices': [200, () => api.choicesCourts({ client, path: { field: 'jurisdiction' } })],
    'a search': [200, () => api.getSearch({ client, query: { q: 'order', type: 'o' } })],
    'a citation': [
      200,
      () =>
        api.postCitationLookup({ client, body: { volume: '347', reporter: 'U.S.', page: '483' } }),
    ],
    'a tag': [201, () => api.createTags({ client, body: { name: 'hey-api', published: true } })],
    'an invalid tag': [400, () => api.createTags({ client, body: { name: 'not a slug' } })],
    'an upload': [
      201,
      () =>
        api.createArchive({
          client,
          body: {
            court: 'cand',
            upload_type: 1,
            registry_case_id: '123456',
            filepath_local: page,
          },
        }),
    ],
  }
}
