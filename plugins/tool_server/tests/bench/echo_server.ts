/**
 * An SDK server with a tool that returns its argument, to measure the cost of a
 * tool call alone. Prints its port and exits when standard input closes.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  fromJsonSchema,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

function makeServer(): McpServer {
  const server = new McpServer({ name: 'echo', version: '1' })
  const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
  server.registerTool(
    'echo',
    { inputSchema: fromJsonSchema<{ text: string }>(schema as never) },
    (args) => ({ content: [{ type: 'text', text: args.text }] })
  )
  return server
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  return new Request(`http://127.0.0.1${incoming.url}`, {
    method: 'POST',
    // The transport rejects clients that don't accept both.
    headers: { ...incoming.headers, accept: 'application/json, text/event-stream' } as never,
    body: await text(incoming),
  })
}

const http = createServer(async (incoming, outgoing) => {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  const server = makeServer()
  await server.connect(transport)
  const answer = await transport.handleRequest(await requestOf(incoming))
  const body = await answer.text()
  outgoing.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  outgoing.end(body)
  await server.close()
})

http.listen(0, '127.0.0.1', () => console.log((http.address() as { port: number }).port))
process.stdin.resume().once('end', () => process.exit(0))
