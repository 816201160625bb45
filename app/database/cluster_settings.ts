/**
 * How the private PostgreSQL is created and run. Sized for a laptop or a small
 * server that also runs the web process; large installations use their own
 * through DATABASE_URL.
 */
import { totalmem } from 'node:os'

/** UTF-8 with byte order, regardless of the environment's locale. */
export const INITDB_OPTIONS = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--locale=C.UTF-8',
  '--auth=scram-sha-256',
  '--data-checksums',
]

/**
 * Settings as `name=value`.
 *
 * @param sockets folder of the Unix socket
 * @param durable false disables crash safety (temporary clusters)
 * @param processes web processes that share the cluster
 */
export function clusterSettings({
  sockets,
  durable,
  processes,
}: {
  sockets: string
  durable: boolean
  processes: number
}): string[] {
  const memory = Math.floor(totalmem() / 1024 / 1024)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: 60 + 40 * processes,
    shared_buffers: `${clamp(memory / 16, 128, 1024)}MB`,
    effective_cache_size: `${clamp(memory / 2, 256, 16_384)}MB`,
    maintenance_work_mem: `${clamp(memory / 32, 64, 512)}MB`,
    work_mem: '16MB',
    random_page_cost: 1.1,
    jit: 'off',
    // A single server without replicas: bulk loads can skip the log.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`)
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most))
}
