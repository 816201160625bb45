/** Helpers for tests of search alerts. */
import app from '@adonisjs/core/services/app'
import { ApiClient } from '@japa/api-client'
import { Assert } from '@japa/assert'
import type { SearchService } from '#app/search/search_service'
import { searchServices } from '#plugins/search/services'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import type { AlertMatcher } from '../matching/alert_matcher.js'
import { makeMatcher } from '../provider.js'
import { EarlierState } from '../matching/earlier_state.js'
import { OpenDatabase } from '#app/database/connection'
import { ChangeLog } from '#app/events/change_log'

export const ALERTS = '/api/rest/v4/alerts/'

/** A membership with a level. */
export const member = (level: string) => ({
  level,
  payment_status: 'succeeded',
  termination_date: null,
})

/** Sends API requests as an account. */
export async function ask(account: TestAccount, method: string, url: string, body?: object) {
  const client = new ApiClient(`http://${process.env.HOST}:${process.env.PORT}`, new Assert())
  const request = client.request(url, method).header('authorization', account.authorization)
  return body ? request.json(body) : request
}

/** An account with a confirmed email address. */
export async function makeReader(level?: string): Promise<TestAccount & { email: string }> {
  const email = `reader-${Math.random().toString(36).slice(2)}@example.org`
  const account = await makeAccount({
    email,
    confirmed: true,
    membership: level ? member(level) : undefined,
  })
  return { ...account, email }
}

type Find = SearchService['find']

/** Simulates the number of search results. Returns the searches and a function that ends the simulation. */
export async function findingCount(count: (type: string) => number) {
  const { service } = await searchServices(app)
  const searches: Parameters<Find>[0][] = []
  const sizes: (number | undefined)[] = []
  service.find = async (search, { size }) => {
    searches.push(search)
    sizes.push(size)
    return { hits: [], more: false, count: count(search.type.code), rankedNewest: null }
  }
  return {
    searches,
    /** Number of requested results. */
    sizes,
    stop: () => {
      delete (service as { find?: Find }).find
    },
  }
}

/** Stores an alert without an estimate. */
export async function storeAlert(
  account: TestAccount,
  query: string,
  { rate = 'rt', type = 'o', name = query.slice(0, 75) } = {}
): Promise<{ id: string; key: string }> {
  const { makeSecretKey } = await import('../secret_key.js')
  const database = await app.container.make('lucid.db')
  const key = makeSecretKey()
  const [row] = await database
    .table('search_alerts')
    .insert({ user_id: account.id, name, query, rate, alert_type: type, secret_key: key })
    .returning('id')
  return { id: String(row.id), key }
}

/** A separate matcher with all stored alerts. */
export async function loadedMatcher(): Promise<AlertMatcher> {
  const matcher = await makeMatcher(app)
  await matcher.services.queries.load()
  return matcher
}

/** Runs a function and matches the changes it makes. */
export async function matching(
  work: () => Promise<unknown>,
  matcher?: AlertMatcher
): Promise<void> {
  const log = await app.container.make(ChangeLog)
  const taking = matcher ?? (await loadedMatcher())
  const start = await log.now()
  const { connection } = await app.container.make(OpenDatabase)
  const state = new EarlierState(await app.container.make('lucid.db'), connection)
  await state.begin()
  try {
    await work()
    for (let after = start, more = true; more;) {
      // Small batches, so that several of them contain the same documents.
      const batch = await log.read({ after, keys: 10 })
      const { signal } = new AbortController()
      const { changes, cursor } = batch
      await state.use(batch, (earlier) => taking.take(changes, { signal, cursor, earlier }))
      ;({ cursor: after, more } = batch)
    }
  } finally {
    await state.close()
  }
}

/** Hits of an alert, as "parent/child" or "parent". */
export async function listAlertHits(id: string): Promise<string[]> {
  const database = await app.container.make('lucid.db')
  return (await database.from('search_alert_hits').where('alert_id', id).orderBy('id')).map(short)
}

/** Hits of all alerts. */
export async function allHits(): Promise<Map<string, string[]>> {
  const database = await app.container.make('lucid.db')
  const rows = await database.from('search_alert_hits').orderBy('id')
  const byAlert = Map.groupBy(rows, ({ alert_id: id }) => String(id))
  return new Map([...byAlert].map(([id, hits]) => [id, hits.map(short)]))
}

const short = ({ parent_key: parent, is_child: isChild, key }: Record<string, unknown>) =>
  isChild ? `${String(parent)}/${String(key)}` : String(parent)
