import type { CourtRequest } from '../http/request.js'
import type { SimulatedCourt } from '../model/courts.js'
import { claimsActivity } from './claims_activity.js'
import { claimsRegister } from './claims_register.js'
import { creditors } from './creditors.js'
import { doc1, showTemporary } from './doc1.js'
import { docketReport } from './docket_report.js'
import { courtFeed } from './feed.js'
import { history } from './history.js'
import { caseQuery } from './iquery.js'
import { manyDocuments } from './many_documents.js'
import { writtenOpinions } from './opinions.js'
import { possibleCaseNumbers } from './possible_case_numbers.js'
import { mobileQuery, showCaseDocument } from './small_reports.js'
import { docs1 } from './show_doc.js'
import { transportRoom } from './transport_room.js'
import type { Program } from './visit.js'

/** A program of a court's site. */
export interface CourtProgram {
  run: Program
  /** Needs no login. */
  isPublic?: boolean
  answersXml?: boolean
}

/** Programs of district and bankruptcy courts (court-system.md, 5 to 9). */
const CGI: Record<string, CourtProgram> = {
  'ClaimsActRpt.pl': { run: claimsActivity },
  'CredMatrixCase.pl': { run: creditors },
  'DktRpt.pl': { run: docketReport },
  'HistDocQry.pl': { run: history },
  'SearchClaims.pl': { run: claimsRegister },
  'WrtOpRpt.pl': { run: writtenOpinions },
  'iquery.pl': { run: caseQuery },
  'mobile_query.pl': { run: mobileQuery },
  'possible_case_numbers.pl': { run: possibleCaseNumbers, answersXml: true },
  'rss_outside.pl': { run: courtFeed, isPublic: true },
  'show_case_doc': { run: showCaseDocument },
  'show_multidocs.pl': { run: manyDocuments },
  'show_temp.pl': { run: showTemporary },
}

/** Programs that a court has under a name of its own (7). */
const OTHER_NAMES: Record<string, Record<string, string>> = {
  ared: { 'rss_outside4.pl': 'rss_outside.pl' },
  nyed: { 'readyDockets.pl': 'rss_outside.pl' },
  ohnd: { 'OHND_WrtOpRpt.pl': 'WrtOpRpt.pl' },
}

/** The program that answers a request at a court; undefined when it has none. */
export function programFor(site: SimulatedCourt, request: CourtRequest): CourtProgram | undefined {
  const { path, values } = request
  if (site.kind === 'appellate') return appellateProgram(site, request)
  if (path.startsWith('/doc1/')) return { run: doc1, isPublic: values.get('use_magic') === '1' }
  const asked = /^\/cgi-bin\/([\w.]{1,40})$/.exec(path)?.[1] ?? ''
  const own = new Map(Object.entries(OTHER_NAMES[site.id] ?? {}))
  // Under its own name only.
  const name = own.get(asked) ?? ([...own.values()].includes(asked) ? '' : asked)
  return Object.hasOwn(CGI, name) ? CGI[name] : undefined
}

/** Appellate courts have one program at one path, and their documents (3 and 10). */
function appellateProgram(
  { transportRoom: room }: SimulatedCourt,
  { path, values }: CourtRequest
): CourtProgram | undefined {
  if (path === room)
    return { run: transportRoom, isPublic: values.get('servlet') === 'RSSGenerator' }
  return path.startsWith('/docs1/') ? { run: docs1, isPublic: values.has('uid') } : undefined
}
