/** Fetches a docket (fetch-and-upload, 1.5). */
import { isAppellateCourt } from '../../federal_records/public.js'
import { STATUS } from '../codes.js'
import type FetchRequest from '../models/fetch_request.js'
import type { DocketOptions, RegistrySession } from '../registry_client/types.js'
import settings from '../settings.js'
import { mergeFetched, type FetchedPage } from './merge_fetched.js'
import { FetchRefused } from './refusals.js'
import { readKept, type Work } from './work.js'

interface Asked {
  jurisdiction: string
  docket_number: string | null
  registry_case_id: string | null
  case_name: string | null
}

/** Entries that fit on a billed page, at least. */
const ENTRIES_ON_PAGE = 10

export async function fetchDocket(work: Work): Promise<void> {
  const { purchases, request } = work
  const asked = await askedCase(work)
  const earlier = await purchases.earlier()
  if (earlier) {
    const bytes = await readKept(work, earlier)
    return mergeFetched(
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
        'Unable to find the case: its docket number is not known.'
      )
    const page = await buyAppellate(work, number)
    return mergeFetched(work, page, request.registryCaseId || asked.registry_case_id)
  }
  const session = await work.session()
  const caseId =
    request.registryCaseId ||
    asked.registry_case_id ||
    (await findCase(work, session, number, asked))
  await checkLength(work, session, caseId)
  return mergeFetched(work, await buyReport(work, session, caseId), caseId)
}

/** The case as the archive has it; where it has none, the court only. */
async function askedCase({ app, request, court }: Work): Promise<Asked> {
  const database = await app.container.make('lucid.db')
  const { rows } = await database.rawQuery<{ rows: Asked[] }>(
    `SELECT c.jurisdiction, k.docket_number, k.registry_case_id, k.case_name
     FROM courts c LEFT JOIN dockets k ON k.court_id = c.id AND k.id = ? WHERE c.id = ?`,
    [request.docketId as number, court]
  )
  return rows[0]!
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
      ? `The court cannot find the case ${number}; perhaps it is sealed.`
      : 'Unable to find the case: neither its ID nor its number is known.'
  )
}

/** @throws FetchRefused for a docket without a range that may cost more than the server allows */
async function checkLength(
  { court, request, context }: Work,
  session: RegistrySession,
  caseId: string
) {
  const { maxPages } = settings
  if (maxPages === null || hasRange(request)) return
  const count = await session.entryCount(court, caseId, context)
  if (count !== null && Math.ceil(count / ENTRIES_ON_PAGE) <= maxPages) return
  const said =
    count === null ? 'The length of the docket is not known' : `The docket has ${count} entries`
  throw new FetchRefused(
    STATUS.failed,
    'range_required',
    `${said}, and this server buys ${maxPages} pages at most. Send a range: de_date_start, de_date_end, de_number_start or de_number_end.`
  )
}

function hasRange({ deDateStart, deDateEnd, deNumberStart, deNumberEnd }: FetchRequest): boolean {
  return [deDateStart, deDateEnd, deNumberStart, deNumberEnd].some((one) => one !== null)
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
