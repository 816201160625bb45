/**
 * Connection pools of the driver, for queries that bypass Lucid.
 */
import pg from 'pg'

/**
 * Opens a pool that survives the loss of its connections. `pg.Pool` listens
 * for errors of idle connections only: a connection that fails while it is
 * checked out would end the process with an unhandled `error` event. Its query
 * rejects with the same error, so nothing is hidden.
 *
 * @param settings with an `application_name`, which PostgreSQL shows for it
 */
export function openPool(settings: pg.PoolConfig & { application_name: string }): pg.Pool {
  const pool = new pg.Pool(settings)
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}
