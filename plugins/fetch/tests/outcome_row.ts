/** Rows of the outcome table and their setup of simulated courts. */
import type { RefusalCode } from '../processing/refusals.js'
import type { OtherAnswer } from './between_courts.js'
import type { SimulatedQueue } from './simulated_queue.js'

export interface OutcomeRow {
  /** Section of the specification and description. */
  row: string
  /** Request body; default: a docket of the District of Alaska. */
  ask?: (queue: SimulatedQueue) => object | Promise<object>
  /** Runs after the POST and before the job. */
  then?: (queue: SimulatedQueue, id: number, asked: any) => unknown
  /** Maximum number of pages per fetch. */
  maxPages?: number
  status: 2 | 3 | 6 | 7
  code: RefusalCode | null
  message: string | RegExp
  retryable?: boolean
  /** Billed dollars; default: none. */
  billed?: string
  /** Number of purchases without a response. */
  unanswered?: number
}

export const AKD = 'ecf.akd.uscourts.gov'
export const CASE = { request_type: 1, court: 'akd', docket_number: '3:24-cv-00101' }
export const buildDocketRequest = (id: string) => () => ({
  request_type: 1,
  court: 'akd',
  registry_case_id: id,
})
export const buildPdfRequest = (id: string, rest: object = {}) =>
  async function ask(queue: SimulatedQueue) {
    return { request_type: 2, recap_document: await queue.document({ id, ...rest }) }
  }
export const buildMenuRequest = (id: string, rest: object = {}) =>
  async function ask(queue: SimulatedQueue) {
    return { request_type: 3, recap_document: await queue.document({ id, ...rest }) }
  }

export const answering =
  (path: RegExp, answer: Omit<OtherAnswer, 'to'>, host = AKD) =>
  ({ between }: SimulatedQueue) =>
    between.answers.push({ to: (one) => one.host === host && path.test(one.path), ...answer })
/** Replaces the court's page. */
export const markup = (path: RegExp, body: string) =>
  answering(path, { body: `<html>${body}</html>` })
export const REPORT = /DktRpt/
export const NUMBERS = /possible_case_numbers/
export const failing =
  (path: RegExp, fault: object) =>
  ({ simulator }: SimulatedQueue) =>
    simulator.failNext({ host: AKD, path, times: 100, kind: 'status', ...fault } as never)

export const unreadable = (what: string) => `Unable to read the court's response: ${what}.`
export const failed = (code: RefusalCode, message: string | RegExp, retryable = false) =>
  ({ status: 3, code, message, retryable }) as const
