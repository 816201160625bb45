import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** The ID of a cluster in the sample archive. @returns undefined without the sample */
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

/** The ID of a docket in the sample archive. @returns undefined without the sample */
export async function sampleDocket(
  trx: TransactionClientContract,
  court: string,
  number: string
): Promise<string | undefined> {
  const docket = await trx
    .from('dockets')
    .where({ court_id: court, docket_number: number })
    .orderBy('id')
    .select('id')
    .first()
  return docket?.id
}
