/**
 * OpenTelemetry spans, if tracing is configured; otherwise only the work is done. Attributes
 * contain declared names (routes, jobs, statements), never values from clients.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span } from '@opentelemetry/api'

export interface SpanStart {
  kind: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: Attributes
  /** `traceparent` and `tracestate` of the caller, whose trace is continued. */
  caller?: Record<string, string | undefined>
  /**
   * `traceparent` of the cause, or an empty string. The span starts a new trace that links to
   * it.
   */
  cause?: string
}

/** Creates spans. */
export interface Tracer {
  /** @param parent undefined starts a new trace */
  start(name: string, start: SpanStart, parent?: Span): Span
  /** Ends a span as failed. */
  fail(span: Span, error: unknown): void
  traceparent(span: Span): string
}

const active = new AsyncLocalStorage<Span>()
let tracer: Tracer | undefined

/** Turns on tracing in this process; undefined turns it off. */
export function useTracer(made: Tracer | undefined): void {
  tracer = made
}

/** Whether tracing is on. */
export const isTraced = (): boolean => tracer !== undefined

/** `traceparent` of the current span; undefined outside a span. */
export function currentTraceparent(): string | undefined {
  const span = active.getStore()
  return span && tracer?.traceparent(span)
}

/**
 * Starts a span without nested spans; undefined outside another span, where it would start a
 * trace.
 */
export function childSpan(name: string, start: SpanStart): Span | undefined {
  const parent = active.getStore()
  // A parent that has ended belongs to a connection or timer that outlives its request.
  return parent?.isRecording() ? tracer?.start(name, start, parent) : undefined
}

/** Ends a span as failed. */
export function failSpan(span: Span, error: unknown): void {
  tracer?.fail(span, error)
}

/** Runs work in a span, which the caller ends. */
export function inSpan<T>(name: string, start: SpanStart, work: (span: Span | undefined) => T): T {
  if (!tracer) return work(undefined)
  const beginsTrace = start.caller !== undefined || start.cause !== undefined
  const span = tracer.start(name, start, beginsTrace ? undefined : active.getStore())
  return active.run(span, () => work(span))
}

/** Runs work in a span that ends with it. */
export async function traced<T>(
  name: string,
  start: SpanStart,
  work: () => Promise<T>
): Promise<T> {
  if (!tracer) return work()
  return inSpan(name, start, async (span) => {
    try {
      const result = await work()
      span?.end()
      return result
    } catch (error) {
      if (span) failSpan(span, error)
      throw error
    }
  })
}
