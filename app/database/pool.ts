/**
 * Pools of connections of the driver, for what goes past Lucid.
 */
import pg from 'pg'

/**
 * Opens a pool that survives the loss of its connections. `pg.Pool` listens
 * for errors of idle connections only: one that breaks while it is checked
 * out would end the process with an unhandled `error` event. Its query is
 * rejected with the same error, so nothing is hidden.
 *
 * @param settings with an `application_name`, which PostgreSQL lists it under
 */
export function openPool(settings: pg.PoolConfig & { application_name: string }): pg.Pool {
  const pool = new pg.Pool(settings)
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}
