/**
 * A query whose rows stay what the server sent: arrays of text. The driver's
 * own query copies its settings, asks for a description of the columns and
 * builds a result object, which costs a short answer a good part of its time.
 */
import pg from 'pg'

export type Row = (string | null)[]

/** What the driver's connection offers to queries (as `pg-cursor` uses it); its types leave it out. */
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

/** Runs once; give it to `client.query` and await `rows`. */
export class TextQuery {
  readonly rows: Promise<Row[]>
  #rows: Row[] = []
  #resolve!: (rows: Row[]) => void
  #reject!: (error: Error) => void
  /** The driver reports an error through it while the query waits its turn. */
  readonly callback = (error: Error | null) => void (error && this.#reject(error))

  /** @param name to prepare the statement under; undefined runs it once */
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
