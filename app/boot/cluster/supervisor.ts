/**
 * Supervises web processes that share one port, and one process for background work: starts
 * them, replaces dead ones, reloads them one by one, and stops them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { HUNG_SIGNAL } from '#app/support/watchdog/watchdog_data'
import { MetricsGatherer } from './gather_metrics.js'
import { Member, type End, type MemberScripts, type Role } from './member.js'
import type { ReadyMessage } from './messages.js'
import { RestartDelay } from './restart_delay.js'

export interface SupervisorOptions {
  /** Number of web processes. */
  web: number
  /** Whether there is a process for jobs and consumers. */
  background: boolean
  scripts: MemberScripts
  /** Environment of all processes. */
  env: Record<string, string>
  /** Logs a line. */
  notice: (line: string) => void
}

/** A slot that always has a running process. */
interface Slot {
  role: Role
  name: string
  member: Member
  delay: RestartDelay
}

export class Supervisor {
  readonly #slots: Slot[] = []
  readonly #stopping = new AbortController()
  #reloading: Promise<void> | undefined
  #reloadAgain = false
  readonly #metrics = new MetricsGatherer()
  /** Replaced by a reload, and still stopping. */
  #outgoing: Member | undefined

  constructor(readonly options: SupervisorOptions) {}

  /**
   * Starts all processes. The first one starts alone until its port is open: it prepares the
   * database, and errors of the settings are reported once.
   *
   * @returns the output; or how the first process ended, if it failed to start
   */
  async start(): Promise<{ banner: string } | { failed: End }> {
    const { web, background } = this.options
    const first = this.#add('web', 'web process 1')
    if (!(await first.listening)) return { failed: await first.ended }
    this.#watch(this.#slots[0]!)
    if (this.#stopping.signal.aborted) return { banner: '' }
    const others: [Role, string][] = Array.from({ length: web - 1 }, (_, n) => [
      'web',
      `web process ${n + 2}`,
    ])
    if (background) others.push(['background', 'background process'])
    for (const [role, name] of others) {
      this.#add(role, name)
      this.#watch(this.#slots.at(-1)!)
    }
    const ready = await Promise.all(this.#slots.map((slot) => this.#untilReady(slot)))
    const banners = ready.filter((message) => message?.banner)
    const shown = banners.find((message) => message!.hasDemo) ?? banners[0]
    return { banner: shown?.banner ?? '' }
  }

  /** Replaces the processes one by one, each when its successor is working. */
  async reload(): Promise<void> {
    if (this.#reloading) {
      this.#reloadAgain = true
      return this.#reloading
    }
    this.#reloading = this.#reloadAll()
    await this.#reloading
    this.#reloading = undefined
    if (!this.#reloadAgain || this.#stopping.signal.aborted) return
    this.#reloadAgain = false
    await this.reload()
  }

  /** Stops all processes gracefully. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const running = this.#slots.map(({ member }) => member)
    if (this.#outgoing) running.push(this.#outgoing)
    await Promise.all(running.map((member) => member.stop()))
    await this.#reloading
  }

  async #reloadAll(): Promise<void> {
    const { notice } = this.options
    for (const slot of this.#slots) {
      const next = this.#start(slot)
      const abandon = () => void next.stop()
      this.#stopping.signal.addEventListener('abort', abandon)
      const ready = await next.ready
      this.#stopping.signal.removeEventListener('abort', abandon)
      if (this.#stopping.signal.aborted) {
        await next.stop()
        return
      }
      if (!ready) {
        notice(`reload stopped: a new ${slot.role} process failed to start; the others continue.`)
        return
      }
      this.#outgoing = slot.member
      slot.member = next
      this.#watch(slot)
      await this.#outgoing.retire()
      this.#outgoing = undefined
    }
    notice('reloaded all processes.')
  }

  #add(role: Role, name: string): Member {
    const member = this.#start({ role, name })
    this.#slots.push({ role, name, member, delay: new RestartDelay() })
    return member
  }

  #start({ role, name }: Pick<Slot, 'role' | 'name'>): Member {
    const { scripts, env } = this.options
    const member = Member.start(role, scripts, { ...env, CURIA_PROCESS: name })
    this.#metrics.watch(member)
    return member
  }

  /** Restarts the process of a slot when it ends unexpectedly. */
  #watch(slot: Slot): void {
    const { member } = slot
    void member.ended.then((end) => {
      if (member.leaving || slot.member !== member) return
      void this.#replace(slot, end)
    })
  }

  async #replace(slot: Slot, { code, signal }: End): Promise<void> {
    const { notice } = this.options
    if (this.#stopping.signal.aborted) return
    const delay = slot.delay.next(Date.now() - slot.member.started)
    const pause = delay ? `in ${delay / 1000} s` : 'now'
    const how =
      signal === HUNG_SIGNAL ? 'stopped responding and was killed' : `ended with ${signal ?? code}`
    notice(`${slot.name} ${how}; a new one starts ${pause}.`)
    const { signal: stopping } = this.#stopping
    await sleep(delay, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) return
    slot.member = this.#start(slot)
    this.#watch(slot)
  }

  /** Resolves when the process of a slot is working, or its replacement if it died first. */
  async #untilReady(slot: Slot): Promise<ReadyMessage | undefined> {
    while (!this.#stopping.signal.aborted) {
      const { member } = slot
      const ready = await member.ready
      if (ready) return ready
      while (slot.member === member && !this.#stopping.signal.aborted) await sleep(50)
    }
    return undefined
  }
}
