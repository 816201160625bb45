import type { ApplicationService } from '@adonisjs/core/types'
import { traceStatements } from '#app/database/traced_statements'
import { productVersion } from '#app/support/product_version'
import type { TracingOptions } from '#app/support/tracing/open_telemetry'
import { useTracer } from '#app/support/tracing/spans'

/**
 * Has the work of this process traced.
 *
 * @returns sends what is queued, and ends it
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
      logger.warn({ error: error?.message }, 'traces cannot be sent to the collector'),
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
