/** Clients of a soak test: requests at an even rate on persistent connections. */
import { Agent, request, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TrafficClass } from './soak_traffic.js'
import { milliseconds, quantile, whole } from './table.js'

const ALERTS = '/api/rest/v4/alerts/'
const WRITE = 'write'

export interface SoakClientsOptions {
  port: number
  authorization: string
  classes: TrafficClass[]
  connections: number
  seconds: number
  /** Requests per second over all connections. */
  rate: number
}

export class SoakClients {
  readonly #agent: Agent
  readonly #turns: TrafficClass[]
  /** Latency of each request in milliseconds: since the last period, and in total by class. */
  #period: number[] = []
  readonly #times = new Map<string, number[]>()
  #errors = new Map<string, number>()
  #asked = 0
  #sent = 0

  constructor(readonly options: SoakClientsOptions) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: options.connections })
    this.#turns = options.classes.flatMap((kind) => Array.from({ length: kind.share }, () => kind))
  }

  /** Sends requests until the time is over. */
  async run(): Promise<void> {
    const { connections, seconds } = this.options
    const end = Date.now() + seconds * 1000
    const watched = { name: 'soak', query: 'q=court', rate: 'rt' }
    await this.#ask(WRITE, ALERTS, { method: 'POST', body: watched })
    await Promise.all(Array.from({ length: connections }, (_, turn) => this.#drive(turn, end)))
    this.#agent.destroy()
  }

  /** Row of the requests since the last period: count, p50 and p99 in milliseconds, and errors. */
  takePeriod(): string[] {
    const times = this.#period.sort((one, other) => one - other)
    const problems = [...this.#errors].map(([name, count]) => `${count} × ${name}`)
    this.#period = []
    this.#errors = new Map()
    return [whole(times.length), ...quantiles(times, 0.5, 0.99), problems.join(', ') || '0']
  }

  /** A row for each class: count, and p50, p95, and p99 in milliseconds. */
  byClass(): string[][] {
    return [...this.#times].map(([name, times]) => {
      times.sort((one, other) => one - other)
      return [name, whole(times.length), ...quantiles(times, 0.5, 0.95, 0.99)]
    })
  }

  async #drive(turn: number, end: number): Promise<void> {
    const { connections, rate } = this.options
    const pause = (connections / rate) * 1000
    // Spread over the first interval for an even rate.
    await sleep((turn / connections) * pause)
    while (Date.now() < end) {
      const started = Date.now()
      const place = this.#asked++
      // An odd step gives neighbors different classes.
      const kind = this.#turns[(place * 37) % 100]
      if (kind) await this.#ask(kind.name, kind.paths[place % kind.paths.length]!)
      else await this.#write(place)
      await sleep(Math.max(0, pause - (Date.now() - started)))
    }
  }

  /** Creates an alert and deletes it, because accounts have an alert limit. */
  async #write(place: number): Promise<void> {
    const body = { name: `soak ${place}`, query: 'q=law', rate: 'off' }
    const made = await this.#ask(WRITE, ALERTS, { method: 'POST', body })
    if (made === undefined) return
    await this.#ask(WRITE, `${ALERTS}${JSON.parse(made).id}/`, { method: 'DELETE' })
  }

  /** @returns the body, or undefined after a failure */
  async #ask(
    kind: string,
    path: string,
    write: { method?: string; body?: object } = {}
  ): Promise<string | undefined> {
    const started = performance.now()
    const answer = await this.#send(path, write).catch((error: NodeJS.ErrnoException) => ({
      problem: error.code ?? error.message,
      body: '',
    }))
    const taken = performance.now() - started
    this.#period.push(taken)
    this.#times.set(kind, this.#times.get(kind) ?? [])
    this.#times.get(kind)!.push(taken)
    const { problem, body } = answer
    if (problem === undefined) return body
    const named = `${problem} (${kind})`
    this.#errors.set(named, (this.#errors.get(named) ?? 0) + 1)
    return undefined
  }

  /** Pages are limited by IP address, and these clients represent people in many places. */
  #nextAddress(): string {
    const place = this.#sent++ % this.options.connections
    return `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`
  }

  #send(
    path: string,
    { method = 'GET', body }: { method?: string; body?: object }
  ): Promise<{ problem?: string; body: string }> {
    const { port, authorization } = this.options
    const headers: OutgoingHttpHeaders = {
      authorization,
      'content-type': 'application/json',
      'x-forwarded-for': this.#nextAddress(),
    }
    return new Promise((resolve, reject) => {
      const target = { host: '127.0.0.1', port, agent: this.#agent, path, method, headers }
      request(target, (response) => {
        const status = response.statusCode!
        text(response).then(
          (answer) =>
            resolve({ body: answer, ...(status >= 400 && { problem: `status ${status}` }) }),
          reject
        )
      })
        .once('error', reject)
        .end(body && JSON.stringify(body))
    })
  }
}

const quantiles = (sorted: number[], ...shares: number[]) =>
  shares.map((share) => (sorted.length ? milliseconds(quantile(sorted, share)) : ''))
