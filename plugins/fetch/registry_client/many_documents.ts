import { requireKind, type Court } from './courts.js'
import { followToFile } from './documents.js'
import { checkCaseId } from './identifiers.js'
import { costOfAll, pageIn, readAs, receiptsOf } from './readings.js'
import { RegistryError } from './registry_error.js'
import { headOf, type SessionTraffic } from './session_traffic.js'
import type { ManyDocuments, ReceivedFile, RequestContext } from './types.js'

/** Entries that are asked for at once. */
const MAX_ENTRIES = 100
/** On the page before, whichever button it has. */
const ACCEPT = /To accept charges shown below/i

/**
 * Buys all documents of entries in one file (court system 8): a PDF, or a zip whose members are
 * named `<entry>-main.pdf` and `<entry>-<attachment>.pdf`.
 */
export async function manyDocuments(
  traffic: SessionTraffic,
  court: Court,
  { caseId, sequences, zip }: ManyDocuments,
  context: RequestContext
): Promise<ReceivedFile> {
  requireKind(court, 'district', 'bankruptcy')
  const isWrong =
    sequences.length === 0 ||
    sequences.length > MAX_ENTRIES ||
    sequences.some((sequence) => !/^\d{1,15}$/.test(sequence))
  if (isWrong)
    throw new RegistryError(
      'invalid_parameters',
      `1 to ${MAX_ENTRIES} sequence numbers of entries`,
      court.archiveId
    )
  const id = checkCaseId(caseId, court)
  const query = new URLSearchParams({
    caseid: id,
    arr_de_seq_nums: sequences.join(','),
    magic_num: '',
    pdf_header: '',
    hdr: '',
    psf_report: '',
    pdf_toggle_possible: '',
    ...(zip && { zipit: '1' }),
  })
  const path = `/cgi-bin/show_multidocs.pl?${query}`
  const bytes = pageIn(await traffic.get(court, path, { context }), court)
  const cost = ACCEPT.test(headOf(bytes)) ? costOfAll(receiptsOf(bytes)) : null
  if (!cost) {
    // Says what the page is, which has no charges to accept.
    await readAs(traffic.parse, bytes, court, 'confirmation_page')
    throw new RegistryError('unexpected_page', 'no receipt', court.archiveId)
  }
  const asked = { context, isDocument: true, isZip: zip }
  const billed = { what: `documents of ${sequences.length} entries of case ${id}`, expected: cost }
  const bought = await traffic.post(court, path, {}, { ...asked, billed })
  return { ...(await followToFile(traffic, court, bought, asked)), cost }
}
