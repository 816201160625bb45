import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { EVERY_RIGHT } from './rights.js'

/** Most accounts of a right. */
const MAX_HOLDERS = 200

/** Keys of active accounts with a right, their own or their role's, oldest first. */
export async function holdersOf(
  client: Pick<TransactionClientContract, 'rawQuery'>,
  right: string
): Promise<number[]> {
  const { rows } = await client.rawQuery<{ rows: { id: string }[] }>(
    `SELECT a.id FROM accounts a LEFT JOIN roles r ON r.id = a.role_id
     WHERE a.is_active AND (
       r.rights && ?::text[]
       OR EXISTS (SELECT FROM account_rights o WHERE o.account_id = a.id AND o."right" = ANY (?::text[])))
     ORDER BY a.id LIMIT ?`,
    [[right, EVERY_RIGHT], [right, EVERY_RIGHT], MAX_HOLDERS] as never[]
  )
  return rows.map(({ id }) => Number(id))
}
