/** Requests with the functions that orval generates. */
import * as api from '#orval'
import type { Call } from './call.ts'

/** Calls by name, each with the status of its response. */
export function makeCalls(_baseUrl: string, token: string): Record<string, [number, Call]> {
  const options = { headers: { Authorization: token } }
  const page = new Blob(['<html><title>Docket</title></html>'], { type: 'text/html' })
  const answered = async (answer: Promise<{ status: number }>) => ({ response: await answer })
  return {
    'dockets of other courts': [
      200,
      () =>
        answered(api.listDockets({ 'court!': 'scotus', 'date_filed__gte': '2020-01-01' }, options)),
    ],
    'federal courts': [200, () => answered(api.listCourts({ jurisdiction: 'F' }, options))],
    'a court': [200, () => answered(api.retrieveCourts('scotus', undefined, options))],
    'a missing docket': [404, () => answered(api.retrieveDockets(999_999_999, undefined, options))],
    'choices': [200, () => answered(api.choicesCourts('jurisdiction', undefined, options))],
    'a search': [200, () => answered(api.getSearch({ q: 'order', type: 'o' }, options))],
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
    'a tag': [201, () => answered(api.createTags({ name: 'orval', published: true }, options))],
    'an invalid tag': [400, () => answered(api.createTags({ name: 'not a slug' }, options))],
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
  }
}
