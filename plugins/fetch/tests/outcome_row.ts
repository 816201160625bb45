/** Rows of the table of outcomes, and what they do to simulated courts. */
import type { RefusalCode } from '../processing/refusals.js'
import type { OtherAnswer } from './between_courts.js'
import type { SimulatedQueue } from './simulated_queue.js'

export interface OutcomeRow {
  /** Section of the specification and what happens there. */
  row: string
  /** What is asked for; the docket of a case of the District of Alaska unless given. */
  ask?: (queue: SimulatedQueue) => object | Promise<object>
  /** What happens after the POST was answered, before the job runs. */
  then?: (queue: SimulatedQueue, id: number, asked: any) => unknown
  /** Pages that a fetch may cost. */
  maxPages?: number
  status: 2 | 3 | 6 | 7
  code: RefusalCode | null
  message: string | RegExp
  retryable?: boolean
  /** Dollars billed; none unless given. */
  billed?: string
  /** Purchases whose answer is not known. */
  unanswered?: number
}

export const AKD = 'ecf.akd.uscourts.gov'
export const CASE = { request_type: 1, court: 'akd', docket_number: '3:24-cv-00101' }
export const caseOf = (id: string) => () => ({
  request_type: 1,
  court: 'akd',
  registry_case_id: id,
})
export const pdfOf = (id: string, rest: object = {}) =>
  async function ask(queue: SimulatedQueue) {
    return { request_type: 2, recap_document: await queue.document({ id, ...rest }) }
  }
export const menuOf = (id: string, rest: object = {}) =>
  async function ask(queue: SimulatedQueue) {
    return { request_type: 3, recap_document: await queue.document({ id, ...rest }) }
  }

export const answering =
  (path: RegExp, answer: Omit<OtherAnswer, 'to'>, host = AKD) =>
  ({ between }: SimulatedQueue) =>
    between.answers.push({ to: (one) => one.host === host && path.test(one.path), ...answer })
/** A page of markup in place of the court's. */
export const markup = (path: RegExp, body: string) =>
  answering(path, { body: `<html>${body}</html>` })
export const REPORT = /DktRpt/
export const NUMBERS = /possible_case_numbers/
export const failing =
  (path: RegExp, fault: object) =>
  ({ simulator }: SimulatedQueue) =>
    simulator.failNext({ host: AKD, path, times: 100, kind: 'status', ...fault } as never)

export const unreadable = (what: string) => `Unable to read the court's answer: ${what}.`
export const failed = (code: RefusalCode, message: string | RegExp, retryable = false) =>
  ({ status: 3, code, message, retryable }) as const
