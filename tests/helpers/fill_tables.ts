/**
 * Fills tables with rows by what the catalogue says of their columns.
 */
import type pg from 'pg'

interface ColumnInfo {
  name: string
  type: string
  required: boolean
  hasDefault: boolean
  parent: string | null
  unique: boolean
}

/** Adds rows with keys 1…n (k1…kn for text keys) and valid foreign keys, and gathers statistics. */
export async function fillTables(
  client: pg.ClientBase,
  tables: string[],
  rows: number
): Promise<void> {
  const columns = new Map<string, ColumnInfo[]>()
  for (const table of tables) columns.set(table, await columnsOf(client, table))
  await client.query('SET LOCAL session_replication_role = replica')
  for (const table of tables) {
    const names = columns.get(table)!.map(({ name }) => `"${name}"`)
    const values = columns.get(table)!.map((column) => valueOf(column))
    await client.query(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM generate_series(1, ${rows}) AS n
       ON CONFLICT DO NOTHING`
    )
    await client.query(`ANALYZE ${table}`)
  }
}

async function columnsOf(client: pg.ClientBase, table: string): Promise<ColumnInfo[]> {
  const { rows } = await client.query<ColumnInfo>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
            a.atthasdef AS "hasDefault",
            (SELECT confrelid::regclass::text FROM pg_constraint c
             WHERE c.contype = 'f' AND c.conrelid = a.attrelid AND c.conkey = ARRAY[a.attnum] LIMIT 1) AS parent,
            EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique AND i.indkey::text = a.attnum::text) AS unique
     FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
    [table]
  )
  return rows.filter(
    ({ name, parent, required, hasDefault, type, unique }) =>
      name === 'id' || parent || unique || (required && !hasDefault) || /date|timestamp/.test(type)
  )
}

function valueOf({ name, type, parent, unique }: ColumnInfo): string {
  if (name === 'id' || unique) return type === 'text' ? `'k' || n` : 'n'
  // Spread, so that pairs of keys are unique.
  if (parent)
    return type === 'text'
      ? `'k' || (n * 7919 % 400 + 1)`
      : `(n * 7919 + length('${name}') * 104729) % 100000 + 1`
  if (type.startsWith('timestamp'))
    return `timestamptz '2000-01-01' + n * interval '1 hour 1 microsecond'`
  if (type === 'date') return `date '1950-01-01' + (n % 25000)`
  if (type === 'text') return `'${name} ' || (n % 5000)`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return 'n % 2 = 0'
  return 'n % 100'
}
