import type { ApiClient } from '@japa/api-client'

export interface SearchBody {
  count: number
  next: string | null
  previous: string | null
  results: (Record<string, unknown> & { meta: Record<string, unknown> })[]
  meta: { defaults_applied: Record<string, string>; ranked_newest: number | null }
}

/** The answer to a search of the API, which must be one. */
export async function searched(
  client: ApiClient,
  parameters: Record<string, string>,
  version = 'v4'
): Promise<SearchBody> {
  const response = await client.get(`/api/rest/${version}/search/`).qs(parameters)
  response.assertStatus(200)
  return response.body() as SearchBody
}
