/**
 * What this process counts, for Prometheus. Each is declared beside
 * what it counts. Labels have values from declarations only (routes, jobs,
 * scopes, statuses): what clients send would make a series of each value.
 */
import { Counter, Histogram, Registry, Gauge, AggregatorRegistry } from 'prom-client'
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

/** Metrics as `getMetricsAsJSON` has them. */
export type MetricList = object[]

/** Metrics of one process. */
export interface ProcessFigures {
  /** Counters and histograms, which add up to those of the server. */
  counted: MetricList
  /** Gauges of the process itself. */
  own: MetricList
}

/** Of a process to the supervisor: send me the figures of all. */
export interface GatherMessage {
  curia: 'gather metrics'
  id: number
}

/** Of the supervisor to each process: send me your figures. */
export interface ReadMessage {
  curia: 'read metrics'
  id: number
}

/** The answer to it; without an ID those of a process that ends. */
export interface FiguresMessage {
  curia: 'metrics'
  id?: number
  figures: ProcessFigures
}

/** Of the supervisor to the process that asked. */
export interface GatheredMessage {
  curia: 'gathered metrics'
  id: number
  counted: MetricList[]
  own: MetricList[]
}

type Message = GatherMessage | ReadMessage | FiguresMessage | GatheredMessage

/** Whether a message between processes is one of these. */
export function isMetricsMessage<Kind extends Message['curia']>(
  message: unknown,
  kind: Kind
): message is Extract<Message, { curia: Kind }> {
  return (message as Partial<Message> | null)?.curia === kind
}

let lastId = 0

/** Has this process answer the supervisor. */
export function answerSupervisor(): void {
  process.on('message', (message) => {
    if (isMetricsMessage(message, 'read metrics')) void sendFigures(message.id)
  })
}

/** Metrics of all processes: the sums of what they count, and the gauges of each. */
export async function gatherFromSupervisor(): Promise<Registry[]> {
  const id = ++lastId
  const { counted, own } = await new Promise<GatheredMessage>((resolve) => {
    const look = (message: unknown) => {
      if (!isMetricsMessage(message, 'gathered metrics') || message.id !== id) return
      process.off('message', look)
      resolve(message)
    }
    process.on('message', look)
    void send({ curia: 'gather metrics', id })
  })
  return [sumOf(counted), sumOf(own)]
}

/** Adds up metrics with the same names and labels. */
export function sumOf(lists: MetricList[]): Registry {
  return AggregatorRegistry.aggregate(lists)
}

/** Tells the supervisor what this process has counted. @param id of the question; undefined at the end of the process */
export async function sendFigures(id?: number): Promise<void> {
  const [counted, own] = await Promise.all([
    metrics.getMetricsAsJSON(),
    processMetrics.getMetricsAsJSON(),
  ])
  await send({ curia: 'metrics', id, figures: { counted, own } })
}

/** Resolves when it has been written, or cannot be: then the supervisor is gone, and this process ends. */
function send(message: Message): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) return resolve()
    process.send!(message, undefined, undefined, () => resolve())
  })
}
