import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { ApiError } from '#app/support/api_error'
import type { End } from './ends.js'
import { findNetwork } from './find_network.js'
import { networkData } from './network_data.js'

/**
 * Builds the network between two decisions.
 *
 * @returns its decisions and its JSON text
 * @throws ApiError 400 `too_few_nodes`, `too_many_nodes`
 */
export async function buildNetwork(
  trx: TransactionClientContract,
  start: End,
  end: End
): Promise<{ clusters: number[]; json: string }> {
  const network = await findNetwork(trx, start, end)
  if (network.failure) throw new ApiError(network.failure, { error: network.failure.code })
  const data = await networkData(trx, network.edges)
  return { clusters: data.opinion_clusters.map(({ id }) => id), json: JSON.stringify(data) }
}
