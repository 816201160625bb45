/**
 * Spans of OpenTelemetry, where traces are sent; otherwise the work is done
 * and nothing else. Attributes name what the server declares (routes, jobs,
 * statements), never values of clients.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span } from '@opentelemetry/api'

export interface SpanStart {
  kind: 'server' | 'client' | 'producer' | 'consumer'
  attributes?: Attributes
  /** `traceparent` and `tracestate` of the caller, whose trace is continued. */
  caller?: Record<string, string | undefined>
  /** `traceparent` of what set this work off, or blank; the span begins a trace of its own and refers to it. */
  cause?: string
}

/** What makes spans. */
export interface Tracer {
  /** @param parent undefined begins a trace */
  start(name: string, start: SpanStart, parent?: Span): Span
  /** Ends it as failed. */
  fail(span: Span, error: unknown): void
  traceparent(span: Span): string
}

const active = new AsyncLocalStorage<Span>()
let tracer: Tracer | undefined

/** Has work of this process traced; undefined ends that. */
export function useTracer(made: Tracer | undefined): void {
  tracer = made
}

/** Whether spans are made. */
export const isTraced = (): boolean => tracer !== undefined

/** `traceparent` of the span this is called in; undefined outside of one. */
export function currentTraceparent(): string | undefined {
  const span = active.getStore()
  return span && tracer?.traceparent(span)
}

/** Begins a span in which nothing else is done, or undefined: outside of another one it would be a trace of its own. */
export function childSpan(name: string, start: SpanStart): Span | undefined {
  const parent = active.getStore()
  // One that has ended is that of a connection or timer which outlives its request.
  return parent?.isRecording() ? tracer?.start(name, start, parent) : undefined
}

/** Ends a span as failed. */
export function failSpan(span: Span, error: unknown): void {
  tracer?.fail(span, error)
}

/** Does work in a span, which the caller ends. */
export function inSpan<T>(name: string, start: SpanStart, work: (span: Span | undefined) => T): T {
  if (!tracer) return work(undefined)
  const beginsTrace = start.caller !== undefined || start.cause !== undefined
  const span = tracer.start(name, start, beginsTrace ? undefined : active.getStore())
  return active.run(span, () => work(span))
}

/** Does work in a span that ends with it. */
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
