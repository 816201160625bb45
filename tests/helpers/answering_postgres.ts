import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const ATTEMPTS = 400

/** Waits until a PostgreSQL server accepts connections. */
export async function untilAnswering(connectionString: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(50)
    }
  }
  throw new Error('PostgreSQL did not start')
}
