/**
 * Maintenance: the announced window, and the switch of the staff, which all processes follow.
 */
import type { Database } from '@adonisjs/lucid/database'
import type { PgNotifications } from '#app/database/notifications'
import { nextOccurrence, type MaintenanceWindow, type Occurrence } from './window.js'
import { errorKinds } from '#app/support/errors'

/** Notified in the transaction that changes a switch. */
export const MAINTENANCE_CHANNEL = 'curia_maintenance'

/** Switches: maintenance, and reads during maintenance. */
export const MAINTENANCE_SWITCHES = { on: 'maintenance', reads: 'maintenance.reads' }

/** Milliseconds before the window at which it is announced. */
const ANNOUNCED = 3_600_000
/** Retry-After in seconds outside of a window. */
const RETRY_AFTER = 600

export interface MaintenanceState {
  isOn: boolean
  /** Whether reads are allowed during maintenance. */
  reads: boolean
}

export class Maintenance {
  #state: MaintenanceState = { isOn: false, reads: true }
  #occurrence: Occurrence | undefined
  #following: Promise<void> | undefined
  readonly #listeners: ((state: MaintenanceState) => void)[] = []

  constructor(
    readonly window: MaintenanceWindow | null,
    readonly services: () => Promise<{
      database: Pick<Database, 'from'>
      notifications: Pick<PgNotifications, 'listen'>
    }>
  ) {}

  get state(): MaintenanceState {
    return this.#state
  }

  /** Reads the switch and subscribes to changes. */
  follow(): Promise<void> {
    return (this.#following ??= this.#follow())
  }

  /** Calls a listener when maintenance starts or ends. */
  onChange(listener: (state: MaintenanceState) => void): void {
    this.#listeners.push(listener)
  }

  /** The window, from an hour before its start to its end; null otherwise. */
  announced(now = new Date()): Occurrence | null {
    if (!this.window) return null
    if (!this.#occurrence || this.#occurrence.end.toMillis() <= now.getTime())
      this.#occurrence = nextOccurrence(this.window, now)
    return now.getTime() >= this.#occurrence.start.toMillis() - ANNOUNCED ? this.#occurrence : null
  }

  /** Retry-After in seconds: until the end of the window, or ten minutes. */
  retryAfter(now = new Date()): number {
    const window = this.announced(now)
    if (!window || window.start.toMillis() > now.getTime()) return RETRY_AFTER
    return Math.max(1, Math.ceil((window.end.toMillis() - now.getTime()) / 1000))
  }

  async #follow(): Promise<void> {
    const { notifications } = await this.services()
    const read = () => void this.read().catch(() => {})
    // If the database is unreachable, the last state applies; it is read again after a
    // reconnect.
    await notifications.listen(MAINTENANCE_CHANNEL, {
      onMessage: read,
      onDisconnect: () => {},
      onReconnect: read,
    })
    await this.read()
  }

  /** Reads the switch. */
  async read(): Promise<void> {
    const { database } = await this.services()
    const rows: { name: string; is_on: boolean }[] = await database
      .from('switches')
      .whereIn('name', Object.values(MAINTENANCE_SWITCHES))
    const isOn = (name: string) => rows.find((row) => row.name === name)?.is_on
    const before = this.#state.isOn
    this.#state = {
      isOn: isOn(MAINTENANCE_SWITCHES.on) ?? false,
      reads: isOn(MAINTENANCE_SWITCHES.reads) ?? true,
    }
    if (this.#state.isOn !== before) for (const listener of this.#listeners) listener(this.#state)
  }
}

/** A notice for the top of each page; empty at other times. */
export function maintenanceNotice(
  maintenance: Pick<Maintenance, 'state' | 'announced'>,
  now = new Date()
): string {
  const { isOn, reads } = maintenance.state
  if (isOn)
    return reads ? 'Maintenance in progress: the site is read-only.' : 'Maintenance in progress.'
  const window = maintenance.announced(now)
  if (!window) return ''
  const { start, end } = window
  const day = start.setLocale('en-US').toFormat('cccc, LLLL d')
  const zone = start.zoneName?.replaceAll('_', ' ')
  return `Maintenance window: ${day}, ${start.toFormat('HH:mm')} to ${end.toFormat('HH:mm')} (${zone}). The site may be unavailable.`
}

/** Errors of maintenance. */
export const MAINTENANCE_ERRORS = errorKinds({
  maintenance: {
    status: 503,
    message: 'The server is down for maintenance.',
    hint: 'Retry after the number of seconds in Retry-After.',
  },
})
