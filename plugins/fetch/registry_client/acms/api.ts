import type { Court } from '../courts.js'
import { WAITS } from '../limits.js'
import { RegistryError } from '../registry_error.js'
import { announce, checkStatus, type Ask, type SessionTraffic } from '../session_traffic.js'
import type { Received } from '../transport/body.js'
import { json } from '../transport/form.js'
import type { HttpAnswer } from '../transport/transport.js'
import type { RequestContext } from '../types.js'
import { acmsToken, type AcmsToken } from './token.js'

/** Milliseconds for which a token is used without asking whether it holds. */
const TOKEN_HOLDS = 600_000

/** An answer in JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The API of the new appellate system, for one session; a token for each court. */
export class AcmsApi {
  readonly #tokens = new Map<string, Promise<AcmsToken>>()

  constructor(readonly traffic: SessionTraffic) {}

  /** The session's token at a court, made when there is none. */
  async token(court: Court, context: RequestContext): Promise<AcmsToken> {
    const known = await this.#tokens.get(court.id)?.catch(() => null)
    if (known && Date.now() - known.madeAt < TOKEN_HOLDS) return known
    const made = acmsToken(this.traffic, court, context)
    this.#tokens.set(court.id, made)
    return made
  }

  /** GET in the API, which answers in JSON. */
  get(court: Court, path: string, ask: Ask): Promise<Json> {
    return this.#json(court, path, undefined, ask)
  }

  /** POST of JSON to the API, which answers in JSON. */
  post(court: Court, path: string, body: Json, ask: Ask): Promise<Json> {
    return this.#json(court, path, body, ask)
  }

  /** A file of the API. */
  async file(court: Court, path: string, ask: Ask): Promise<Received> {
    const { content } = await this.#ask(court, path, undefined, { ...ask, isDocument: true })
    return content
  }

  /** GET of an address that the API named. */
  async getNamed(court: Court, url: string, ask: Ask): Promise<Json> {
    if (!URL.canParse(url) || !hostsOf(court).includes(new URL(url).host)) {
      const host = URL.canParse(url) ? new URL(url).hostname.slice(0, 100) : ''
      throw new RegistryError('host_refused', host, court.archiveId)
    }
    return readJson(await this.#sent(court, url, undefined, ask), court)
  }

  async #json(court: Court, path: string, body: Json | undefined, ask: Ask): Promise<Json> {
    return readJson(await this.#ask(court, path, body, ask), court)
  }

  /** A token that the API no longer takes is made again, once; what is billed is not sent again. */
  async #ask(court: Court, path: string, body: Json | undefined, ask: Ask): Promise<HttpAnswer> {
    const url = `https://${court.acms?.api}/api/${path}`
    const answer = await this.#sent(court, url, body, ask, true)
    if (answer.status !== 401) return answer
    this.#tokens.delete(court.id)
    if (ask.billed) throw new RegistryError('session_expired', '', court.archiveId)
    return this.#sent(court, url, body, ask)
  }

  async #sent(
    court: Court,
    url: string,
    body: Json | undefined,
    { context, billed, isDocument }: Ask,
    mayBeRefused = false
  ): Promise<HttpAnswer> {
    const { token } = await this.token(court, context)
    const answer = await this.traffic.transport.send(
      {
        court: court.archiveId,
        url,
        body: body === undefined ? undefined : json(body),
        headers: { authorization: `Bearer ${token}` },
        wait: isDocument ? WAITS.document : WAITS.report,
        signal: context.signal,
        mayBePdf: isDocument,
        staysPut: true,
        beforeSending: billed && (() => announce(court, billed, context)),
      },
      this.traffic.sender
    )
    if (answer.redirect) throw new RegistryError('unexpected_page', 'redirect', court.archiveId)
    if (!(mayBeRefused && answer.status === 401)) checkStatus(answer, court.archiveId)
    return answer
  }
}

const hostsOf = ({ acms }: Court) => (acms ? [acms.site, acms.api] : [])

function readJson({ content }: HttpAnswer, court: Court): Json {
  try {
    if (!content.isFile) return JSON.parse(new TextDecoder().decode(content.bytes)) as Json
  } catch {
    // Said below, without the text.
  }
  throw new RegistryError('unexpected_page', 'no JSON', court.archiveId)
}
