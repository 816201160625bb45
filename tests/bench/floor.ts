/**
 * The baseline: only node:http and pg, running the server's exact statements for
 * the same URLs. Runs as a separate process.
 *
 * Arguments: a JSON file `{ connection, statements: { path: Statement } }`.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'

export interface FloorStatement {
  /** Undefined if the server doesn't prepare the statement either. */
  name?: string
  text: string
  values: unknown[]
  /** Number of rows to return. Undefined returns the single document. */
  size?: number
}

const { connection, statements } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as {
  connection: pg.PoolConfig
  statements: Record<string, FloorStatement>
}
const pool = new pg.Pool({ ...connection, max: 10, options: '-c TimeZone=UTC -c DateStyle=ISO' })

const server = createServer(async (request, response) => {
  const { name, text, values, size } = statements[request.url!]!
  const { rows } = await pool.query({ name, text, values, rowMode: 'array' })
  const body =
    size === undefined
      ? rows[0][0]
      : `{"count":"","next":"","previous":null,"results":[${rows
          .slice(0, size)
          .map(([document]) => document)
          .join(',')}]}`
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as { port: number }).port}\n`)
})
