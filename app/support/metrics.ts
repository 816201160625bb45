/**
 * What this process counts, for Prometheus. Each is declared beside
 * what it counts. Labels have values from declarations only (routes, jobs,
 * scopes, statuses): what clients send would make a series of each value.
 */
import { Counter, Histogram, Registry, Gauge } from 'prom-client'
import { resourceUsage, uptime } from 'node:process'

export const metrics = new Registry()

/** @param name as `curia_requests_total` */
export function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[]
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [metrics] })
}

/** @param buckets upper bounds, in seconds */
export function durations<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: number[]
): Histogram<Label> {
  return new Histogram({ name, help, labelNames, buckets, registers: [metrics] })
}

/**
 * Metrics of the process itself, with the names Prometheus has for all
 * programs. Of the processes of `WORKERS` each has its name as a label.
 */
export const processMetrics = new Registry()

/** Set by the supervisor; undefined for a single process. */
const NAME = process.env.CURIA_PROCESS
const LABELS: Record<string, string> = NAME ? { process: NAME } : {}

const add = (name: string, help: string, read: () => number) =>
  new Gauge({
    name,
    help,
    labelNames: Object.keys(LABELS),
    registers: [processMetrics],
    collect() {
      this.set(LABELS, read())
    },
  })

add('process_cpu_seconds_total', 'Processor time in seconds.', () => {
  const { userCPUTime, systemCPUTime } = resourceUsage()
  return (userCPUTime + systemCPUTime) / 1e6
})
add('process_resident_memory_bytes', 'Resident memory in bytes.', () => process.memoryUsage.rss())
const started = Date.now() / 1000 - uptime()
add('process_start_time_seconds', 'Start of the process, Unix time.', () => started)
