import type { CourtRequest } from '../http/request.js'
import type { SimulatedCourt } from '../model/courts.js'
import { doc1, showTemporary } from './doc1.js'
import { docketReport } from './docket_report.js'
import { possibleCaseNumbers } from './possible_case_numbers.js'
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
  'DktRpt.pl': { run: docketReport },
  'possible_case_numbers.pl': { run: possibleCaseNumbers, answersXml: true },
  'show_temp.pl': { run: showTemporary },
}

const DOC1: CourtProgram = { run: doc1 }

/** The program that answers a request at a court; undefined when it has none. */
export function programFor(site: SimulatedCourt, request: CourtRequest): CourtProgram | undefined {
  const { path, values } = request
  if (site.kind === 'appellate') return undefined
  if (path.startsWith('/doc1/')) return { ...DOC1, isPublic: values.get('use_magic') === '1' }
  const name = /^\/cgi-bin\/([\w.]{1,40})$/.exec(path)?.[1]
  return name !== undefined && Object.hasOwn(CGI, name) ? CGI[name] : undefined
}
