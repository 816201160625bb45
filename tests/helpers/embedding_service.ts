/**
 * Embedding services in the test process, over real HTTP. Vectors are derived from
 * the words of a text.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hash } from 'node:crypto'
import { DIMENSIONS } from '#app/search_engine/embeddings/models'

export interface SeenRequest {
  path: string
  headers: IncomingHttpHeaders
  body: any
}

export interface EmbeddingService {
  url: string
  seen: SeenRequest[]
  /** Overrides the response. Returns false to send the default response. */
  answer: (request: SeenRequest, response: ServerResponse) => boolean
  close: () => Promise<void>
}

/** Each word has its own direction, so texts with the same words are close. */
export function wordVector(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0)
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? [])
    vector[Number.parseInt(hash('sha1', word, 'hex').slice(0, 8), 16) % DIMENSIONS]! += 1
  return vector
}

export async function startEmbeddingService(): Promise<EmbeddingService> {
  const seen: SeenRequest[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const entry = { path: request.url!, headers: request.headers, body: JSON.parse(text) }
      seen.push(entry)
      if (service.answer(entry, response)) return
      const answer = standardAnswer(entry)
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer ?? { detail: 'Not Found' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: EmbeddingService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer: () => false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}

/** The default response. */
export function standardAnswer({ path, body }: SeenRequest): unknown {
  switch (path) {
    case '/v1/embeddings':
      return {
        data: body.input
          .map((text: string, index: number) => ({ index, embedding: wordVector(text) }))
          .reverse(),
      }
    case '/api/v1/embed/query':
      return { embedding: wordVector(`search_query: ${body.text}`) }
    case '/api/v1/embed/batch':
      return body.documents.map(({ id, text }: { id: number; text: string }) => ({
        id,
        embeddings: text
          .split('|')
          .map((chunk, at) => ({ chunk_number: at + 1, chunk, embedding: wordVector(chunk) })),
      }))
  }
}
