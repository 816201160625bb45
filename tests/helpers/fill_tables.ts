/** Fills tables with rows derived from the catalog's column types. */
import type pg from 'pg'

interface ColumnInfo {
  name: string
  type: string
  required: boolean
  hasDefault: boolean
  parent: string | null
  unique: boolean
  /** Columns of which exactly one has a value, with this one. */
  alternatives: string[] | null
}

export interface FillOptions {
  /** Added keys are greater than this one. */
  after?: number
  /**
   * Whether the row with key n belongs to the parents with key n. Otherwise,
   * parents are spread.
   */
  paired?: boolean
  /** SQL expressions by `table.column`, over the key `n`. */
  values?: Record<string, string>
}

/** Adds rows with keys 1…n (k1…kn for text keys) and valid foreign keys, and updates statistics. */
export async function fillTables(
  client: Pick<pg.ClientBase, 'query'>,
  tables: string[],
  rows: number,
  { after = 0, paired = false, values: given = {} }: FillOptions = {}
): Promise<void> {
  const columns = new Map<string, ColumnInfo[]>()
  for (const table of tables) columns.set(table, await columnsOf(client, table))
  await client.query('SET LOCAL session_replication_role = replica')
  for (const table of tables) {
    const filled = columns
      .get(table)!
      .filter((column) => given[`${table}.${column.name}`] ?? isFilled(column))
    const names = filled.map(({ name }) => `"${name}"`)
    const values = filled.map(
      (column) => given[`${table}.${column.name}`] ?? inTurn(column, valueOf(column, paired))
    )
    await client.query(
      `INSERT INTO ${table} (${names.join(', ')}) OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')} FROM generate_series(${after + 1}, ${after + rows}) AS n
       ON CONFLICT DO NOTHING`
    )
    await client.query(`ANALYZE ${table}`)
  }
}

async function columnsOf(
  client: Pick<pg.ClientBase, 'query'>,
  table: string
): Promise<ColumnInfo[]> {
  const { rows } = await client.query<ColumnInfo>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
            a.atthasdef AS "hasDefault",
            (SELECT confrelid::regclass::text FROM pg_constraint c
             WHERE c.contype = 'f' AND c.conrelid = a.attrelid AND c.conkey = ARRAY[a.attnum] LIMIT 1) AS parent,
            EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique AND i.indkey::text = a.attnum::text) AS unique,
            (SELECT array_agg(o.attname::text ORDER BY o.attnum) FROM pg_constraint c
             JOIN pg_attribute o ON o.attrelid = c.conrelid AND o.attnum = ANY(c.conkey)
             WHERE c.contype = 'c' AND c.conrelid = a.attrelid AND a.attnum = ANY(c.conkey)
               AND pg_get_constraintdef(c.oid) LIKE 'CHECK ((num_nonnulls(%) = 1))') AS alternatives
     FROM pg_attribute a WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
    [table]
  )
  return rows
}

function isFilled({ name, parent, required, hasDefault, type, unique }: ColumnInfo): boolean {
  return Boolean(
    name === 'id' || parent || unique || (required && !hasDefault) || /date|timestamp/.test(type)
  )
}

/** Values of alternative columns, each in every nth row. */
function inTurn({ name, alternatives }: ColumnInfo, value: string): string {
  if (!alternatives) return value
  return `CASE WHEN n % ${alternatives.length} = ${alternatives.indexOf(name)} THEN ${value} END`
}

function valueOf({ name, type, parent, unique }: ColumnInfo, paired: boolean): string {
  if (type === 'uuid') return 'gen_random_uuid()'
  if (name === 'id' || unique || (parent && paired)) return type === 'text' ? `'k' || n` : 'n'
  // Spread so that pairs of keys are unique.
  if (parent)
    return type === 'text'
      ? `'k' || (n * 7919 % 400 + 1)`
      : `(n * 7919 + length('${name}') * 104729) % 100000 + 1`
  if (type.startsWith('timestamp'))
    return `timestamptz '2000-01-01' + n * interval '1 hour 1 microsecond'`
  if (type === 'date') return `date '1950-01-01' + (n % 25000)`
  if (type === 'text') return `'${name} ' || (n % 5000)`
  if (type === 'jsonb') return `'{}'::jsonb`
  if (type === 'boolean') return 'n % 2 = 0'
  return 'n % 100'
}
