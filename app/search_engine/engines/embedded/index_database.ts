/** Opens the file of an index for reading or writing. */
import { existsSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { IndexDamaged, IndexMissing } from '../../engine.js'
import { PAGE_BYTES, getCandidateDateFields, buildIndexSchema, type IndexLayout } from './layout.js'
import { removeDatabase } from './index_files.js'

const READER = `
  PRAGMA query_only = 1;
  PRAGMA cache_size = -32768;
  PRAGMA mmap_size = 1073741824;
  PRAGMA temp_store = MEMORY;
`
/** Milliseconds that readers and writers wait for a connection that has the file locked to open or close it. */
const LOCK_TIMEOUTS = { reader: 2_000, writer: 5_000 }
const WRITER = `
  PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -8192;
  PRAGMA temp_store = MEMORY;
  PRAGMA journal_size_limit = 67108864;
`
/** Maximum number of cached prepared statements; their texts depend on the query's shape. */
const MAX_STATEMENTS = 200

type Value = string | number | bigint | null | Uint8Array

/** A database with a cache of prepared statements. */
export class IndexDatabase {
  private statements = new Map<string, StatementSync>()

  constructor(
    readonly connection: DatabaseSync,
    readonly layout: IndexLayout
  ) {}

  prepare(sql: string): StatementSync {
    const known = this.statements.get(sql)
    if (known) return known
    if (this.statements.size >= MAX_STATEMENTS) this.statements.clear()
    const statement = this.connection.prepare(sql)
    statement.setReturnArrays(true)
    this.statements.set(sql, statement)
    return statement
  }

  /** Iterates over rows, each as an array. */
  rows<Row>(sql: string, values: Value[]): IterableIterator<Row> {
    return this.prepare(sql).iterate(...values) as unknown as IterableIterator<Row>
  }

  row<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.prepare(sql).get(...values) as unknown as Row | undefined
  }

  /** A row that must exist because another row refers to it. @throws IndexDamaged */
  namedRow<Row>(sql: string, ...values: Value[]): Row {
    const row = this.row<Row>(sql, ...values)
    if (!row) throw new IndexDamaged(this.layout.name, 'a referenced row is missing')
    return row
  }

  run(sql: string, ...values: Value[]): number {
    return Number(this.prepare(sql).run(...values).changes)
  }

  /** A statement that failed while it was read fails again the next time it is used. */
  forgetStatements(): void {
    this.statements.clear()
  }

  about(name: string): string | number | null {
    return (
      this.row<[string | number | null]>('SELECT value FROM about WHERE name = ?', name)?.[0] ??
      null
    )
  }

  setAbout(name: string, value: string | number): void {
    this.run('INSERT OR REPLACE INTO about (name, value) VALUES (?, ?)', name, value)
  }

  close(): void {
    this.statements.clear()
    this.connection.close()
  }
}

/** Date fields that equal the parents' date in every document so far. */
export function readParentDateFields(database: IndexDatabase): string[] {
  const known = database.about('dates')
  return known === null
    ? getCandidateDateFields(database.layout)
    : (JSON.parse(String(known)) as string[])
}

/** Number of its last commit. */
export function readIndexGeneration(database: IndexDatabase): number {
  return Number(database.about('generation') ?? 0)
}

/** Upper bound of the factors of all rows. */
export function readMaxFactor(database: IndexDatabase): number {
  return Number(database.about('factor') ?? 0)
}

/** Number of parents with several rows, at least one of which isn't marked as such. */
export function readMixedParentCount(database: IndexDatabase): number {
  return Number(database.about('mixed') ?? 0)
}

/** Opens an index for searching. @throws IndexMissing if it is missing, has another version, or has no commit. */
export function openToRead(file: string, layout: IndexLayout): IndexDatabase {
  if (!existsSync(file)) throw new IndexMissing(layout.name)
  const connection = new DatabaseSync(file, { allowExtension: true, timeout: LOCK_TIMEOUTS.reader })
  const database = new IndexDatabase(connection, layout)
  try {
    connection.exec(READER)
    if (versionOf(database) !== layout.version || database.about('checkpoint') === null)
      throw new IndexMissing(layout.name)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Opens an index for writing; a file of another version is replaced by an empty index. */
export function openToWrite(file: string, layout: IndexLayout): IndexDatabase {
  const existing = existsSync(file) ? openFile(file, layout) : null
  if (existing && versionOf(existing) === layout.version) return existing
  existing?.close()
  removeDatabase(file)
  const fresh = openFile(file, layout)
  fresh.connection.exec(`BEGIN; ${buildIndexSchema(layout)}`)
  fresh.setAbout('version', layout.version)
  fresh.connection.exec('COMMIT')
  return fresh
}

function openFile(file: string, layout: IndexLayout): IndexDatabase {
  // Before the first statement, because switching to WAL briefly needs exclusive access to the
  // file.
  const connection = new DatabaseSync(file, { timeout: LOCK_TIMEOUTS.writer })
  connection.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; ${WRITER}`)
  return new IndexDatabase(connection, layout)
}

function versionOf(database: IndexDatabase): string | number | null {
  const [made] = database.row<[number]>("SELECT count(*) FROM sqlite_schema WHERE name = 'about'")!
  return made ? database.about('version') : null
}

/** SQLITE_CORRUPT, SQLITE_NOTADB, and SQLITE_TOOBIG, which reports a value larger than any that was written. */
const CODES = [11, 26, 18]

/** Converts an error that indicates damage to IndexDamaged; other errors are returned unchanged. */
export function asDamage(error: unknown, index: string): unknown {
  const { errcode, message } = error as Error & { errcode?: number }
  // The lowest byte is the primary code; the higher bytes extend it.
  const isDamage = errcode !== undefined && CODES.includes(errcode & 0xff)
  return isDamage ? new IndexDamaged(index, message) : error
}
