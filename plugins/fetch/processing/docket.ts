/** Fetches a docket (fetch-and-upload, 1.5). */
import { inject } from '@adonisjs/core'
import { Database } from '@adonisjs/lucid/database'
import { isAppellateCourt } from '#plugins/federal_records/public/court_kinds'
import { STATUS } from '../codes.js'
import type FetchRequest from '../models/fetch_request.js'
import type { DocketOptions, RegistrySession } from '../registry_client/types.js'
import settings from '../settings.js'
import { FetchResults, type FetchedPage, type Work } from './work.js'
import { FetchRefused } from './refusals.js'

interface Asked {
  jurisdiction: string
  docket_number: string | null
  registry_case_id: string | null
  case_name: string | null
  /** Number of its entries in the archive. */
  entries: number
}

/** Minimum number of entries per billed page. */
const ENTRIES_ON_PAGE = 10
/** Maximum number of billed pages of a docket (court-system, 13). */
const MOST_BILLED = 30

@inject()
export class DocketFetcher {
  constructor(
    private database: Database,
    private results: FetchResults
  ) {}

  async fetch(work: Work): Promise<void> {
    const { purchases, request } = work
    const asked = await this.#askedCase(work)
    const earlier = await purchases.earlier()
    if (earlier) {
      const bytes = await this.results.readKept(earlier)
      return this.results.merge(
        work,
        { bytes, kept: earlier },
        request.registryCaseId || asked.registry_case_id
      )
    }
    const number = request.docketNumber || asked.docket_number || ''
    if (isAppellateCourt({ id: work.court, jurisdiction: asked.jurisdiction })) {
      if (!number)
        throw new FetchRefused(
          STATUS.failed,
          'case_not_found',
          'Unable to find the case: its docket number is unknown.'
        )
      checkLength(request, asked.entries || null, "Appellate courts don't support ranges.")
      const page = await buyAppellate(work, number)
      return this.results.merge(work, page, request.registryCaseId || asked.registry_case_id)
    }
    const session = await work.session()
    const caseId =
      request.registryCaseId ||
      asked.registry_case_id ||
      (await findCase(work, session, number, asked))
    if (isLimited()) {
      const count = await session.entryCount(work.court, caseId, work.context)
      checkLength(request, count ?? (asked.entries || null), SEND_RANGE)
    }
    return this.results.merge(work, await buyReport(work, session, caseId), caseId)
  }

  /** The case in the archive; only the court if the archive doesn't have the case. */
  async #askedCase({ request, court }: Work): Promise<Asked> {
    const { rows } = await this.database.rawQuery<{ rows: Asked[] }>(
      `SELECT c.jurisdiction, k.docket_number, k.registry_case_id, k.case_name,
         (SELECT count(*)::int FROM docket_entries e WHERE e.docket_id = k.id) AS entries
       FROM courts c LEFT JOIN dockets k ON k.court_id = c.id AND k.id = ? WHERE c.id = ?`,
      [request.docketId as number, court]
    )
    return rows[0]!
  }
}

async function findCase(
  { court, context }: Work,
  session: RegistrySession,
  number: string,
  { case_name: caseName }: Asked
): Promise<string> {
  const found = number
    ? await session.findCase(court, number, caseName ? { caseName } : {}, context)
    : null
  if (found) return found.caseId
  throw new FetchRefused(
    STATUS.failed,
    'case_not_found',
    number
      ? `The court can't find the case ${number}; it may be sealed.`
      : 'Unable to find the case: its ID and number are unknown.'
  )
}

const SEND_RANGE = 'Send a range: de_date_start, de_date_end, de_number_start, or de_number_end.'

/** Whether the server's page limit is lower than the maximum price of a docket. */
const isLimited = () => settings.maxPages !== null && settings.maxPages < MOST_BILLED

/**
 * Rejects a docket that may exceed the server's page limit. Date ranges are accepted, because their
 * number of entries is unknown.
 *
 * @param count number of entries; null if unknown
 * @param advice how the caller can fix the request
 * @throws FetchRefused
 */
function checkLength(request: FetchRequest, count: number | null, advice: string): void {
  const { deDateStart, deDateEnd, deNumberStart, deNumberEnd } = request
  if (!isLimited() || deDateStart !== null || deDateEnd !== null) return
  const first = deNumberStart ?? 1
  const last = Math.min(deNumberEnd ?? Infinity, count ?? Infinity)
  if (Math.ceil((last - first + 1) / ENTRIES_ON_PAGE) <= settings.maxPages!) return
  const said =
    count === null ? 'The length of the docket is unknown' : `The docket has ${count} entries`
  throw new FetchRefused(
    STATUS.failed,
    'range_required',
    `${said}, and this server buys up to ${settings.maxPages} pages. ${advice}`
  )
}

async function buyReport(
  { court, request, context, purchases }: Work,
  session: RegistrySession,
  caseId: string
): Promise<FetchedPage> {
  const { bytes, cost } = await session.docketReport(court, caseId, optionsOf(request), context)
  return { bytes, kept: await purchases.bought(bytes, cost) }
}

async function buyAppellate(work: Work, number: string): Promise<FetchedPage> {
  const { court, request, context, purchases } = work
  const session = await work.session()
  const { bytes, cost } = await session.appellateDocket(court, number, optionsOf(request), context)
  return { bytes, kept: await purchases.bought(bytes, cost) }
}

function optionsOf(request: FetchRequest): DocketOptions {
  const { deDateStart, deDateEnd, deNumberStart, deNumberEnd } = request
  return {
    ...(deDateStart === null ? {} : { dateFrom: dayOf(deDateStart) }),
    ...(deDateEnd === null ? {} : { dateTo: dayOf(deDateEnd) }),
    ...(deNumberStart === null ? {} : { numberFrom: deNumberStart }),
    ...(deNumberEnd === null ? {} : { numberTo: deNumberEnd }),
    parties: request.showPartiesAndCounsel,
    terminatedParties: request.showTerminatedParties,
    memberCases: request.showListOfMemberCases,
  }
}

const dayOf = (date: Date | string) =>
  typeof date === 'string' ? date.slice(0, 10) : date.toISOString().slice(0, 10)
