import { documentOutcome } from '#app/court_pages/page_outcomes'
import { allCourts, type Court } from './courts.js'
import { followToFile } from './documents.js'
import { documentIdFor } from './identifiers.js'
import { WAITS } from './limits.js'
import { RegistryError } from './registry_error.js'
import { checkStatus, decodePageHead, type Answer } from './session_traffic.js'
import { Cookies } from './transport/cookies.js'
import type { Sender, Transport } from './transport/transport.js'
import type { ReceivedFile, RequestContext } from './types.js'

/** A parsed free-look link. */
interface FreeLook {
  court: Court
  url: string
}

/**
 * Court and URL of a free-look link (court system 8).
 *
 * @throws RegistryError `host_refused`, `invalid_parameters` for an invalid link
 */
function freeLookOf(link: string): FreeLook {
  const url = URL.canParse(link) ? new URL(link) : null
  const court = allCourts().find(({ host, acms }) => url && [host, acms?.site].includes(url.host))
  if (!url || !court || url.protocol !== 'https:') {
    const host = url?.hostname.slice(0, 100) ?? ''
    throw new RegistryError('host_refused', host)
  }
  const path = court.acms?.site === url.host ? acmsPath(url) : ecfPath(url, court)
  if (path) return { court, url: `https://${url.host}${path}` }
  throw new RegistryError('invalid_parameters', 'not a free-look link', court.archiveId)
}

const acmsPath = ({ pathname }: URL) => (/^\/NDA\/[\w.~-]{1,200}$/.test(pathname) ? pathname : null)

function ecfPath({ pathname, searchParams }: URL, court: Court): string | null {
  const [, folder, id] = /^\/(docs?1)\/(\d{5,20})$/.exec(pathname) ?? []
  const uid = searchParams.get('uid') ?? ''
  if (folder === 'docs1') return /^[\da-f]{1,100}$/i.test(uid) ? `${pathname}?uid=${uid}` : null
  const magic = searchParams.get('magic_num') ?? ''
  const caseId = searchParams.get('caseid') ?? ''
  const sequence = searchParams.get('de_seq_num') ?? ''
  if (!folder || !/^\w{1,40}$/.test(magic) || !/^\d{0,12}$/.test(caseId)) return null
  const query = new URLSearchParams({ caseid: caseId, magic_num: magic, use_magic: '1' })
  if (/^\d{1,12}$/.test(sequence)) query.set('de_seq_num', sequence)
  return `/doc1/${documentIdFor('item', id, court)}?${query.toString()}`
}

/** Downloads a document with its one-time free link (court system 8). */
export async function freeDocument(
  transport: Transport,
  proxy: string | null,
  link: string,
  context: RequestContext
): Promise<ReceivedFile> {
  const { court, url } = freeLookOf(link)
  const sender: Sender = { cookies: new Cookies(), proxy }
  const take = async (address: string): Promise<Answer> => {
    const answer = await transport.send(
      {
        court: court.archiveId,
        url: address,
        wait: WAITS.document,
        signal: context.signal,
        mayBePdf: true,
      },
      sender
    )
    checkStatus(answer, court.archiveId)
    if (answer.redirect) throw new RegistryError('free_look_used', '', court.archiveId)
    return answer
  }
  const first = await take(url)
  if (!first.content.isFile) {
    const source = decodePageHead(first.content.bytes)
    if (!/<iframe\b/i.test(source)) throw refusal(source, court)
  }
  const traffic = { get: (at: Court, path: string) => take(`https://${at.host}${path}`) }
  const file = await followToFile(traffic, court, first, { context })
  return { ...file, cost: null }
}

/** Error for a page without a frame: its message, or that the link was already used. */
function refusal(source: string, court: Court): RegistryError {
  const outcome = documentOutcome(source)
  const isOfDocument = outcome !== null && !USED_UP.has(outcome)
  return new RegistryError(isOfDocument ? outcome : 'free_look_used', '', court.archiveId)
}

/** Outcomes that mean the link was already used: a login page or a charge. */
const USED_UP = new Set(['charges_not_accepted', 'not_logged_in', 'redirect', 'report_form'])
