/**
 * The floor: node:http and pg, nothing else, running the very statements the
 * server runs for the same addresses. Started as a process of its own.
 *
 * Arguments: a JSON file `{ connection, statements: { path: Statement } }`.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'

export interface FloorStatement {
  /** Undefined where the server does not prepare the statement either. */
  name?: string
  text: string
  values: unknown[]
  /** Rows to show; undefined answers with the one document. */
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
