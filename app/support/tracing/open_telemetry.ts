/**
 * The OpenTelemetry SDK. Spans are queued and sent in batches over OTLP/HTTP. Loaded only if a
 * collector is configured.
 */
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { SamplerName } from './sampler_names.js'
import type { SpanStart, Tracer } from './spans.js'

export interface TracingOptions {
  /** URL of the collector, including the path for traces. */
  url: string
  version: string
  sampler: SamplerName
  /** Ratio of sampled traces, for samplers that have one. */
  ratio: number
  /** Called once when the collector becomes unreachable. */
  failed: (error: Error | undefined) => void
  /** Milliseconds between batches. */
  delay?: number
}

/** Milliseconds that a shutdown waits for the collector. */
const STOP_TIMEOUT = 2_000
/** Milliseconds for sending a batch, including retries. */
const SEND_TIMEOUT = 10_000
/** Maximum number of queued spans; further spans are dropped. */
const QUEUE = 2_048

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}

const propagator = new W3CTraceContextPropagator()
const FROM_HEADERS = {
  get: (headers: Record<string, string | undefined>, name: string) => headers[name],
  keys: (headers: Record<string, string | undefined>) => Object.keys(headers),
}

export class OpenTelemetryTracer implements Tracer {
  readonly #provider: TracerProvider
  readonly #tracer

  constructor(options: TracingOptions) {
    // The exporter reports failures once. The default handler would log a stack trace for each
    // batch.
    setGlobalErrorHandler(() => {})
    const { url, version, delay } = options
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT })
    this.#provider = new TracerProvider({
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': 'curia', 'service.version': version }))
        .merge(detectResources({ detectors: [envDetector] })),
      sampler: samplerOf(options),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: noticing(exporter, options.failed),
          maxQueueSize: QUEUE,
          ...(delay === undefined ? {} : { scheduledDelayMillis: delay }),
        }),
      ],
    })
    this.#tracer = this.#provider.getTracer('curia', version)
  }

  start(name: string, { kind, attributes, caller, cause }: SpanStart, parent?: Span): Span {
    const context = parent
      ? trace.setSpan(ROOT_CONTEXT, parent)
      : caller
        ? propagator.extract(ROOT_CONTEXT, caller, FROM_HEADERS)
        : ROOT_CONTEXT
    const linked = cause && trace.getSpanContext(extractCause(cause))
    return this.#tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        ...(attributes ? { attributes } : {}),
        ...(linked && isSpanContextValid(linked) ? { links: [{ context: linked }] } : {}),
      },
      context
    )
  }

  /** Records only the type of the error, because messages may contain values. */
  fail(span: Span, error: unknown): void {
    const { name, code } = (error ?? {}) as { name?: string; code?: string }
    span.setAttribute('error.type', code ?? name ?? 'Error')
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

  traceparent(span: Span): string {
    const headers: Record<string, string> = {}
    propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, {
      set: (carrier, name, value) => void (carrier[name] = value),
    })
    return headers.traceparent!
  }

  /** Sends the queued spans and stops, even if the collector doesn't respond. */
  async stop(): Promise<void> {
    let late: NodeJS.Timeout | undefined
    await Promise.race([
      this.#provider.shutdown().catch(() => {}),
      new Promise((resolve) => (late = setTimeout(resolve, STOP_TIMEOUT))),
    ])
    clearTimeout(late)
  }
}

const extractCause = (traceparent: string) =>
  propagator.extract(ROOT_CONTEXT, { traceparent }, FROM_HEADERS)

/** Uses the names of the specification. The SDK doesn't read the environment variables. */
function samplerOf({ sampler, ratio }: TracingOptions): Sampler {
  const [, isByParent, name] = /^(parentbased_)?(.*)$/.exec(sampler)!
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler()
  return isByParent ? new ParentBasedSampler({ root }) : root
}

/** Reports when batches can't be sent, once until one succeeds. */
function noticing(exporter: SpanExporter, failed: TracingOptions['failed']): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const wasAway = isAway
        isAway = result.code !== 0
        if (isAway && !wasAway) failed(result.error)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
