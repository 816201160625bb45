/** Metrics of the lanes of tasks. */
import { Gauge } from 'prom-client'
import { counter, metrics } from '../metrics.js'

export type TaskOutcome =
  'done' | 'failed' | 'deadline' | 'memory' | 'cancelled' | 'refused' | 'closed'

interface ObservedLane {
  options: { name: string }
  queued: number
  running: number
}

const ended = counter(
  'curia_tasks_total',
  'Tasks in threads that ended, by outcome: deadline and memory for those that were ended, refused for those of a full lane.',
  ['lane', 'outcome']
)

/** Counts a task that ended, or was refused. */
export function countEnded(lane: string, outcome: TaskOutcome): void {
  ended.inc({ lane, outcome })
}

/** Declares the gauges of the lanes of a pool. */
export function observeLanes(lanes: () => Iterable<ObservedLane>): void {
  const gauge = (name: string, help: string, read: (lane: ObservedLane) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['lane'],
      registers: [metrics],
      collect() {
        this.reset()
        for (const lane of lanes()) this.inc({ lane: lane.options.name }, read(lane))
      },
    })
  gauge('curia_tasks_queued', 'Queued tasks, by lane of threads.', (lane) => lane.queued)
  gauge('curia_tasks_running', 'Running tasks, by lane of threads.', (lane) => lane.running)
}
