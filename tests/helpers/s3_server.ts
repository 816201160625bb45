/**
 * An S3-compatible server with the operations that file storage needs: HEAD, GET,
 * PUT, and DELETE of objects, ranges, `If-Match`, and verified signatures (AWS
 * Signature Version 4) in headers and URLs. It has no access control lists.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const S3_KEYS = { id: 'test-key', secret: 'test-secret' }

export interface S3Object {
  body: Buffer
  modified: Date
}

export class S3Server {
  readonly objects = new Map<string, S3Object>()
  /** Method, path, and range of the received requests. */
  readonly requests: string[] = []
  #server!: Server
  #port = 0

  private constructor(readonly bucket: string) {}

  static async start(bucket: string): Promise<S3Server> {
    const server = new S3Server(bucket)
    await server.open()
    return server
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Listens. After `close`, uses the same port and stored objects. */
  async open(): Promise<void> {
    this.#server = createServer((request, response) => this.#answer(request, response))
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Closes immediately, without responses to pending requests. */
  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = request
    const { pathname } = new URL(request.url!, this.endpoint)
    this.requests.push([method, pathname, headers.range].filter(Boolean).join(' '))
    const fail = (status: number, code: string) => {
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`)
    }
    if (!isSigned(request) && !isPresigned(request)) return fail(403, 'SignatureDoesNotMatch')
    // Like buckets created since April 2023.
    if (headers['x-amz-acl']) return fail(400, 'AccessControlListNotSupported')
    const prefix = `/${this.bucket}/`
    const key = decodeURIComponent(pathname.slice(prefix.length))
    const object = pathname.startsWith(prefix) ? this.objects.get(key) : undefined
    if (method === 'PUT') {
      const store = (body: Buffer) => {
        this.objects.set(key, { body, modified: new Date() })
        response.writeHead(200).end()
      }
      // A server that is killed aborts its requests.
      bodyOf(request).then(store, () => response.destroy())
      return
    }
    if (method === 'DELETE') {
      this.objects.delete(key)
      response.writeHead(204).end()
      return
    }
    if (!object) return fail(404, 'NoSuchKey')
    const { body, modified } = object
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
      return fail(412, 'PreconditionFailed')

    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const [start, end] = first === undefined ? [0, body.length - 1] : [Number(first), Number(last)]
    if (first !== undefined && start >= body.length) return fail(416, 'InvalidRange')
    const part = body.subarray(start, end + 1)
    response.writeHead(first === undefined ? 200 : 206, {
      'etag': etag,
      'last-modified': modified.toUTCString(),
      'content-length': part.length,
      'content-type': 'application/octet-stream',
    })
    response.end(method === 'HEAD' ? undefined : part)
  }
}

/** Whether the request is signed with the keys. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [, id, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? ''
    ) ?? []
  if (id !== S3_KEYS.id || !names!.split(';').includes('host')) return false
  const [path, query = ''] = url!.split('?')
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...names!.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  return signatureOf(canonical, String(headers['x-amz-date']), scope!) === signature
}

/** Whether the URL is signed with the keys for this request and hasn't expired. */
function isPresigned({ method, url, headers }: IncomingMessage): boolean {
  const [path, query = ''] = url!.split('?')
  const given = new URLSearchParams(query)
  const [id, ...scope] = (given.get('X-Amz-Credential') ?? '').split('/')
  const [date, seconds] = [given.get('X-Amz-Date') ?? '', Number(given.get('X-Amz-Expires'))]
  const signed = Date.parse(date.replace(DATE, '$1-$2-$3T$4:$5:$6Z'))
  if (id !== S3_KEYS.id || !(Date.now() < signed + seconds * 1000)) return false
  const names = given.get('X-Amz-SignedHeaders') ?? ''
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter((pair) => !pair.startsWith('X-Amz-Signature='))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  return signatureOf(canonical, date, scope.join('/')) === given.get('X-Amz-Signature')
}

const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

function signatureOf(canonical: string, date: string, scope: string): string {
  const sha256 = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${S3_KEYS.secret}`)
  return hmac(key, text).toString('hex')
}

/**
 * A body, decoded from `aws-chunked` if necessary: chunks of a hexadecimal length
 * followed by that many bytes, until a chunk of length 0.
 */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const sent = Buffer.concat(parts)
  if (!request.headers['content-encoding']?.includes('aws-chunked')) return sent
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const start = sent.indexOf('\r\n', at) + 2
    const length = Number.parseInt(sent.toString('latin1', at, start), 16)
    if (!length) return Buffer.concat(chunks)
    chunks.push(sent.subarray(start, start + length))
    at = start + length + 2
  }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
