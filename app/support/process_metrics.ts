/**
 * Metrics of the process itself, with the names Prometheus has for all
 * programs. Of the processes of `WORKERS` each has its name as a label.
 */
import { resourceUsage, uptime } from 'node:process'
import { Gauge, Registry } from 'prom-client'

export const processMetrics = new Registry()

/** Given by the supervisor; of a single process there is none. */
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
