/**
 * What the audit log notes of an account before and after a change by staff.
 */
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { AccountError } from './errors.js'

type Snapshot = Record<string, unknown>

/** What staff can change of an account; of tokens nothing that would let others use them. */
export async function snapshot(
  trx: TransactionClientContract,
  accountId: number
): Promise<Snapshot> {
  const { rows } = await trx.rawQuery(
    `SELECT a.username, a.email, a.is_active AS active, a.email_confirmed_at IS NOT NULL AS confirmed,
            EXISTS (SELECT FROM second_factors WHERE account_id = a.id AND date_confirmed IS NOT NULL) AS second_factor,
            (SELECT name FROM roles WHERE id = a.role_id) AS role,
            array(SELECT "right" FROM account_rights WHERE account_id = a.id ORDER BY 1) AS rights,
            array(SELECT scope || ' ' || "limit" || '/' || seconds || ' s' || CASE WHEN notes = '' THEN '' ELSE ' (' || notes || ')' END
                  FROM rate_overrides WHERE account_id = a.id ORDER BY scope, seconds) AS overrides,
            (SELECT json_build_object('level', level, 'payment_status', payment_status,
                                      'termination_date', termination_date, 'notes', notes)
             FROM memberships WHERE account_id = a.id) AS membership,
            array(SELECT '…' || ending || CASE WHEN is_primary THEN ' (primary)' ELSE ' ' || name END
                  FROM api_tokens WHERE account_id = a.id ORDER BY id) AS tokens
     FROM accounts a WHERE a.id = ? FOR UPDATE`,
    [accountId]
  )
  if (!rows[0]) throw new AccountError('account', 'There is no such account.')
  return rows[0]
}

export function difference(
  before: Snapshot,
  after: Snapshot
): { before: Snapshot; after: Snapshot } {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  )
  const of = (whole: Snapshot) => Object.fromEntries(changed.map((name) => [name, whole[name]]))
  return { before: of(before), after: of(after) }
}
