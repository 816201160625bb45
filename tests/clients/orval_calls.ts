/** Requests with the functions that orval generates. */
import * as api from '#orval'
import { makeSampleFiles, type Call } from './call.ts'

/** Orval joins the members of objects, so related filters are spread as the documentation shows. */
const RELATED = { cluster__docket__court: 'scotus' }

/** Calls by name, in this order, each with the status of its response. */
export function makeCalls(_baseUrl: string, token: string): Record<string, [number, Call]> {
  const options = { headers: { Authorization: token } }
  const { page, json, pdf } = makeSampleFiles()
  const answered = async (answer: Promise<{ status: number }>) => ({ response: await answer })
  /** ID of the record that a call created. */
  const made: Record<string, number> = {}
  const keep = async (name: string, call: Promise<{ status: number; data: unknown }>) => {
    const response = await call
    made[name] = (response.data as { id?: number }).id ?? 0
    return { response }
  }
  const id = (name: string) => made[name] ?? 0
  return {
    'dockets of other courts': [
      200,
      () =>
        answered(api.listDockets({ 'court!': 'scotus', 'date_filed__gte': '2020-01-01' }, options)),
    ],
    'a related filter': [
      200,
      async () => {
        const response = await api.listOpinions({ fields: 'id', ...RELATED }, options)
        const { results = [] } = response.data as { results?: { id?: number }[] }
        const other = { cluster__docket__court: 'ca9' }
        const none = await api.listOpinions({ fields: 'id', ...other }, options)
        const { results: others = [] } = none.data as { results?: { id?: number }[] }
        const known = new Set(results.map(({ id: each }) => each))
        const isFiltered = results.length > 0 && !others.some(({ id: each }) => known.has(each))
        return { response: isFiltered ? response : { status: 0 } }
      },
    ],
    'federal courts': [200, () => answered(api.listCourts({ jurisdiction: 'F' }, options))],
    'a court': [200, () => answered(api.retrieveCourts('scotus', undefined, options))],
    'a missing docket': [404, () => answered(api.retrieveDockets(999_999_999, undefined, options))],
    'choices': [200, () => answered(api.choicesCourts('jurisdiction', undefined, options))],
    'choices of a field of dockets': [
      200,
      () => answered(api.choicesDocketsSource(undefined, options)),
    ],
    'parties of a docket': [
      200,
      () => answered(api.listDocketsParties(2001, { fields: 'name' }, options)),
    ],
    'entries with selected fields': [
      200,
      () =>
        answered(
          api.listDocketEntries(
            { docket: 2001, omit: 'recap_documents__plain_text', order_by: 'entry_number' },
            options
          )
        ),
    ],
    'the number of clusters': [200, () => answered(api.listClusters({ count: 'on' }, options))],
    'an unknown ordering': [400, () => answered(api.listDockets({ order_by: 'color' }, options))],
    'an invalid cursor': [404, () => answered(api.listDockets({ cursor: 'x' }, options))],
    'a search': [200, () => answered(api.getSearch({ q: 'order', type: 'o' }, options))],
    'federal cases, newest first': [
      200,
      () => answered(api.getSearch({ type: 'r', order_by: 'dateFiled desc' }, options)),
    ],
    'a query with an open quote': [400, () => answered(api.getSearch({ q: '"order' }, options))],
    'a citation': [
      200,
      () =>
        answered(
          api.postCitationLookup(
            { volume: '347', reporter: 'U.S.', page: '483' },
            undefined,
            options
          )
        ),
    ],
    'a text with citations': [
      200,
      () =>
        answered(
          api.postCitationLookup(
            { text: 'Obergefell v. Hodges, 576 U.S. 644 (2015)' },
            { include: 'match' },
            options
          )
        ),
    ],
    'usage': [200, () => answered(api.getApiUsage(options))],
    'a page view': [202, () => answered(api.postIncrementEvent({ label: 'd.2001:view' }, options))],
    'a tag': [201, () => keep('tag', api.createTags({ name: 'orval', published: true }, options))],
    'an invalid tag': [400, () => answered(api.createTags({ name: 'not a slug' }, options))],
    'a duplicate tag': [400, () => answered(api.createTags({ name: 'orval' }, options))],
    'a tag with another title': [
      200,
      () => answered(api.changeTags(id('tag'), { title: 'Generated' }, options)),
    ],
    'a replaced tag': [
      200,
      () => answered(api.replaceTags(id('tag'), { name: 'orval-2' }, options)),
    ],
    'a tagged docket': [
      201,
      () => answered(api.createDocketTags({ docket: 2001, tag: id('tag') }, options)),
    ],
    'own tags': [200, () => answered(api.listTags({ page_size: 5 }, options))],
    'a deleted tag': [204, () => answered(api.deleteTags(id('tag'), options))],
    'a search alert': [
      201,
      () =>
        keep(
          'alert',
          api.createAlerts({ name: 'Generated', query: 'q=order&type=o', rate: 'off' }, options)
        ),
    ],
    'a search alert, daily': [
      200,
      () => answered(api.changeAlerts(id('alert'), { rate: 'dly' }, options)),
    ],
    'a deleted search alert': [204, () => answered(api.deleteAlerts(id('alert'), options))],
    'docket alerts': [
      201,
      () =>
        answered(
          api.createDocketAlerts([{ docket: 2001, note: 'Follow' }], { include: 'note' }, options)
        ),
    ],
    'a webhook': [
      201,
      () =>
        keep(
          'webhook',
          api.createWebhooks({ url: 'https://example.org/hook', event_type: 2 }, options)
        ),
    ],
    'a test delivery': [
      201,
      () => answered(api.createWebhookDeliveries({ webhook: id('webhook') }, options)),
    ],
    'an upload': [
      201,
      () =>
        answered(
          api.createArchive(
            { court: 'cand', upload_type: 1, registry_case_id: '123456', filepath_local: page },
            undefined,
            options
          )
        ),
    ],
    'an uploaded document': [
      201,
      () =>
        answered(
          api.createArchive(
            {
              court: 'cand',
              upload_type: 3,
              registry_case_id: '123456',
              registry_doc_id: '03501234567',
              document_number: 1,
              filepath_local: pdf,
            },
            undefined,
            options
          )
        ),
    ],
    'an uploaded docket of the newer appellate system': [
      201,
      () =>
        answered(
          api.createArchive(
            {
              court: 'ca9',
              upload_type: 16,
              registry_case_id: '49d55502-744d-ef11-a317-001dd8305b45',
              filepath_local: json,
              debug: true,
            },
            undefined,
            options
          )
        ),
    ],
    'an upload without a case': [
      400,
      () =>
        answered(
          api.createArchive(
            { court: 'cand', upload_type: 1, filepath_local: page },
            undefined,
            options
          )
        ),
    ],
  }
}
