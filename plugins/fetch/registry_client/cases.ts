import { isSameNumber, readDocketNumbers } from '#app/support/docket_number'
import { caseNameIn, chooseCase } from '#app/court_pages/possible_case_numbers'
import { docketNumberParts } from '#app/court_pages/docket_numbers'
import { requireKind, type Court } from './courts.js'
import { checkCaseId, checkDocketNumber } from './identifiers.js'
import { RegistryError } from './registry_error.js'
import { pageIn, readAs } from './readings.js'
import type { SessionTraffic } from './session_traffic.js'
import type { CaseHints, FoundCase, RequestContext } from './types.js'

/** What courts say when they have no case of a number, or do not show it. */
const NONE = /Cannot find|Case Under Seal/i

/** The case of a docket number (court system 5). */
export async function findCase(
  traffic: SessionTraffic,
  court: Court,
  docketNumber: string,
  hints: CaseHints,
  context: RequestContext
): Promise<FoundCase | null> {
  requireKind(court, 'district', 'bankruptcy')
  const number = checkDocketNumber(docketNumber, court).toLowerCase()
  const query = encodeURIComponent(number).replaceAll('%3A', ':')
  const path = `/cgi-bin/possible_case_numbers.pl?${query}`
  const answer = await traffic.get(court, path, { context })
  const bytes = pageIn(answer, court)
  const { result } = await readAs(traffic.parse, bytes, court, 'possible_case_numbers')
  if (result.cases.length === 0) {
    if (NONE.test(result.message ?? '')) return null
    throw new RegistryError('unexpected_page', 'no case and no reason', court.archiveId)
  }
  const cases = result.cases.filter((one) => mayBe(docketNumber, one.docket_number))
  const found = chooseCase({ ...result, cases }, hints)
  if (found === 'ambiguous') throw new RegistryError('several_cases', '', court.archiveId)
  if (!found) return null
  const printed = found.title.split(' ', 1)[0]
  return {
    caseId: found.pacer_case_id,
    docketNumber: docketNumberParts(printed || found.docket_number).docket_number,
    caseName: caseNameIn(found.title),
  }
}

/** Whether a court's number may be the one that was asked for: no part that both have differs. */
function mayBe(asked: string, found: string): boolean {
  const [one] = readDocketNumbers(asked).numbers
  const [other] = readDocketNumbers(found).numbers
  return !one || !other || isSameNumber(one, other)
}

/** Courts that charged for the number of entries are not asked again. */
const charging = new WeakMap<SessionTraffic['transport'], Set<string>>()

/** How many entries a case has, as the mobile site says (court system 7). */
export async function entryCount(
  traffic: SessionTraffic,
  court: Court,
  caseId: string,
  context: RequestContext
): Promise<number | null> {
  requireKind(court, 'district', 'bankruptcy')
  let courts = charging.get(traffic.transport)
  if (!courts) charging.set(traffic.transport, (courts = new Set()))
  if (courts.has(court.id)) return null
  const path = `/cgi-bin/mobile_query.pl?search=caseInfo&caseid=${checkCaseId(caseId, court)}`
  const answer = await traffic.post(court, path, {}, { context })
  const reading = await traffic.parse(pageIn(answer, court), court.id)
  if (!('kind' in reading) || reading.kind !== 'mobile_query') return null
  if (reading.result.cost) courts.add(court.id)
  return reading.result.entry_count
}
