/** Accounts with their own limit, created while a server runs, and requests that reach it. */
import { randomBytes } from 'node:crypto'
import { Agent, get } from 'node:http'
import pg from 'pg'
import { hashToken } from '#app/accounts/tokens'
import { EmbeddedCluster } from '#app/database/embedded_cluster'

/**
 * Creates an account with an hourly limit.
 *
 * @param database data folder of the private database, or the URL of another one
 * @returns its token
 */
export async function insertAccount(database: string, limit: number): Promise<string> {
  const token = randomBytes(20).toString('hex')
  const client = new pg.Client(
    database.startsWith('postgres:')
      ? database
      : new EmbeddedCluster({ dataDir: database }).connection()
  )
  await client.connect()
  const { rows } = await client.query('INSERT INTO accounts (username) VALUES ($1) RETURNING id', [
    `limit-${limit}`,
  ])
  await client.query(
    'INSERT INTO api_tokens (account_id, is_primary, hash, ending) VALUES ($1, true, $2, $3)',
    [rows[0].id, hashToken(token), token.slice(-4)]
  )
  await client.query(
    `INSERT INTO rate_overrides (account_id, scope, "limit", seconds) VALUES ($1, 'user', $2, 3600)`,
    [rows[0].id, limit]
  )
  await client.end()
  return token
}

/** Statuses of concurrent requests, distributed over the URLs. */
export async function askTogether(urls: string[], token: string, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const ask = (url: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Token ${token}` }
      get(url, { agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode!))
      }).once('error', reject)
    })
  try {
    return await Promise.all(Array.from({ length: count }, (_, n) => ask(urls[n % urls.length]!)))
  } finally {
    agent.destroy()
  }
}
