/**
 * Prometheus metrics of this process, declared next to the code they measure. Label values
 * must come from declarations (routes, jobs, scopes, statuses), because each value sent by a
 * client would create a time series.
 */
import { Counter, Histogram, Registry, Gauge, AggregatorRegistry } from 'prom-client'
import { resourceUsage, uptime } from 'node:process'

export const metrics = new Registry()

/** @param name for example `curia_requests_total` */
export function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[]
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [metrics] })
}

/** @param buckets upper bounds in seconds */
export function durations<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: number[]
): Histogram<Label> {
  return new Histogram({ name, help, labelNames, buckets, registers: [metrics] })
}

/**
 * Metrics of the process, with the standard Prometheus names. With `WORKERS`, each process has
 * its name as a label.
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

add('process_cpu_seconds_total', 'CPU time in seconds.', () => {
  const { userCPUTime, systemCPUTime } = resourceUsage()
  return (userCPUTime + systemCPUTime) / 1e6
})
add('process_resident_memory_bytes', 'Resident memory in bytes.', () => process.memoryUsage.rss())
const started = Date.now() / 1000 - uptime()
add('process_start_time_seconds', 'Start time of the process as a Unix timestamp.', () => started)

/** Metrics as returned by `getMetricsAsJSON`. */
export type MetricList = object[]

/** Metrics of one process. */
export interface ProcessFigures {
  /** Counters and histograms, which are added up over all processes. */
  counted: MetricList
  /** Gauges of the process itself. */
  own: MetricList
}

/** From a process to the supervisor: requests the metrics of all processes. */
export interface GatherMessage {
  curia: 'gather metrics'
  id: number
}

/** From the supervisor to each process: requests its metrics. */
export interface ReadMessage {
  curia: 'read metrics'
  id: number
}

/** The response; without an ID when sent by a process that ends. */
export interface FiguresMessage {
  curia: 'metrics'
  id?: number
  figures: ProcessFigures
}

/** From the supervisor to the requesting process. */
export interface GatheredMessage {
  curia: 'gathered metrics'
  id: number
  counted: MetricList[]
  own: MetricList[]
}

type Message = GatherMessage | ReadMessage | FiguresMessage | GatheredMessage

/** Whether a message has the given kind. */
export function isMetricsMessage<Kind extends Message['curia']>(
  message: unknown,
  kind: Kind
): message is Extract<Message, { curia: Kind }> {
  return (message as Partial<Message> | null)?.curia === kind
}

let lastId = 0

/** Responds to requests of the supervisor. */
export function answerSupervisor(): void {
  process.on('message', (message) => {
    if (isMetricsMessage(message, 'read metrics')) void sendFigures(message.id)
  })
}

/** Gets the metrics of all processes: the aggregated counters, and each process's gauges. */
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
  return [aggregateMetrics(counted), aggregateMetrics(own)]
}

/** Aggregates metrics with the same names and labels. */
export function aggregateMetrics(lists: MetricList[]): Registry {
  return AggregatorRegistry.aggregate(lists)
}

/**
 * Sends this process's metrics to the supervisor.
 *
 * @param id ID of the request; undefined when the process ends
 */
export async function sendFigures(id?: number): Promise<void> {
  const [counted, own] = await Promise.all([
    metrics.getMetricsAsJSON(),
    processMetrics.getMetricsAsJSON(),
  ])
  await send({ curia: 'metrics', id, figures: { counted, own } })
}

/**
 * Resolves when the message is written or can't be, because the supervisor has ended and this
 * process ends, too.
 */
function send(message: Message): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) return resolve()
    process.send!(message, undefined, undefined, () => resolve())
  })
}
