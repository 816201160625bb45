import { randomInt } from 'node:crypto'
import type { CourtRequest } from '../http/request.js'

/** Nonces remembered; the oldest is forgotten. */
const MAX_NONCES = 5_000

/** What some reports are accepted without a form for (court-system.md, 4). */
const CONSTANT = '1-L_1_0-1'
const FORM = /^\d{1,20}-L_\d{1,5}_[\d-]{1,20}(?:-\d{1,12})?$/

/** The numbers in the addresses of forms, `HistDocQry.pl?112801540788508-L_1_0-1` (4). */
export class Nonces {
  #issued = new Map<string, string>()

  /** @param caseId the case that the form is for, which its answer need not repeat */
  issue(caseId = ''): string {
    if (this.#issued.size >= MAX_NONCES) {
      const [oldest] = this.#issued.keys()
      this.#issued.delete(oldest)
    }
    const nonce = `${randomInt(10 ** 14, 2 ** 47)}-L_1_0-1`
    this.#issued.set(nonce, caseId)
    return nonce
  }

  /** Whether a form of this system has the address of a request. */
  isIssued({ query }: CourtRequest): boolean {
    return this.#issued.has(query)
  }

  /** The case of the form that a request answers. */
  caseOf({ query }: CourtRequest): string | undefined {
    return this.#issued.get(query)
  }
}

/** Whether an address has a nonce, be it the constant one. */
export const hasNonce = ({ query }: CourtRequest): boolean => query === CONSTANT || FORM.test(query)

/** Whether an address has the nonce that real clients use without a form. */
export const hasConstantNonce = ({ query }: CourtRequest): boolean => query === CONSTANT
