/**
 * The client of the court system; made once for the application, from the settings.
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApplicationService } from '@adonisjs/core/types'
import { parseInThread } from '#plugins/federal_records/public'
import { settings as serverSettings } from '#start/env'
import { demoCourts, type Simulation } from './demo_courts.js'
import { RegistryOff } from './errors.js'
import { createRegistryClient } from './registry_client/client.js'
import type { RegistryClient } from './registry_client/types.js'
import type { LoopbackAddress } from './setting_rules.js'
import settings from './settings.js'

const made = new WeakMap<ApplicationService, Promise<RegistryClient>>()
const simulated = new WeakMap<ApplicationService, Simulation>()

/** Folder of files while they arrive. */
export const fetchedFolder = () => join(serverSettings.dataDir, 'fetched')

/** Files that a process left there when it was killed. */
const LEFT_BEHIND = 24 * 60 * 60 * 1000

const isConnected = (): boolean => settings.registry === 'on' || settings.connect !== null

const simulationOf = (app: ApplicationService): Simulation | undefined =>
  simulated.get(app) ?? demoCourts(app)

/** Whether this server may ask the court system, or simulated courts that answer all of it. */
export function registryIsOn(app: ApplicationService): boolean {
  const simulation = simulationOf(app)
  return isConnected() || (simulation !== undefined && simulation.onlyFor === undefined)
}

/** Whether an account can fetch on this server. */
export function mayFetch(app: ApplicationService, { username }: { username: string }): boolean {
  return registryIsOn(app) || simulationOf(app)?.onlyFor === username
}

/** Whether it is the court system itself that is fetched from. */
export const registryIsReal = (): boolean => settings.registry === 'on' && !settings.connect

/**
 * Makes simulated courts the target where the settings switch fetching off.
 *
 * @param start starts them, when they are first wanted
 * @returns takes it back
 */
export function simulateRegistry(app: ApplicationService, start: Simulation['start']): () => void {
  simulated.set(app, { start })
  return () => {
    simulated.delete(app)
    made.delete(app)
  }
}

/**
 * The client of this process.
 *
 * @throws RegistryOff where neither REGISTRY nor REGISTRY_CONNECT is set and nothing is simulated
 */
export async function registryClient(app: ApplicationService): Promise<RegistryClient> {
  if (!registryIsOn(app)) throw new RegistryOff()
  return fetchingClient(app)
}

/**
 * The same for requests of accounts that may fetch (`mayFetch`), be it from courts that answer no
 * other part of the server.
 *
 * @throws RegistryOff
 */
export function fetchingClient(app: ApplicationService): Promise<RegistryClient> {
  let client = made.get(app)
  if (!client) {
    made.set(app, (client = make(app)))
    // What failed is tried again.
    client.catch(() => made.delete(app))
  }
  return client
}

async function make(app: ApplicationService): Promise<RegistryClient> {
  const connect = await targetOf(app)
  const folder = fetchedFolder()
  await removeLeftBehind(folder)
  const client = createRegistryClient({
    parse: parseInThread,
    connect,
    proxy: connect ? null : settings.proxy,
    maxPerCourt: settings.maxPerCourt,
    maxRequests: settings.maxRequests,
    interval: settings.interval,
    folder,
  })
  app.terminating(() => client.close())
  return client
}

/** Where sockets go: null for the hosts in URLs. */
async function targetOf(app: ApplicationService): Promise<LoopbackAddress | null> {
  if (settings.connect) return settings.connect
  if (settings.registry === 'on') return null
  const simulation = simulationOf(app)
  if (!simulation) throw new RegistryOff()
  return simulation.start()
}

async function removeLeftBehind(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - LEFT_BEHIND) await rm(path, { force: true })
  }
}
