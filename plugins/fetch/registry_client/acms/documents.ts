import { setTimeout } from 'node:timers/promises'
import type { Court } from '../courts.js'
import { MAX_POLLS, POLL_EVERY } from '../limits.js'
import { RegistryError } from '../registry_error.js'
import type { DocumentAddress, ExpectedCost, ReceivedFile, RequestContext } from '../types.js'
import type { AcmsApi } from './api.js'
import { fetchEntryDocuments } from './dockets.js'
import { entryDocument, asFields, type Fields } from './fields.js'

/** Price of a document, from the list of the entry's documents. */
export async function acmsReceipt(
  api: AcmsApi,
  court: Court,
  document: DocumentAddress,
  context: RequestContext
): Promise<ExpectedCost> {
  return costIn(await find(api, court, document, context))
}

/** Requests the preparation of a document, which is billed, and downloads it (court system 11). */
export async function acmsDocument(
  api: AcmsApi,
  court: Court,
  address: DocumentAddress,
  context: RequestContext
): Promise<ReceivedFile> {
  const found = await find(api, court, address, context)
  const cost = costIn(found)
  const what = `document ${address.acmsGuid ?? address.documentId}`
  const job = asFields(
    await api.post(
      court,
      'MergePDFFiles/',
      {
        header: true,
        mergeScope: 'External',
        pagination: false,
        docketEntryDocuments: [
          {
            acms_docketdocumentdetailsid: found.docketDocumentDetailsId,
            acms_documenturl: found.documentUrl,
            acms_pagecount: found.pageCount,
          },
        ],
      },
      { context, billed: { what, expected: cost } }
    )
  )
  const guid = await prepared(api, court, String(job.statusQueryGetUri ?? ''), context)
  const path = `GetMergedFile/?fileGuid=${encodeURIComponent(guid)}`
  const file = await api.file(court, path, { context })
  if (!file.isFile) throw new RegistryError('not_a_pdf', '', court.archiveId, cost)
  return { path: file.path, size: file.size, cost }
}

/** Polls until the file is ready. */
async function prepared(
  api: AcmsApi,
  court: Court,
  url: string,
  context: RequestContext
): Promise<string> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const { runtimeStatus, output } = asFields(await api.getNamed(court, url, { context }))
    if (runtimeStatus === 'Completed' && typeof output === 'string' && output.length <= 200)
      return output
    if (
      runtimeStatus === 'Failed' ||
      runtimeStatus === 'Terminated' ||
      runtimeStatus === 'Canceled'
    )
      throw new RegistryError('document_not_available', String(runtimeStatus), court.archiveId)
    const pause = api.traffic.transport.hastened(POLL_EVERY)
    await setTimeout(pause, undefined, { signal: context.signal })
  }
  throw new RegistryError('not_prepared_in_time', '', court.archiveId)
}

/** The requested document of an entry; default: the first. */
async function find(
  api: AcmsApi,
  court: Court,
  { documentId, acmsGuid }: DocumentAddress,
  context: RequestContext
): Promise<Fields> {
  const documents = (await fetchEntryDocuments(api, court, documentId, context)).map(entryDocument)
  const wanted = acmsGuid?.toLowerCase()
  const found = wanted
    ? documents.find((one) => String(one.docketDocumentDetailsId).toLowerCase() === wanted)
    : documents[0]
  if (!found) throw new RegistryError('document_not_found', '', court.archiveId)
  const permission = String(found.documentPermission ?? 'Public')
  if (/seal/i.test(permission)) throw new RegistryError('sealed', '', court.archiveId)
  if (!/public/i.test(permission)) throw new RegistryError('restricted', '', court.archiveId)
  return found
}

function costIn({ billablePages, cost, documentNumber }: Fields): ExpectedCost {
  return {
    pages: Number(billablePages) || 0,
    dollars: (Number(cost) || 0).toFixed(2),
    description: `Document ${String(documentNumber ?? '')}`.trim(),
  }
}
