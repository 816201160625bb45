import type { ApiClient } from '#app/tools/api_client'
import type { InputSchema } from '#app/tools/define_tool'

export interface DocketArgument {
  docket: number
}

/** Arguments of tools about the alert of a docket. */
export const DOCKET: InputSchema = {
  type: 'object',
  properties: {
    docket: {
      type: 'integer',
      minimum: 1,
      description: 'ID of the docket: docket_id in results of search.',
    },
  },
  required: ['docket'],
}

export interface DocketAlert extends Record<string, unknown> {
  id: number
  alert_type: number
}

/** The alert of a docket that the account has; undefined where it has none. */
export async function alertOf(docket: number, api: ApiClient): Promise<DocketAlert | undefined> {
  const { results } = await api.get<{ results: DocketAlert[] }>('docket-alerts/', { docket })
  return results[0]
}
