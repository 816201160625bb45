/**
 * Metrics of all processes under the supervisor, for the one that was asked.
 * What a process has counted stays in the sums after its end: a sum that
 * falls would look to Prometheus like a restart of the whole server.
 */
import type { ChildProcess } from 'node:child_process'
import {
  isMetricsMessage,
  sumOf,
  type FiguresMessage,
  type GatheredMessage,
  type MetricList,
  type ProcessFigures,
  type ReadMessage,
} from '#app/support/metrics'

/** Milliseconds a process has to answer; of one that does not, the last figures count. */
const ANSWER_WITHIN = 2_000

/** What this needs of a member. */
export interface Counting {
  readonly process: Pick<ChildProcess, 'on' | 'once' | 'off' | 'connected'> & {
    send: (message: object) => unknown
  }
  /** Whether it does its work, and so answers. */
  readonly isReady: boolean
  /** Whether another has taken its place. */
  readonly leaving: boolean
}

export class MetricsGatherer {
  /** The last figures of processes that have not ended. */
  readonly #latest = new Map<Counting, ProcessFigures>()
  readonly #members = new Set<Counting>()
  /** Sums of those that have. */
  #ended: MetricList = []
  #adding: Promise<void> = Promise.resolve()
  #lastId = 0

  constructor(readonly answerWithin = ANSWER_WITHIN) {}

  /** Counts a process in from its start until after its end. */
  watch(member: Counting): void {
    this.#members.add(member)
    member.process.on('message', (message: unknown) => {
      if (isMetricsMessage(message, 'metrics')) this.#latest.set(member, message.figures)
      else if (isMetricsMessage(message, 'gather metrics')) void this.#answer(member, message.id)
    })
    // Later than "exit": its last message has been read.
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

  /** Resolves with its answer, its end or after a while. */
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
    const sums = await sumOf([this.#ended, last.counted]).getMetricsAsJSON()
    this.#ended = sums
    this.#latest.delete(member)
  }
}
