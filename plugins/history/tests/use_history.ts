/** Versions of rows in the database of the tests, and requests for them. */
import app from '@adonisjs/core/services/app'
import type { Database } from '@adonisjs/lucid/database'
import pg from 'pg'
import { OpenDatabase } from '#app/database/connection'
import { PluginHost } from '#core/plugin_host'
import type { TestAccount } from '#tests/helpers/accounts'
import { prepareHistory } from '../prepare.js'
import settings from '../settings.js'

export const BASE = `http://${process.env.HOST}:${process.env.PORT}/api/rest/v4`

export interface ReadHistory {
  status: number
  headers: Headers
  body: any
}

/** A version without its ID and date. */
export interface ShownVersion {
  change: string
  source: string
  origin: string | null
  account: number | null
  changed: string[]
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** Installs the triggers; the result removes them and all versions. */
export async function useHistory(): Promise<() => Promise<void>> {
  await setHistory(30)
  return async () => {
    settings.isPublic = false
    await setHistory(0)
    await (await app.container.make('lucid.db')).rawQuery('TRUNCATE record_versions')
  }
}

/** Runs what the server runs when it starts with another value of HISTORY_DAYS. */
export async function setHistory(days: number): Promise<void> {
  const { connection } = await app.container.make(OpenDatabase)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await prepareIn(client, days)
  } finally {
    await client.end()
  }
}

/** The same in another database. */
export async function prepareIn(client: pg.Client, days: number): Promise<void> {
  settings.days = days
  await prepareHistory(client, await app.container.make(PluginHost))
}

/** @param path after the version: `/dockets/1/history/` */
export async function request(path: string, account?: TestAccount): Promise<ReadHistory> {
  const headers: Record<string, string> = account ? { authorization: account.authorization } : {}
  const answer = await fetch(BASE + path, { headers, redirect: 'manual' })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text && JSON.parse(text) }
}

/** The body of a successful request. */
export async function readHistory(path: string, account?: TestAccount): Promise<any> {
  const { status, body } = await request(path, account)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** The versions of a record. */
export async function readVersions(path: string, account?: TestAccount): Promise<ShownVersion[]> {
  const { results } = await readHistory(path, account)
  return results.map(({ id: _, date: __, ...version }: any) => version)
}

interface StoredRow {
  key: string
  kind: string
  source: string
  origin: string | null
  account: number | null
  old: Record<string, unknown>
}

/** Stored versions of a table, oldest first. */
export async function storedRows(
  client: Pick<Database, 'rawQuery'>,
  table: string
): Promise<StoredRow[]> {
  const { rows } = await client.rawQuery(
    `SELECT key, kind, source, origin, account_id::int AS account, old FROM record_versions
     WHERE table_name = ? ORDER BY id`,
    [table]
  )
  return rows
}
