/** The two knex classes that our transactions extend; knex publishes no types for them. */
declare module 'knex/lib/dialects/postgres/execution/pg-transaction.js' {
  export interface PooledConnection {
    /** If set, the pool closes the connection instead of lending it again. */
    __knex__disposed?: unknown
  }

  interface TransactionClient {
    /** Resolves with knex's query object, which carries the driver's result. */
    query: (connection: unknown, sql: string) => Promise<{ response: { command: string } }>
  }

  export default class PgTransaction {
    constructor(client: unknown, ...args: unknown[])
    protected trxClient: TransactionClient
    protected _completed: boolean
    protected _resolver: (value?: unknown) => void
    protected _rejecter: (error: unknown) => void
    query(
      connection: PooledConnection,
      sql: string,
      status?: 1 | 2,
      value?: unknown
    ): Promise<unknown>
  }
}

declare module 'knex/lib/dialects/postgres/index.js' {
  export default class PgClient {
    transaction(...args: unknown[]): unknown
  }
}
