/**
 * Large numbers of accounts with their data, generated in the database. Rare values
 * are in the oldest rows, which lists sorted newest first reach last.
 */
import type pg from 'pg'
import { ident } from '#app/support/sql_text'
import { withoutIndexes } from '#app/database/table_rules'

const FIRST = ['ada', 'bo', 'carmen', 'dmitri', 'elena', 'farid', 'grace', 'hugo', 'ines', 'jun']
const LAST = ['abbott', 'becker', 'castillo', 'dubois', 'eriksen', 'fischer', 'garcia', 'horvath']
const HOSTS = ['example.org', 'law.example', 'university.edu.example', 'mail.example', 'firm.test']

/** A pseudorandom list member for each number `n`. Different seeds draw independently. */
const oneOf = (words: string[], draw = 'a') =>
  `(ARRAY[${words.map((word) => `'${word}'`).join(',')}])[1 + abs(hashtext('${draw}' || n)::bigint) % ${words.length}]`

/** Fills empty console tables. */
export async function fillAccounts(client: pg.Client, accounts: number): Promise<void> {
  const fill = async (table: string, columns: string, select: string, rows: number) => {
    await client.query('BEGIN')
    await client.query(`SET LOCAL maintenance_work_mem = '1GB'`)
    await withoutIndexes(client, table, () =>
      client.query(
        `INSERT INTO ${ident(table)} (${columns}) SELECT ${select} FROM generate_series(1, ${rows}) AS n`
      )
    )
    await client.query('COMMIT')
    await client.query(`VACUUM ANALYZE ${ident(table)}`)
  }
  const span = `(n * interval '5 years' / ${accounts})`
  const name = `${oneOf(FIRST)} || '.' || ${oneOf(LAST, 'b')} || n`
  await fill(
    'accounts',
    'id, username, email, email_confirmed_at, password, first_name, last_name, is_active, role_id, date_created, last_sign_in',
    `n, ${name}, ${name} || '@' || ${oneOf(HOSTS, 'c')}, CASE WHEN n % 50 > 0 THEN now() END, repeat('x', 90),
     initcap(${oneOf(FIRST)}), initcap(${oneOf(LAST, 'b')}), n % 100 > 0, CASE WHEN n <= 20 THEN 1 + n % 3 END,
     now() - interval '5 years' + ${span}, CASE WHEN n % 7 > 1 THEN now() - interval '5 years' + ${span} + n % 90 * interval '1 day' END`,
    accounts
  )
  await fill(
    'api_tokens',
    'account_id, is_primary, name, hash, ending, read_only, last_used_at',
    `1 + (n - 1) % ${accounts}, n <= ${accounts}, CASE WHEN n > ${accounts} THEN 'Program ' || n ELSE '' END, md5(n::text),
     right(md5(n::text), 4), n % 5 = 0, CASE WHEN n % 3 > 0 THEN now() - n % 900 * interval '1 hour' END`,
    Math.ceil(accounts * 1.2)
  )
  // Only the oldest members have the legacy level.
  await fill(
    'memberships',
    'account_id, level, payment_status, termination_date',
    `n * 5, CASE WHEN n <= ${accounts} / 500 THEN 'legacy' ELSE 'tier_' || 1 + n % 4 END,
     CASE WHEN n <= 500 THEN 'failed' WHEN n % 40 = 0 THEN 'pending' ELSE 'succeeded' END,
     CASE WHEN n % 3 > 0 THEN current_date - 1500 + (n::bigint * 10000 / ${accounts})::int END`,
    Math.floor(accounts / 5)
  )
  await fill(
    'rate_overrides',
    'account_id, scope, "limit", seconds, notes',
    `n * 10, CASE WHEN n <= 50 THEN 'fetch' ELSE 'user' END, CASE WHEN n <= 50 THEN 0 ELSE 1000 END, 3600, 'Requested by email'`,
    Math.floor(accounts / 10)
  )
  await fill(
    'audit_entries',
    'actor_id, actor, action, account_id, account, subject, before, after, date_created',
    `1 + n % 20, 'staff', CASE WHEN n <= 50 THEN 'promotion.set' ELSE ${oneOf(['overrides.set', 'membership.set', 'account.active', 'token.revoke'])} END,
     1 + n % ${accounts}, 'an account', 'user', '["5/min","50/hour"]', '["10/min"]', now() - interval '5 years' + ${span}`,
    accounts
  )
  await fill(
    'bulk_imports',
    'stem, file_name, file_size, file_modified, status, rows_read, rows_refused',
    `${oneOf(['dockets', 'opinions', 'courts'])}, 'dockets-2026-10-01.csv', 1000, now(), 'done', 1000, CASE WHEN n <= 5 THEN 1 ELSE 0 END`,
    Math.ceil(accounts / 100)
  )
}
