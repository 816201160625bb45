/**
 * Combines the metrics of all supervised processes. Counters of a process are kept after its
 * end: a decreasing counter would look like a restart of the whole server to Prometheus.
 */
import type { ChildProcess } from 'node:child_process'
import {
  isMetricsMessage,
  aggregateMetrics,
  type FiguresMessage,
  type GatheredMessage,
  type MetricList,
  type ProcessFigures,
  type ReadMessage,
} from '#app/support/metrics'

/** Response timeout of a process in milliseconds; after it, its last known metrics are used. */
const ANSWER_WITHIN = 2_000

/** The part of a member that metrics require. */
export interface Counting {
  readonly process: Pick<ChildProcess, 'on' | 'once' | 'off' | 'connected'> & {
    send: (message: object) => unknown
  }
  /** Whether it is working, and so responds. */
  readonly isReady: boolean
  /** Whether it has been replaced. */
  readonly leaving: boolean
}

export class MetricsGatherer {
  /** Last metrics of running processes. */
  readonly #latest = new Map<Counting, ProcessFigures>()
  readonly #members = new Set<Counting>()
  /** Sums of ended processes. */
  #ended: MetricList = []
  #adding: Promise<void> = Promise.resolve()
  #lastId = 0

  constructor(readonly answerWithin = ANSWER_WITHIN) {}

  /** Includes a process from its start. */
  watch(member: Counting): void {
    this.#members.add(member)
    member.process.on('message', (message: unknown) => {
      if (isMetricsMessage(message, 'metrics')) this.#latest.set(member, message.figures)
      else if (isMetricsMessage(message, 'gather metrics')) void this.#answer(member, message.id)
    })
    // Later than "exit": all its messages have been read.
    member.process.once('close', () => {
      this.#members.delete(member)
      this.#adding = this.#adding.then(() => this.#keep(member))
    })
  }

  async #answer(asker: Counting, id: number): Promise<void> {
    const asked = [...this.#members].filter(({ isReady, process }) => isReady && process.connected)
    await Promise.all(asked.map((member) => this.#read(member)))
    await this.#adding
    const answer: GatheredMessage = {
      curia: 'gathered metrics',
      id,
      counted: [this.#ended, ...[...this.#latest.values()].map(({ counted }) => counted)],
      own: asked
        .filter(({ leaving, process }) => !leaving && process.connected)
        .map((member) => this.#latest.get(member)?.own ?? []),
    }
    if (asker.process.connected) asker.process.send(answer)
  }

  /** Resolves with its response, its end, or the timeout. */
  #read({ process }: Counting): Promise<void> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(late)
        process.off('message', look)
        process.off('close', done)
        resolve()
      }
      const look = (message: unknown) => {
        if (isMetricsMessage(message, 'metrics') && (message as FiguresMessage).id === id) done()
      }
      const late = setTimeout(done, this.answerWithin)
      process.on('message', look)
      process.once('close', done)
      process.send({ curia: 'read metrics', id } satisfies ReadMessage)
    })
  }

  async #keep(member: Counting): Promise<void> {
    const last = this.#latest.get(member)
    if (!last) return
    const sums = await aggregateMetrics([this.#ended, last.counted]).getMetricsAsJSON()
    this.#ended = sums
    this.#latest.delete(member)
  }
}
