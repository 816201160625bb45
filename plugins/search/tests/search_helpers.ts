import type { ApiClient } from '@japa/api-client'

export interface SearchBody {
  count: number
  next: string | null
  previous: string | null
  results: (Record<string, unknown> & { meta: Record<string, unknown> })[]
}

/** Sends a search to the API, which must succeed. */
export async function searched(
  client: ApiClient,
  parameters: Record<string, string>,
  version = 'v4'
): Promise<SearchBody> {
  const response = await client.get(`/api/rest/${version}/search/`).qs(parameters)
  response.assertStatus(200)
  return response.body() as SearchBody
}

/** SQL for the justices. */
export const JUDGES = `FROM people p WHERE p.is_alias_of_id IS NULL
  AND EXISTS (SELECT 1 FROM positions held WHERE held.person_id = p.id AND held.court_id IS NOT NULL) AND`

/** Key fields of results; `id` by default. */
const KEY: Record<string, string> = { o: 'cluster_id', r: 'docket_id', d: 'docket_id' }

export interface Everything {
  found: number[]
  results: SearchBody['results']
  count: number
}

/** Returns the results of all pages of a search. */
export async function fetchAllPages(
  client: ApiClient,
  parameters: Record<string, string>
): Promise<Everything> {
  const type = parameters.type ?? 'o'
  let page = await searched(client, parameters)
  const { count } = page
  const results = [...page.results]
  while (page.next) {
    page = await follow(client, page.next)
    results.push(...page.results)
  }
  return { found: results.map((result) => result[KEY[type] ?? 'id'] as number), results, count }
}

export async function follow(client: ApiClient, url: string): Promise<SearchBody> {
  const { pathname, search } = new URL(url)
  const response = await client.get(pathname + search)
  response.assertStatus(200)
  return response.body() as SearchBody
}

export function listResultKeys({ results }: SearchBody, type: string): number[] {
  return results.map((result) => result[KEY[type] ?? 'id'] as number)
}
