/**
 * Spans of SQL statements: their texts without values, if they run in a
 * request or job.
 */
import type { Span } from '@opentelemetry/api'
import type { Knex } from 'knex'
import { childSpan, failSpan } from '#app/support/tracing/spans'

const MAX_LENGTH = 2_000
/** Values are almost always parameters; literals in the text are removed. */
const LITERAL = /'(?:[^']|'')*(?:'|$)/g

/** Starts the span of a statement; undefined outside of a request or job, or if tracing is off. */
export function statementSpan(sql: string): Span | undefined {
  const text = sql.trimStart()
  const operation = /^\w+/.exec(text)?.[0].toUpperCase() ?? 'SQL'
  return childSpan(operation, {
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text
        .slice(0, 2 * MAX_LENGTH)
        .replaceAll(LITERAL, "'?'")
        .slice(0, MAX_LENGTH),
    },
  })
}

/** Traces Lucid's statements, including those in transactions. */
export function traceStatements(knex: Knex): () => void {
  const running = new Map<string, Span>()
  const take = ({ __knexQueryUid: id }: Query) => {
    const span = running.get(id)
    running.delete(id)
    return span
  }
  const began = (query: Query) => {
    const span = statementSpan(query.sql)
    if (span) running.set(query.__knexQueryUid, span)
  }
  const answered = (_: unknown, query: Query) => take(query)?.end()
  const failed = (error: unknown, query: Query) => {
    const span = take(query)
    if (span) failSpan(span, error)
  }
  knex.on('query', began)
  knex.on('query-response', answered)
  knex.on('query-error', failed)
  return () => {
    knex.off('query', began)
    knex.off('query-response', answered)
    knex.off('query-error', failed)
  }
}

/** Knex's data about a statement. */
interface Query {
  sql: string
  __knexQueryUid: string
}
