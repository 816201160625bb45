/**
 * Stops the private database that a killed process has left running, unless
 * another process uses it. Run by `supervise.js`.
 */
import 'reflect-metadata'
import { ClusterLease } from '../app/database/cluster_lease.js'
import { EmbeddedCluster } from '../app/database/embedded_cluster.js'
import { livePostmaster } from '#app/database/postmaster'
import { beginStop } from '../app/support/process_stop.js'
import { settings } from '#start/env'

/** Milliseconds in which the database detects the closed connections of a killed process. */
const NOTICED_WITHIN = 2_000

const { databaseUrl, dataDir } = settings
if (!databaseUrl) {
  const cluster = new EmbeddedCluster({ dataDir })
  if (livePostmaster(cluster.folder)) {
    const lease = await ClusterLease.take(cluster)
    beginStop()
    await lease.release(NOTICED_WITHIN)
  }
}
