import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { settings as serverSettings } from '#start/env'
import { RegistryOff } from './errors.js'
import type { RegistryClient } from './registry_client/types.js'
import type { RegistrySessions } from './registry_sessions.js'
import type { LoopbackAddress } from './setting_rules.js'
import settings from './settings.js'

/** Folder for downloads in progress. */
export const fetchedFolder = () => join(serverSettings.dataDir, 'fetched')

/** Age in milliseconds of files left over from a killed process. */
const LEFT_OVER = 24 * 60 * 60 * 1000

/** This process's connection to the court system: its client and sessions. */
export class CourtSystem {
  #client?: Promise<RegistryClient>

  constructor(
    readonly sessions: RegistrySessions,
    private simulated: SimulatedCourts
  ) {}

  /** Whether every account can fetch: from the court system, or from simulated courts. */
  get isOn(): boolean {
    return this.#isConnected || (this.#simulation !== undefined && !this.#simulation.onlyFor)
  }

  /** Whether a single account can fetch, from simulated courts. */
  get isForOneAccount(): boolean {
    return !this.isOn && this.#simulation?.onlyFor !== undefined
  }

  /** Whether requests go to the court system itself. */
  get isReal(): boolean {
    return settings.registry === 'on' && !settings.connect
  }

  /** Whether an account can fetch. */
  canFetch({ username }: { username: string }): boolean {
    return this.isOn || this.#simulation?.onlyFor === username
  }

  /**
   * The client for the server's own requests.
   *
   * @throws RegistryOff unless every account can fetch
   */
  async client(): Promise<RegistryClient> {
    if (!this.isOn) throw new RegistryOff()
    return this.accountClient()
  }

  /** The client for the server's own requests; null unless every account can fetch. */
  async clientIfOn(): Promise<RegistryClient | null> {
    return this.isOn ? this.accountClient() : null
  }

  /**
   * The client for requests of accounts that can fetch (`canFetch`).
   *
   * @throws RegistryOff if fetching is off for every account
   */
  async accountClient(): Promise<RegistryClient> {
    if (!this.#client) {
      const opening = this.#open()
      this.#client = opening
      // The next call retries.
      opening.catch(() => {
        if (this.#client === opening) this.#client = undefined
      })
    }
    return this.#client
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    this.#client = undefined
    await client?.close()
  }

  get #isConnected(): boolean {
    return settings.registry === 'on' || settings.connect !== null
  }

  get #simulation() {
    return this.#isConnected ? undefined : this.simulated.current
  }

  async #open(): Promise<RegistryClient> {
    const connect = await this.#target()
    // Loaded at the first fetch, because most processes never fetch.
    const { createRegistryClient } = await import('./registry_client/client.js')
    const { parseInThread } = await import('#plugins/federal_records/public/merging')
    const folder = fetchedFolder()
    await removeLeftOver(folder)
    return createRegistryClient({
      parse: parseInThread,
      connect,
      proxy: connect ? null : settings.proxy,
      maxPerCourt: settings.maxPerCourt,
      maxRequests: settings.maxRequests,
      interval: settings.interval,
      folder,
    })
  }

  /** Socket address to connect to; null to connect to the hosts in the URLs. */
  async #target(): Promise<LoopbackAddress | null> {
    if (settings.connect) return settings.connect
    if (settings.registry === 'on') return null
    if (!this.#simulation) throw new RegistryOff()
    return this.#simulation.start()
  }
}

async function removeLeftOver(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - LEFT_OVER) await rm(path, { force: true })
  }
}

/** Simulated courts for a server whose settings configure no connection. */
interface Simulation {
  /** Called by the first request. */
  start: () => Promise<LoopbackAddress>
  /** Username of the only account that can use them; undefined: all accounts. */
  onlyFor?: string
}

/** Simulated courts of this process, offered by plugins and tests. */
export class SimulatedCourts {
  #offered: Simulation[] = []

  /** The courts offered last. */
  get current(): Simulation | undefined {
    return this.#offered.at(-1)
  }

  /** @returns a function that withdraws the offer */
  offer(courts: Simulation): () => void {
    this.#offered.push(courts)
    return () => {
      this.#offered = this.#offered.filter((one) => one !== courts)
    }
  }
}
