/**
 * Counts the processes that use an embedded cluster, with a shared advisory
 * lock in the cluster itself: a process that dies loses it immediately.
 * The last process to exit stops the cluster.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ADVISORY_LOCKS } from '#app/support/advisory_locks'
import { stopSignal } from '#app/support/process_stop'
import type { EmbeddedCluster } from './embedded_cluster.js'

const { clusterLease: LEASE } = ADVISORY_LOCKS
/** Milliseconds until the first retry of starting the cluster; doubled each time. */
const RETRY = { first: 500, most: 10_000 }
/** Milliseconds between attempts to become the only user. */
const POLL_INTERVAL = 50

export class ClusterLease {
  readonly #cluster: EmbeddedCluster
  #client: pg.Client | undefined
  #retaking: Promise<void> | undefined
  #released = false
  #releasing: Promise<void> | undefined

  private constructor(cluster: EmbeddedCluster) {
    this.#cluster = cluster
  }

  /**
   * Starts or finds the cluster and acquires a shared lease. If PostgreSQL
   * crashes while the lease is held, it is restarted.
   */
  static async take(cluster: EmbeddedCluster): Promise<ClusterLease> {
    const lease = new ClusterLease(cluster)
    await lease.#take()
    return lease
  }

  async #take(): Promise<void> {
    // Another process may be stopping the cluster; then start over.
    for (let attempt = 1; ; attempt++) {
      await this.#cluster.start()
      const client = new pg.Client({
        ...this.#cluster.connection(),
        application_name: 'curia lease',
        keepAlive: true,
      })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('SELECT pg_advisory_lock_shared($1)', [LEASE])
        this.#client = client
        client.once('end', () => this.#lost())
        return
      } catch (error) {
        await client.end().catch(() => {})
        if (attempt === 5) throw error
      }
    }
  }

  #lost(): void {
    if (this.#released) return
    this.#retaking = this.#retake()
  }

  /** Retries until it succeeds or the lease is released: no other process would restart the cluster. */
  async #retake(): Promise<void> {
    for (let wait = RETRY.first; !this.#released; wait = Math.min(wait * 2, RETRY.most)) {
      try {
        return await this.#take()
      } catch (error) {
        if (stopSignal.aborted) return
        console.error(
          `curia: the embedded PostgreSQL stopped and could not be restarted: ${(error as Error).message}`
        )
        await sleep(wait)
      }
    }
  }

  /**
   * Releases the lease once, and stops the cluster if no other process holds one.
   *
   * @param patience milliseconds to wait for other leases
   */
  release(patience = 0): Promise<void> {
    return (this.#releasing ??= this.#release(patience))
  }

  async #release(patience: number): Promise<void> {
    this.#released = true
    await this.#retaking
    const client = this.#client
    if (!client) return
    try {
      await client.query('SELECT pg_advisory_unlock_shared($1)', [LEASE])
      const deadline = performance.now() + patience
      for (;;) {
        const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS last', [LEASE])
        if (rows[0].last) return await this.#cluster.stop()
        if (performance.now() >= deadline) return
        await sleep(POLL_INTERVAL)
      }
    } catch {
      // The server has already stopped.
    } finally {
      await client.end().catch(() => {})
    }
  }
}
