import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** The key of a cluster of the sample archive by a citation of it; undefined without the sample. */
export async function sampleDecision(
  trx: TransactionClientContract,
  citation: { volume: number; reporter: string; page: number }
): Promise<string | undefined> {
  const found = await trx
    .from('citations')
    .where(citation)
    .orderBy('id')
    .select('cluster_id')
    .first()
  return found?.cluster_id
}
