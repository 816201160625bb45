import { decodePage } from '#app/court_pages/decode'
import { formsOf } from '#app/court_pages/forms'
import type { Court } from '../courts.js'
import { MAX_SHORT_ANSWER, WAITS } from '../limits.js'
import { RegistryError } from '../registry_error.js'
import { checkStatus, type SessionTraffic } from '../session_traffic.js'
import { urlencoded, type PostBody } from '../transport/form.js'
import type { RequestContext } from '../types.js'

/** What the new appellate system lets a session in with. */
export interface AcmsToken {
  token: string
  csoId: string
  contactType: string
  /** Milliseconds since 1970. */
  madeAt: number
}

const EMPTY: PostBody = { type: 'application/x-www-form-urlencoded', content: Buffer.alloc(0) }

/** A quoted text of a script with JSON in it. */
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
 * Takes the session from the central login to the new appellate system of a court (court system 11).
 *
 * @throws RegistryError `session_expired` when the central login does not know the session
 */
export async function acmsToken(
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
  if (!model) throw new RegistryError('unexpected_page', 'no token', court.archiveId)
  return { ...model, madeAt: Date.now() }
}

function siteOf(court: Court): string {
  if (court.acms) return court.acms.site
  throw new RegistryError('invalid_parameters', 'not in the new system', court.archiveId)
}

function samlFields(source: string): Record<string, string> | undefined {
  return formsOf(source).find(({ fields }) => fields.SAMLResponse)?.fields
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
