/** The search baseline: plain FTS5 statements over the engine's own words, in this process. */
import { DatabaseSync } from 'node:sqlite'
import { PAGE_SIZE, type Case } from './search_cases.js'

/** Maximum number of ranked rows, like the engine's. */
const BUDGET = 50_000

export function openFloor(file: string): DatabaseSync {
  const floor = new DatabaseSync(file)
  floor.exec('PRAGMA cache_size = -32768; PRAGMA mmap_size = 1073741824')
  return floor
}

/** The count and the first twenty: the newest, or the best of the newest. */
export function bareSearch(database: DatabaseSync, { match, order }: Case) {
  const columns = database.prepare(`SELECT name FROM pragma_table_info('words')`).all()
  const names = columns.map(({ name }) => String(name)).filter((name) => name !== 'marks')
  const expression = match
    .replaceAll('{all}', `{${names.join(' ')}}`)
    .replaceAll('{name}', `{${names[0]}}`)
  database.prepare('SELECT count(*) FROM words WHERE words MATCH ?').get(expression)
  const ranked = order
    ? `SELECT rowid >> 18, rowid & 262143 FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ${PAGE_SIZE}`
    : `SELECT row >> 18, row & 262143, score FROM (SELECT rowid AS row, bm25(words) AS score FROM words
        WHERE words MATCH ? ORDER BY rowid DESC LIMIT ${BUDGET}) ORDER BY score LIMIT ${PAGE_SIZE}`
  database.prepare(ranked).all(expression)
}
