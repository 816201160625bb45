import type { Accounts, Session } from '../accounts.js'
import type { Answer, StoredPages } from '../http/answers.js'
import type { CourtRequest, Nonces } from '../http/request.js'
import { type Ledger, MAX_BILLED_PAGES, CENTS_PER_PAGE } from '../ledger.js'
import type { World } from '../model/world.js'
import { documentReceiptTime, receiptTime, type Markup, visibleText } from '../pages/markup.js'
import type { Receipt } from '../pages/receipt.js'
import type { AcmsState } from './acms_state.js'
import type { Temporaries } from './temporaries.js'

/** State shared by all programs and courts. */
export interface CourtSystem {
  world: World
  accounts: Accounts
  ledger: Ledger
  temporaries: Temporaries
  nonces: Nonces
  acms: AcmsState
  /** IDs of documents whose free look was used. */
  usedLooks: Set<string>
  /** Courts that have banned the client. */
  bannedAt: Set<string>
  /** Stored pages in tests, otherwise null. */
  stored: StoredPages | null
  now(): Date
}

/** A request to a court with its context. */
export interface Visit {
  system: CourtSystem
  court: string
  request: CourtRequest
  /** Undefined if no login is required. */
  session: Session | undefined
}

export type Program = (visit: Visit) => Answer | Promise<Answer>

/** An item to bill. */
export interface ToBill {
  description: string
  criteria: Receipt['criteria']
  /** Total pages; pages beyond the limit aren't billed. */
  pages: number
  documentId?: string
  /** Format of the time (court-system, 13). */
  time?: 'document' | 'report'
}

/** Bills the account of a visit and returns the receipt. */
export function bill(visit: Visit, toBill: ToBill): Receipt {
  const receipt = estimate(visit, toBill)
  visit.system.ledger.bill({
    account: receipt.login,
    court: visit.court,
    description: toBill.description,
    pages: receipt.charge.pages,
    documentId: toBill.documentId ?? null,
  })
  return receipt
}

/** The receipt before a purchase. */
export function estimate({ system, session }: Visit, { pages, ...toBill }: ToBill): Receipt {
  const billed = Math.min(pages, MAX_BILLED_PAGES)
  const time = toBill.time === 'document' ? documentReceiptTime : receiptTime
  return {
    time: time(system.now()),
    login: session?.account.name ?? '',
    clientCode: session?.clientCode ?? '',
    charge: {
      description: toBill.description,
      pages: billed,
      cents: billed * CENTS_PER_PAGE,
    },
    criteria: toBill.criteria,
    wholePages: pages,
  }
}

/** Characters of a report billed as one page. */
const CHARACTERS_PER_PAGE = 4_320

/** Number of pages of a report billed by length. */
export const reportPages = (report: Markup): number =>
  Math.max(1, Math.ceil(visibleText(report).length / CHARACTERS_PER_PAGE))

/** Whether a checkbox is checked. */
export const isOn = (request: CourtRequest, name: string): boolean =>
  request.values.get(name)?.toLowerCase() === 'on'
