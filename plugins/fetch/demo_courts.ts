/**
 * Simulated courts for newcomers: where fetching is off and a demo is in
 * effect, the demo account fetches from courts that this process starts when
 * they are first wanted. No other account and no other part of the server
 * reaches them.
 */
import type { ApplicationService } from '@adonisjs/core/types'
import { DEMO_USERNAME, demoIsOn } from '#app/accounts/demo'
import { RegistryOff } from './errors.js'
import type { RegistryClient } from './registry_client/types.js'
import { openClient, registryClient, registryIsOn } from './services.js'

const opened = new WeakMap<ApplicationService, Promise<RegistryClient>>()

const isDemo = (app: ApplicationService): boolean => !registryIsOn(app) && demoIsOn()

/** Whether an account can fetch on this server, be it from simulated courts. */
export function mayFetch(app: ApplicationService, { username }: { username: string }): boolean {
  return registryIsOn(app) || (isDemo(app) && username === DEMO_USERNAME)
}

/** @throws RegistryOff for all but the demo account where courts are simulated for it */
export function refuseOthers(app: ApplicationService, { username }: { username: string }): void {
  if (isDemo(app) && username !== DEMO_USERNAME) throw new RegistryOff()
}

/**
 * The client that requests to fetch use: of the court system, or of the courts of the demo.
 *
 * @throws RegistryOff where this server fetches from neither
 */
export function fetchingClient(app: ApplicationService): Promise<RegistryClient> {
  if (!isDemo(app)) return registryClient(app)
  let client = opened.get(app)
  if (!client) {
    opened.set(app, (client = open(app)))
    client.catch(() => opened.delete(app))
  }
  return client
}

async function open(app: ApplicationService): Promise<RegistryClient> {
  const { startSimulator } = await import('./simulator/start_simulator.js')
  const courts = await startSimulator()
  app.terminating(() => courts.close())
  return openClient(app, { host: '127.0.0.1', port: courts.port })
}
