/**
 * What this process counts, for Prometheus. Each is declared beside
 * what it counts. Labels have values from declarations only (routes, jobs,
 * scopes, statuses): what clients send would make a series of each value.
 */
import { Counter, Histogram, Registry } from 'prom-client'

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
