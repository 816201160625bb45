import { AcmsApi } from './acms/api.js'
import { acmsDocket, acmsMenu } from './acms/dockets.js'
import { acmsDocument, acmsReceipt } from './acms/documents.js'
import { classicDocket, classicDocument, classicMenu, classicReceipt } from './appellate.js'
import { claimsActivity, creditors } from './bankruptcy_reports.js'
import { entryCount, findCase } from './cases.js'
import { findCourt, requireKind } from './courts.js'
import { attachmentMenu, document, receipt } from './documents.js'
import { isGuid } from './identifiers.js'
import { logOut } from './login.js'
import { manyDocuments } from './many_documents.js'
import { caseQuery, claims, docketReport, freeOpinions, history } from './reports.js'
import { SessionTraffic } from './session_traffic.js'
import type { Cookies } from './transport/cookies.js'
import type { Transport } from './transport/transport.js'
import type { ParsePage, RegistrySession } from './types.js'

/** What a session is made of. */
export interface SessionParts {
  transport: Transport
  parse: ParsePage
  cookies: Cookies
  proxy: string | null
  notice: string
  loggedInAt: number
}

/** A session: each request goes to what the court runs. */
export function makeSession(parts: SessionParts): RegistrySession {
  const { transport, parse, cookies, proxy, notice, loggedInAt } = parts
  const traffic = new SessionTraffic(transport, { cookies, proxy }, parse)
  const acms = new AcmsApi(traffic)
  return {
    notice,
    state: () => ({ cookies: cookies.kept(), proxy, notice, loggedInAt }),
    findCase: async (court, number, hints, context) =>
      findCase(traffic, findCourt(court), number, hints, context),
    entryCount: async (court, caseId, context) =>
      entryCount(traffic, findCourt(court), caseId, context),
    docketReport: async (court, caseId, options, context) =>
      docketReport(traffic, findCourt(court), caseId, options, context),
    async appellateDocket(courtId, docketNumber, options, context) {
      const court = findCourt(courtId)
      requireKind(court, 'appellate')
      const found = court.acms && (await acmsDocket(acms, court, docketNumber, context))
      return found ?? classicDocket(traffic, court, docketNumber, options, context)
    },
    async attachmentMenu(courtId, address, context) {
      const court = findCourt(courtId)
      if (isGuid(address.documentId)) return acmsMenu(acms, court, address, context)
      const menu = court.kind === 'appellate' ? classicMenu : attachmentMenu
      return menu(traffic, court, address, context)
    },
    async receipt(courtId, address, context) {
      const court = findCourt(courtId)
      if (isGuid(address.documentId)) return acmsReceipt(acms, court, address, context)
      const ask = court.kind === 'appellate' ? classicReceipt : receipt
      return ask(traffic, court, address, context)
    },
    async document(courtId, address, context) {
      const court = findCourt(courtId)
      if (isGuid(address.documentId)) return acmsDocument(acms, court, address, context)
      const buy = court.kind === 'appellate' ? classicDocument : document
      return buy(traffic, court, address, context)
    },
    history: async (court, caseId, what, context) =>
      history(traffic, findCourt(court), caseId, what, context),
    caseQuery: async (court, caseId, context) =>
      caseQuery(traffic, findCourt(court), caseId, context),
    claims: async (court, caseId, context) => claims(traffic, findCourt(court), caseId, context),
    claimsActivity: async (court, options, context) =>
      claimsActivity(traffic, findCourt(court), options, context),
    creditors: async (court, caseId, context) =>
      creditors(traffic, findCourt(court), caseId, context),
    manyDocuments: async (court, wanted, context) =>
      manyDocuments(traffic, findCourt(court), wanted, context),
    freeOpinions: async (court, from, to, context) =>
      freeOpinions(traffic, findCourt(court), from, to, context),
    logOut: (signal) => logOut(transport, { cookies, proxy }, signal),
  }
}
