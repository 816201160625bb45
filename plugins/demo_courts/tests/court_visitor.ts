/** Raw requests to simulated courts, as sent by clients of the real courts. */
import { request as open, type IncomingHttpHeaders } from 'node:http'
import type { Simulator } from '../simulator/start_simulator.js'

/** A raw response. */
export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
}

interface Request {
  method?: string
  headers?: Record<string, string>
  /** Fields of a multipart form (court-system, 4). */
  form?: Fields
  body?: string
}

/** Fields of a form, without empty values. */
export type Fields = Record<string, string | undefined>

const BOUNDARY = '----simulated-form'

/** A client, with a session after a login. */
export class CourtVisitor {
  cookies: Record<string, string> = {}

  constructor(readonly simulator: Simulator) {}

  /** Logs in at the central login and stores the cookies. */
  async logIn(
    loginId = 'simreader',
    fields: Fields = {}
  ): Promise<{ nextGenCSO?: string; loginResult: string; errorDescription: string }> {
    const answer = await this.postJson('https://pacer.login.uscourts.gov/services/cso-auth', {
      loginId,
      password: 'Simulated-1',
      redactFlag: '1',
      ...fields,
    })
    const body = JSON.parse(answer.text)
    if (body.nextGenCSO)
      this.cookies = { NextGenCSO: body.nextGenCSO, PacerSession: body.nextGenCSO }
    if (fields.clientCode) this.cookies.PacerClientCode = fields.clientCode
    return body
  }

  postJson(url: string, value: unknown, headers: Record<string, string> = {}) {
    return this.send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept': 'application/json', ...headers },
      body: JSON.stringify(value),
    })
  }

  get(url: string, headers: Record<string, string> = {}) {
    return this.send(url, { headers })
  }

  post(url: string, form: Fields) {
    return this.send(url, { method: 'POST', form })
  }

  send(
    url: string,
    { method = 'GET', headers = {}, form, body }: Request = {}
  ): Promise<RawAnswer> {
    const { host, pathname, search } = new URL(url)
    const cookie = Object.entries(this.cookies).map(([name, value]) => `${name}=${value}`)
    const sent = form ? multipart(form) : body
    return new Promise((resolve, reject) => {
      const request = open(
        {
          host: '127.0.0.1',
          port: this.simulator.port,
          path: pathname + search,
          method,
          headers: {
            host,
            referer: 'https://external',
            ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
            ...(form && { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }),
            ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const bytes = Buffer.concat(chunks)
            const { statusCode: status = 0, headers: received } = response
            resolve({ status, headers: received, bytes, text: bytes.toString('utf8') })
          })
        }
      )
      request.on('error', reject)
      request.end(sent)
    })
  }
}

function multipart(form: Fields): string {
  const given = Object.entries(form).filter(([, value]) => value !== undefined)
  const parts = given.map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  )
  return `${parts.join('')}--${BOUNDARY}--\r\n`
}
