import type { TransactionClientContract } from '@adonisjs/lucid/types/database'

/** The key of a docket of the sample archive; undefined without the sample. */
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
