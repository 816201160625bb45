import type { ApplicationService } from '@adonisjs/core/types'
import { isRunning } from '#app/support/run_mode'
import { settings } from '#start/env'
import { traceStatements } from '#app/database/traced_statements'
import { productVersion } from '#app/support/product_version'
import type { TracingOptions } from '#app/support/tracing/open_telemetry'
import { useTracer } from '#app/support/tracing/spans'

/**
 * Sends traces to the configured collector, from before the first request until everything else
 * has stopped.
 */
export default class TracingProvider {
  #stop: (() => Promise<void>) | undefined

  constructor(protected app: ApplicationService) {}

  async start() {
    const { tracing } = settings
    if (isRunning(this.app) && tracing) this.#stop = await startTracing(this.app, tracing)
  }

  async shutdown() {
    await this.#stop?.()
  }
}

/**
 * Enables tracing in this process.
 *
 * @returns function that sends queued spans and stops
 */
export async function startTracing(
  { container }: Pick<ApplicationService, 'container'>,
  options: Pick<TracingOptions, 'url' | 'sampler' | 'ratio' | 'delay'>
): Promise<() => Promise<void>> {
  const { OpenTelemetryTracer } = await import('#app/support/tracing/open_telemetry')
  const logger = await container.make('logger')
  const tracer = new OpenTelemetryTracer({
    ...options,
    version: productVersion(),
    failed: (error) =>
      logger.warn({ error: error?.message }, 'could not send traces to the collector'),
  })
  const database = await container.make('lucid.db')
  const untrace = traceStatements(database.connection().getWriteClient())
  useTracer(tracer)
  return async () => {
    useTracer(undefined)
    untrace()
    await tracer.stop()
  }
}
