import { json, pdf, webServerPage, type Answer } from '../http/answers.js'
import type { CourtRequest } from '../http/request.js'
import { getSimulatedCourt } from '../model/courts.js'
import type { SimulatedCase, SimulatedEntry } from '../model/types.js'
import { caseDetails, caseFound, docketEntry, entryDocument } from '../pages/acms_values.js'
import type { MergeJob } from './acms_state.js'
import { combinedPdf } from './pdfs.js'
import { countRequest } from './sessions.js'
import { bill, type CourtSystem, type Visit } from './visit.js'

type Call = (visit: Visit, argument: string) => Answer | Promise<Answer>

/** API calls of the new appellate system (court-system, 11, 2–6). */
const CALLS: [method: string, path: RegExp, call: Call][] = [
  ['GET', /^\/api\/CaseSearch\/([^/]{1,60})$/, searchCase],
  ['GET', /^\/api\/CaseDetailsByCaseId\/([\w-]{1,60})$/, details],
  ['POST', /^\/api\/DocketEntriesByCaseId\/([\w-]{1,60})$/, docketEntries],
  ['POST', /^\/api\/DocketEntryDocumentsByDocketId\/([\w-]{1,60})$/, entryDocuments],
  ['POST', /^\/api\/MergePDFFiles\/?()$/, mergeFiles],
  ['GET', /^\/api\/MergeStatus\/([\w-]{1,60})$/, mergeStatus],
  ['GET', /^\/api\/GetMergedFile\/?()$/, mergedFile],
]

/** `<court>-showdocservices.azurewebsites.us/api/`. Each call requires the court's token. */
export function acmsApi(
  system: CourtSystem,
  request: CourtRequest,
  court: string
): Answer | Promise<Answer> {
  if (!getSimulatedCourt(court).hasAcms) return webServerPage(404, 'Not Found')
  for (const [method, path, call] of CALLS) {
    const found = path.exec(decodeURIComponent(request.path))
    if (!found || request.method !== method) continue
    const token = /^Bearer ([\w-]{1,100})$/.exec(request.header('authorization'))?.[1] ?? ''
    const session = system.acms.findTokenSession(token, court)
    if (!session || !countRequest(system, session))
      return json({ message: 'Unauthorized (simulated)' }, 401)
    return call({ system, court, request, session }, found[1])
  }
  return webServerPage(404, 'Not Found')
}

const missing = () => json({ message: 'Not found (simulated)' }, 404)

/** Fields of a JSON body; empty if the body isn't a JSON object. */
function fieldsOf({ body }: CourtRequest): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return value !== null && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Empty for docket numbers of the classic system, which clients search next (11, 2). */
function searchCase({ system, court }: Visit, number: string): Answer {
  const found = system.world.casesWithNumber(court, number).filter(({ kind }) => kind === 'acms')
  return json(found.map(caseFound))
}

const caseOf = ({ system, court }: Visit, id: string): SimulatedCase | undefined => {
  const of = system.world.case(court, id)
  return of?.kind === 'acms' ? of : undefined
}

function details(visit: Visit, id: string): Answer {
  const of = caseOf(visit, id)
  return of ? json(caseDetails(of)) : missing()
}

/** Bytes of a docket billed as one page. */
const BYTES_PER_PAGE = 4_320

/** The entries of a case, billed by length. */
function docketEntries(visit: Visit, id: string): Answer {
  const of = caseOf(visit, id)
  if (!of) return missing()
  const { csoId, contactType } = fieldsOf(visit.request)
  if (csoId === undefined || contactType === undefined)
    return json({ message: 'csoId and contactType are required (simulated)' }, 400)
  const isCaseSealed = of.state === 'sealed'
  const entries = isCaseSealed ? [] : of.entries.map((entry) => docketEntry(of, entry))
  const byteCount = JSON.stringify(entries).length
  if (!isCaseSealed)
    bill(visit, {
      description: 'Docket Report',
      criteria: { label: 'Search Criteria', value: of.number },
      pages: Math.ceil(byteCount / BYTES_PER_PAGE),
    })
  return json({
    isCaseSealed,
    isUserCaseParticipant: false,
    byteCount,
    matchingDocketEntries: entries,
  })
}

function entryOf({ system, court }: Visit, id: string): [SimulatedCase, SimulatedEntry] | null {
  for (const of of system.world.cases()) {
    if (of.court !== court || of.kind !== 'acms') continue
    const entry = of.entries.find((one) => one.id === id)
    if (entry) return [of, entry]
  }
  return null
}

function entryDocuments(visit: Visit, id: string): Answer {
  const found = entryOf(visit, id)
  if (!found) return missing()
  const [of, entry] = found
  return json(entry.documents.map((document) => entryDocument({ case: of, entry, document })))
}

/** Buys documents. A job merges them into a file (11, 6). */
function mergeFiles(visit: Visit): Answer {
  const { docketEntryDocuments: asked } = fieldsOf(visit.request)
  const ids = (Array.isArray(asked) ? asked : []).map((one: unknown) =>
    one !== null && typeof one === 'object' && 'acms_docketdocumentdetailsid' in one
      ? String(one.acms_docketdocumentdetailsid)
      : ''
  )
  const places = ids
    .map((id) => visit.system.world.place(id))
    .filter((place) => place !== undefined)
  const isOwn = places.every(({ case: of }) => of.court === visit.court)
  if (places.length === 0 || places.length < ids.length || !isOwn) return missing()
  const job = visit.system.acms.startMerge(visit.court, places)
  if (!isRefused(job))
    for (const { case: of, document } of places)
      bill(visit, {
        description: 'PDF Document',
        criteria: { label: 'Search Criteria', value: of.number },
        pages: document.pages,
        documentId: document.id,
      })
  const statusQueryGetUri = `https://${visit.request.host}/api/MergeStatus/${job.id}`
  return json({ id: job.id, statusQueryGetUri }, 202)
}

const isRefused = ({ places }: MergeJob) => places.some(({ document }) => document.state !== null)

function mergeStatus({ system, court }: Visit, id: string): Answer {
  const job = system.acms.job(id)
  if (!job || job.court !== court) return missing()
  if (job.remaining > 0) {
    job.remaining -= 1
    return json({ runtimeStatus: 'Running', output: null }, 202)
  }
  return isRefused(job)
    ? json({ runtimeStatus: 'Failed', output: 'Document is Sealed (simulated)' })
    : json({ runtimeStatus: 'Completed', output: job.file })
}

async function mergedFile({ system, court, request }: Visit): Promise<Answer> {
  const job = system.acms.jobOfFile(request.values.get('fileGuid') ?? '')
  if (!job || job.court !== court || job.remaining > 0 || isRefused(job)) return missing()
  return pdf(await combinedPdf(job.places))
}
