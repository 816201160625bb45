import type { Court } from '../courts.js'
import { WAITS, MAX_SHORT_ANSWER } from '../limits.js'
import { RegistryError } from '../registry_error.js'
import { announce, checkStatus, type Ask, type SessionTraffic } from '../session_traffic.js'
import { type Received, json, urlencoded, type PostBody } from '../transport/body.js'
import type { HttpAnswer } from '../transport/transport.js'
import type { RequestContext } from '../types.js'
import { decodePage } from '#app/court_pages/decode'
import { parsePageForms } from '#app/court_pages/forms'

/** Milliseconds for which a token is used before it is renewed. */
const TOKEN_HOLDS = 600_000

/** A JSON response. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The API of the new appellate system for one session, with a token per court. */
export class AcmsApi {
  readonly #tokens = new Map<string, Promise<AcmsToken>>()

  constructor(readonly traffic: SessionTraffic) {}

  /** The session's token at a court, requested on demand. */
  async token(court: Court, context: RequestContext): Promise<AcmsToken> {
    const known = await this.#tokens.get(court.id)?.catch(() => null)
    if (known && Date.now() - known.madeAt < TOKEN_HOLDS) return known
    const made = acmsToken(this.traffic, court, context)
    this.#tokens.set(court.id, made)
    return made
  }

  /** Sends a GET request that returns JSON. */
  get(court: Court, path: string, ask: Ask): Promise<Json> {
    return this.#json(court, path, undefined, ask)
  }

  /** Sends a POST request with JSON that returns JSON. */
  post(court: Court, path: string, body: Json, ask: Ask): Promise<Json> {
    return this.#json(court, path, body, ask)
  }

  /** Downloads a file. */
  async file(court: Court, path: string, ask: Ask): Promise<Received> {
    const { content } = await this.#ask(court, path, undefined, { ...ask, isDocument: true })
    return content
  }

  /** Sends a GET request to a URL from the API. */
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

  /** Renews an expired token once. Billed requests aren't repeated. */
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
    // Throw an error that doesn't contain the text.
  }
  throw new RegistryError('unexpected_page', 'no JSON', court.archiveId)
}

/** Access to the new appellate system. */
interface AcmsToken {
  token: string
  csoId: string
  contactType: string
  /** Milliseconds since 1970. */
  madeAt: number
}

const EMPTY: PostBody = { type: 'application/x-www-form-urlencoded', content: Buffer.alloc(0) }

/** Quoted JSON in a script. */
const MODEL = /\bvar\s+model\s*=\s*'([^']{1,200000})'/
const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#x22;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/**
 * Logs the session in to a court's new appellate system through the central login (court system 11).
 *
 * @throws RegistryError `session_expired` if the central login doesn't recognize the session
 */
async function acmsToken(
  traffic: SessionTraffic,
  court: Court,
  { signal }: RequestContext
): Promise<AcmsToken> {
  const site = `https://${siteOf(court)}`
  const visit = async (url: string, body: PostBody) => {
    const answer = await traffic.transport.send(
      {
        court: court.archiveId,
        url,
        body,
        wait: WAITS.report,
        signal,
        maxPage: MAX_SHORT_ANSWER,
        visitsLogin: true,
      },
      traffic.sender
    )
    checkStatus(answer, court.archiveId)
    if (answer.content.isFile) throw new RegistryError('unexpected_page', '', court.archiveId)
    return decodePage(answer.content.bytes)
  }
  const fields = samlFields(await visit(`${site}/`, EMPTY))
  if (!fields) throw new RegistryError('session_expired', '', court.archiveId)
  const model = modelIn(await visit(`${site}/Saml2/Acs`, urlencoded(fields)))
  if (!model) throw new RegistryError('unexpected_page', 'token missing', court.archiveId)
  return { ...model, madeAt: Date.now() }
}

function siteOf(court: Court): string {
  if (court.acms) return court.acms.site
  throw new RegistryError(
    'invalid_parameters',
    'the court does not use the new system',
    court.archiveId
  )
}

function samlFields(source: string): Record<string, string> | undefined {
  return parsePageForms(source).find(({ fields }) => fields.SAMLResponse)?.fields
}

function modelIn(source: string): Omit<AcmsToken, 'madeAt'> | null {
  const written = MODEL.exec(source)?.[1].replaceAll(/&[#\w]{2,5};/g, (one) => ENTITIES[one] ?? one)
  try {
    const model = JSON.parse(written ?? 'null') as {
      AuthToken?: { Token?: unknown }
      PacerUser?: { CsoId?: unknown; ContactType?: unknown }
    } | null
    const token = model?.AuthToken?.Token
    if (typeof token !== 'string' || !/^[\w.~+/=-]{1,8192}$/.test(token)) return null
    const { CsoId: csoId, ContactType: contactType } = model?.PacerUser ?? {}
    return { token, csoId: textOf(csoId), contactType: textOf(contactType) }
  } catch {
    return null
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
