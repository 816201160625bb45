/**
 * Changes of records in the change log, in addition to those of `publication.ts`: of tables that
 * aren't published under the key of their records, and of records that belong to accounts.
 */
import { hash } from 'node:crypto'
import type pg from 'pg'
import { ident, literal } from '#app/support/sql_text'

/** Triggers of a table that log changes under a topic. */
export interface RecordPublication {
  /** Name in the change log: `positions.id`. */
  topic: string
  table: string
  /** SQL of the record's key, given the row as `r`; for seals, its column. */
  key: string
  keyType: 'bigint' | 'text'
  /**
   * - `record`: rows are the records
   * - `part`: a change of a row is an update of its record
   * - `seal`: sealed records are logged as created, unsealed ones as deleted
   */
  role: 'record' | 'part' | 'seal'
  /** SQL of the account that owns the record, given the row as `r`. */
  owner?: string
  /** The boolean column of a seal. */
  column?: string
}

interface Trigger {
  table: string
  name: string
  /** Arguments of the function. */
  words: string[]
  /** The rest of its definition. */
  timing: string
  function: string
}

const CHANGED = 'REFERENCING NEW TABLE AS changed'
const BEFORE = 'REFERENCING OLD TABLE AS before NEW TABLE AS changed'
const PREFIX = 'record_'

/** Creates the missing triggers, and drops those of records that are no longer published. */
export async function publishRecords(
  client: Pick<pg.ClientBase, 'query'>,
  publications: readonly RecordPublication[]
): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; words: string[] }>(
    `SELECT relname AS table, tgname AS name, string_to_array(encode(tgargs, 'escape'), '\\000') AS words
     FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
     WHERE pg_table_is_visible(c.oid) AND ${IS_RECORD_PUBLICATION}`
  )
  const wanted = new Map(publications.flatMap(triggersFor).map((one) => [idOf(one), one]))
  for (const { table, name, words } of rows) {
    const one = wanted.get(idOf({ table, name }))
    if (one && one.words.join('\0') === words.slice(0, -1).join('\0'))
      wanted.delete(idOf({ table, name }))
    else await client.query(`DROP TRIGGER ${ident(name)} ON ${ident(table)}`)
  }
  for (const { table, name, words, timing, function: called } of wanted.values())
    await client.query(
      `CREATE TRIGGER ${ident(name)} ${timing.replace('TABLE', ident(table))}
       FOR EACH STATEMENT EXECUTE FUNCTION ${called}(${words.map(literal).join(', ')})`
    )
}

/** Condition on a row of pg_trigger: it logs changes of records and is recreated with its table. */
export const IS_RECORD_PUBLICATION = `tgfoid IN (to_regproc('record_changed'), to_regproc('record_sealed'))`

function idOf({ table, name }: Pick<Trigger, 'table' | 'name'>): string {
  return `${table}.${name}`
}

function triggersFor({ topic, table, key, keyType, role, owner, column }: RecordPublication) {
  const name = (operation: string) =>
    `${PREFIX}${operation}_${hash('sha1', `${topic} ${role}`, 'hex').slice(0, 12)}`
  if (role === 'seal') {
    const words = [topic, key, column!]
    const timing = `AFTER UPDATE ON TABLE ${BEFORE}`
    return [{ table, name: name('sealed'), words, timing, function: 'record_sealed' }]
  }
  const words = [topic, key, keyType, role, owner ?? '']
  return [
    ['created', `AFTER INSERT ON TABLE ${CHANGED}`],
    ['updated', `AFTER UPDATE ON TABLE ${BEFORE}`],
    ['deleted', `AFTER DELETE ON TABLE REFERENCING OLD TABLE AS changed`],
    ['emptied', 'BEFORE TRUNCATE ON TABLE'],
  ].map(([operation, timing]): Trigger => ({
    table,
    name: name(operation!),
    words,
    timing: timing!,
    function: 'record_changed',
  }))
}

/** Keys of the records of a replaced table, by publication. */
const COLLECTED = 'collected_records'

/** The triggers of a table as statements that create them again. */
export interface RecordTriggers {
  statements: string[]
  publications: Pick<RecordPublication, 'topic' | 'key' | 'keyType' | 'role'>[]
}

/** The record triggers of a table. */
export async function findRecordTriggers(
  client: Pick<pg.ClientBase, 'query'>,
  table: string
): Promise<RecordTriggers> {
  const { rows } = await client.query<{ name: string; words: string[]; statement: string }>(
    `SELECT tgname AS name, pg_get_triggerdef(oid) AS statement,
            string_to_array(encode(tgargs, 'escape'), '\\000') AS words
     FROM pg_trigger WHERE tgrelid = to_regclass($1) AND ${IS_RECORD_PUBLICATION} ORDER BY 1`,
    [ident(table)]
  )
  return {
    statements: rows.map(({ statement }) => statement),
    publications: rows
      .filter(({ name }) => name.startsWith(`${PREFIX}created_`))
      .map(({ words: [topic, key, keyType, role] }) => ({
        topic: topic!,
        key: key!,
        keyType: keyType as RecordPublication['keyType'],
        role: role as RecordPublication['role'],
      })),
  }
}

/**
 * Collects the keys of the records of a table's rows, so that logging them later is fast. Inside a
 * transaction.
 *
 * @param rows table with the rows, which may be published under another name
 */
export async function collectRecords(
  client: Pick<pg.ClientBase, 'query'>,
  { publications }: RecordTriggers,
  rows: string
): Promise<void> {
  if (!publications.length) return
  await client.query(
    `CREATE TEMP TABLE ${COLLECTED} (topic text, kind text, ids int8multirange, keys text[]) ON COMMIT DROP`
  )
  for (const { topic, key, keyType, role } of publications) {
    const values = `SELECT ${role === 'part' ? 'DISTINCT ' : ''}(${key}) AS key FROM ${ident(rows)} AS r`
    const [column, collected] =
      keyType === 'text'
        ? ['keys', `SELECT array_agg(key) AS keys FROM (${values}) AS k`]
        : [
            'ids',
            `SELECT range_agg(int8range(first, last, '[]')) FROM (
               SELECT min(key) AS first, max(key) AS last
               FROM (SELECT key, key - row_number() OVER (ORDER BY key) AS run FROM (${values}) AS k WHERE key IS NOT NULL) AS runs
               GROUP BY run) AS ranges`,
          ]
    await client.query(
      `INSERT INTO ${COLLECTED} (topic, kind, ${column}) SELECT $1, $2, (${collected})`,
      [topic, role === 'part' ? 'updated' : 'created']
    )
  }
}

/** Creates the triggers on the table that replaced another one, and logs the collected keys. */
export async function publishCollectedRecords(
  client: Pick<pg.ClientBase, 'query'>,
  { statements, publications }: RecordTriggers
): Promise<void> {
  for (const statement of statements) await client.query(statement)
  if (!publications.length) return
  await client.query(
    `SELECT log_content_change(topic, kind, ids) FROM ${COLLECTED} WHERE ids IS NOT NULL
     UNION ALL SELECT log_content_change(topic, kind, keys) FROM ${COLLECTED} WHERE keys IS NOT NULL`
  )
}
