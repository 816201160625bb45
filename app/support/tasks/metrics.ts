/** Metrics of task lanes. */
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
  'Ended thread tasks by outcome: deadline or memory if terminated, refused if the lane was full.',
  ['lane', 'outcome']
)

/** Counts a task that ended or was rejected. */
export function countEnded(lane: string, outcome: TaskOutcome): void {
  ended.inc({ lane, outcome })
}

/** Registers the gauges of a pool's lanes. */
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
  gauge('curia_tasks_queued', 'Queued tasks by thread lane.', (lane) => lane.queued)
  gauge('curia_tasks_running', 'Running tasks by thread lane.', (lane) => lane.running)
}
