/**
 * A query whose rows stay as the server sent them: arrays of text. The driver's
 * own query copies its settings, requests a description of the columns, and
 * builds a result object, and uses much of the time of a short query.
 */
import pg from 'pg'

export type Row = (string | null)[]

/** The driver connection's interface for queries (as used by `pg-cursor`); its types omit it. */
export interface QueryConnection {
  /** Texts of the statements prepared on this connection, by name. */
  parsedStatements: Record<string, string>
  stream: { cork: () => void; uncork: () => void }
  parse: (message: { text: string; name?: string }) => void
  bind: (message: {
    statement?: string
    values: unknown[]
    valueMapper: (value: unknown) => unknown
  }) => void
  execute: (message: object) => void
  sync: () => void
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } })
  .utils

/** Runs once; pass it to `client.query` and await `rows`. */
export class TextQuery {
  readonly rows: Promise<Row[]>
  #rows: Row[] = []
  #resolve!: (rows: Row[]) => void
  #reject!: (error: Error) => void
  /** The driver reports errors through it while the query is queued. */
  readonly callback = (error: Error | null) => void (error && this.#reject(error))

  /** @param name name to prepare the statement under; undefined runs it unprepared */
  constructor(
    readonly text: string,
    readonly values: unknown[],
    readonly name?: string
  ) {
    this.rows = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(connection: QueryConnection): null {
    connection.stream.cork()
    try {
      if (!this.name || connection.parsedStatements[this.name] === undefined)
        connection.parse({ text: this.text, name: this.name })
      connection.bind({
        statement: this.name,
        values: this.values,
        valueMapper: prepareValue,
      })
      connection.execute({})
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.#rows.push(fields)
  }

  handleRowDescription(): void {}

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows)
  }
}
