/** Requests with the client that @hey-api/openapi-ts generates. */
import { createClient, createConfig } from '#hey-api/client'
import * as api from '#hey-api'
import { makeSampleFiles, type Call } from './call.ts'

/** Calls by name, in this order, each with the status of its response. */
export function makeCalls(baseUrl: string, token: string): Record<string, [number, Call]> {
  const client = createClient(
    createConfig({
      baseUrl,
      headers: { Authorization: token },
      querySerializer: { object: { style: 'form', explode: true } },
    })
  )
  const { page, json, pdf } = makeSampleFiles()
  /** ID of the record that a call created. */
  const made: Record<string, number> = {}
  const keep = async <Answer extends { data?: unknown; response?: { status: number } }>(
    name: string,
    call: Promise<Answer>
  ): Promise<Answer> => {
    const answer = await call
    made[name] = (answer.data as { id?: number } | undefined)?.id ?? 0
    return answer
  }
  const path = (name: string) => ({ id: made[name] ?? 0 })
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
    'choices of a field of dockets': [200, () => api.choicesDocketsSource({ client })],
    'parties of a docket': [
      200,
      () =>
        api.listDocketsParties({ client, path: { parent_id: 2001 }, query: { fields: 'name' } }),
    ],
    'entries with selected fields': [
      200,
      () =>
        api.listDocketEntries({
          client,
          query: { docket: 2001, omit: 'recap_documents__plain_text', order_by: 'entry_number' },
        }),
    ],
    'the number of clusters': [200, () => api.listClusters({ client, query: { count: 'on' } })],
    'an unknown ordering': [400, () => api.listDockets({ client, query: { order_by: 'color' } })],
    'an invalid cursor': [404, () => api.listDockets({ client, query: { cursor: 'x' } })],
    'a search': [200, () => api.getSearch({ client, query: { q: 'order', type: 'o' } })],
    'federal cases, newest first': [
      200,
      () => api.getSearch({ client, query: { type: 'r', order_by: 'dateFiled desc' } }),
    ],
    'a query with an open quote': [400, () => api.getSearch({ client, query: { q: '"order' } })],
    'a citation': [
      200,
      () =>
        api.postCitationLookup({ client, body: { volume: '347', reporter: 'U.S.', page: '483' } }),
    ],
    'a text with citations': [
      200,
      () =>
        api.postCitationLookup({
          client,
          body: { text: 'Obergefell v. Hodges, 576 U.S. 644 (2015)' },
          query: { include: 'match' },
        }),
    ],
    'usage': [200, () => api.getApiUsage({ client })],
    'a page view': [202, () => api.postIncrementEvent({ client, body: { label: 'd.2001:view' } })],
    'a tag': [
      201,
      () => keep('tag', api.createTags({ client, body: { name: 'hey-api', published: true } })),
    ],
    'an invalid tag': [400, () => api.createTags({ client, body: { name: 'not a slug' } })],
    'a duplicate tag': [400, () => api.createTags({ client, body: { name: 'hey-api' } })],
    'a tag with another title': [
      200,
      () => api.changeTags({ client, path: path('tag'), body: { title: 'Generated' } }),
    ],
    'a replaced tag': [
      200,
      () => api.replaceTags({ client, path: path('tag'), body: { name: 'hey-api-2' } }),
    ],
    'a tagged docket': [
      201,
      () => api.createDocketTags({ client, body: { docket: 2001, tag: path('tag').id } }),
    ],
    'own tags': [200, () => api.listTags({ client, query: { page_size: 5 } })],
    'a deleted tag': [204, () => api.deleteTags({ client, path: path('tag') })],
    'a search alert': [
      201,
      () =>
        keep(
          'alert',
          api.createAlerts({
            client,
            headers: { 'Idempotency-Key': 'hey-api' },
            body: { name: 'Generated', query: 'q=order&type=o', rate: 'off' },
          })
        ),
    ],
    'a search alert, daily': [
      200,
      () => api.changeAlerts({ client, path: path('alert'), body: { rate: 'dly' } }),
    ],
    'a deleted search alert': [204, () => api.deleteAlerts({ client, path: path('alert') })],
    'docket alerts': [
      201,
      () =>
        api.createDocketAlerts({
          client,
          body: [{ docket: 2001, note: 'Follow' }],
          query: { include: 'note' },
        }),
    ],
    'a webhook': [
      201,
      () =>
        keep(
          'webhook',
          api.createWebhooks({ client, body: { url: 'https://example.org/hook', event_type: 2 } })
        ),
    ],
    'a test delivery': [
      201,
      () => api.createWebhookDeliveries({ client, body: { webhook: path('webhook').id } }),
    ],
    'an upload': [
      201,
      () =>
        api.createArchive({
          client,
          body: { court: 'cand', upload_type: 1, registry_case_id: '123456', filepath_local: page },
        }),
    ],
    'an uploaded document': [
      201,
      () =>
        api.createArchive({
          client,
          body: {
            court: 'cand',
            upload_type: 3,
            registry_case_id: '123456',
            registry_doc_id: '03501234567',
            document_number: 1,
            filepath_local: pdf,
          },
        }),
    ],
    'an uploaded docket of the newer appellate system': [
      201,
      () =>
        api.createArchive({
          client,
          body: {
            court: 'ca9',
            upload_type: 16,
            registry_case_id: '49d55502-744d-ef11-a317-001dd8305b45',
            filepath_local: json,
            debug: true,
          },
        }),
    ],
    'an upload without a case': [
      400,
      () =>
        api.createArchive({
          client,
          body: { court: 'cand', upload_type: 1, filepath_local: page },
        }),
    ],
  }
}
