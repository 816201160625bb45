/** Searches everything a server stores for given texts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ident } from '#app/support/sql_text'
import type { FetchingServer } from './own_server.js'

/** Texts to search for, by name. */
export type Wanted = Readonly<Record<string, string>>

/** Minimum length of texts that are also searched in encoded forms, which short texts match by chance. */
const CODED_FROM = 12

/** Collects where texts were found. */
export class KeptSearch {
  /** Distinct findings: `password in table accounts`. */
  readonly found = new Set<string>()
  readonly tables = new Map<string, number>()
  files = 0
  readonly #forms: [name: string, forms: string[]][]

  constructor(wanted: Wanted) {
    this.#forms = Object.entries(wanted).map(([name, value]) => [name, formsOf(value)])
  }

  /** @param isCoded whether to search encoded forms as well */
  in(where: string, content: Buffer | string, { isCoded = true } = {}): void {
    for (const [name, forms] of this.#forms)
      if ((isCoded ? forms : forms.slice(0, 1)).some((form) => content.includes(form)))
        this.found.add(`${name} in ${where}`)
  }

  /** Contents of all tables, read with COPY. */
  async inTables(database: pg.Client): Promise<void> {
    const { rows } = await database.query<{ schema: string; name: string }>(
      `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')`
    )
    for (const { schema, name } of rows) {
      const table = `${ident(schema)}.${ident(name)}`
      const copied = await text(database.query(copyTo(`COPY ${table} TO STDOUT`)))
      this.tables.set(name, copied.split('\n').length - 1)
      this.in(`table ${name}`, copied)
    }
  }

  /** Files of the data folder: the database, its write-ahead log, logs, emails, and documents. */
  inFolder(folder: string): void {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || !existsSync(path)) continue
      this.files++
      this.in(`file ${relative(folder, path)}`, readFileSync(path), { isCoded: false })
    }
  }

  /** Arguments of all processes, and the environment of the server's processes. */
  inProcesses({ environment }: FetchingServer): void {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        this.in('arguments of a process', readFileSync(`/proc/${pid}/cmdline`))
        const started = readFileSync(`/proc/${pid}/environ`, 'utf8')
        const given = ['REGISTRY_USERNAME', 'REGISTRY_PASSWORD'].map((name) => environment[name])
        const rest = given.reduce((left = '', secret) => left.replace(secret ?? '', ''), started)
        if (started.includes(environment.DATA_DIR!)) this.in('environment of a process', rest!)
      } catch {}
  }
}

/** A text in plain form, in the hex format of bytea columns, and at three offsets in Base64. */
function formsOf(value: string): string[] {
  if (value.length < CODED_FROM) return [value]
  const bytes = Buffer.from(value)
  const inBase64 = [0, 1, 2].map((at) =>
    Buffer.from(value.slice((3 - at) % 3))
      .toString('base64')
      .replace(/.?=*$/, '')
  )
  return [value, bytes.toString('hex'), ...inBase64]
}
