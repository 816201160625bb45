import type { IncomingMessage } from 'node:http'
import { randomInt } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A parsed request to a court. */
export interface CourtRequest {
  method: string
  /** From the Host header. */
  host: string
  path: string
  /** Raw query string. */
  query: string
  /** Values of the query string and the form; the form's take precedence. */
  values: Map<string, string>
  cookies: Map<string, string>
  header(name: string): string
  /** The body as text. */
  body: string
}

/** Maximum size of a body in bytes; real clients send far less. */
const MAX_BODY = 256 * 1024

/** The body of a request is larger than {@link MAX_BODY}. */
export class BodyTooLarge extends Error {}

/**
 * Reads a request with its form.
 *
 * @throws BodyTooLarge
 */
export async function readRequest(incoming: IncomingMessage): Promise<CourtRequest> {
  const header = (name: string) => String(incoming.headers[name] ?? '')
  const target = incoming.url ?? '/'
  const mark = target.indexOf('?')
  const query = mark === -1 ? '' : target.slice(mark + 1)
  const bytes = await readBody(incoming)
  const values = new Map(new URLSearchParams(query.replaceAll(';', '&')))
  for (const [name, value] of await formOf(bytes, header('content-type'))) values.set(name, value)
  return {
    method: incoming.method ?? 'GET',
    host: header('host').toLowerCase().replace(/:\d+$/, ''),
    path: mark === -1 ? target : target.slice(0, mark),
    query,
    values,
    cookies: cookiesOf(header('cookie')),
    header,
    body: bytes.toString('utf8'),
  }
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Text fields of a form; empty if the body isn't a form. */
async function formOf(bytes: Buffer, type: string): Promise<[string, string][]> {
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return []
  if (bytes.length === 0) return []
  try {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': type },
    }).formData()
    return [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  } catch {
    return []
  }
}

function cookiesOf(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const [name, ...value] = pair.split('=')
    if (name.trim()) cookies.set(name.trim(), value.join('=').trim())
  }
  return cookies
}

/** Maximum number of nonces. */
const MAX_NONCES = 5_000

/** Nonce that some reports accept without a form (court-system, 4). */
const CONSTANT = '1-L_1_0-1'
const FORM = /^\d{1,20}-L_\d{1,5}_[\d-]{1,20}(?:-\d{1,12})?$/

/** Nonces in the URLs of forms, such as `HistDocQry.pl?112801540788508-L_1_0-1` (4). */
export class Nonces {
  #issued = new LRUCache<string, string>({ max: MAX_NONCES })

  /** @param caseId case of the form, so that the submitted form can omit it */
  issue(caseId = ''): string {
    const nonce = `${randomInt(10 ** 14, 2 ** 47)}-L_1_0-1`
    this.#issued.set(nonce, caseId)
    return nonce
  }

  /** Whether the nonce of a request was issued. */
  isIssued({ query }: CourtRequest): boolean {
    return this.#issued.has(query)
  }

  /** Case of the form that is submitted. */
  findCaseId({ query }: CourtRequest): string | undefined {
    return this.#issued.get(query)
  }
}

/** Whether a URL contains a nonce, including the constant one. */
export const hasNonce = ({ query }: CourtRequest): boolean => query === CONSTANT || FORM.test(query)

/** Whether a URL contains the constant nonce, which clients use without a form. */
export const hasConstantNonce = ({ query }: CourtRequest): boolean => query === CONSTANT
