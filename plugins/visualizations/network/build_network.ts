import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { DomainError } from '#app/support/domain_error'
import type { End } from './ends.js'
import { findNetwork } from './find_network.js'
import { networkData } from './network_data.js'

/**
 * Builds the network between two decisions.
 *
 * @returns its decisions and its JSON text
 * @throws DomainError `too_few_nodes`, `too_many_nodes`
 */
export async function buildNetwork(
  trx: TransactionClientContract,
  start: End,
  end: End
): Promise<{ clusters: number[]; json: string }> {
  const network = await findNetwork(trx, start, end)
  if (network.failure) throw new DomainError(network.failure, { error: network.failure.code })
  const data = await networkData(trx, network.edges)
  return { clusters: data.opinion_clusters.map(({ id }) => id), json: JSON.stringify(data) }
}
