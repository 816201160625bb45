/** Charges of the simulated courts, for assertions in tests. */

/** A charge to an account. */
export interface Charge {
  account: string
  court: string
  /** As printed on the receipt: `Docket Report`, `Image4-1`. */
  description: string
  pages: number
  cents: number
  /** ID of a bought document, in normal form. */
  documentId: string | null
}

export interface Totals {
  /** Requests in sessions of the account, and its logins. */
  requests: number
  logins: number
  pages: number
  /** With two decimals: `3.10`. */
  dollars: string
}

/** Maximum number of billed pages (court-system, 13). */
export const MAX_BILLED_PAGES = 30
/** Cents per page (13: 0.10 since 2013). */
export const CENTS_PER_PAGE = 10

/** Dollars with two decimals, as receipts print them. */
export const dollars = (cents: number): string => (cents / 100).toFixed(2)

/** Maximum number of listed charges; totals include all. */
const MAX_CHARGES = 20_000
/** Maximum number of documents with counted purchases. */
const MAX_PURCHASES = 50_000

type Sums = { requests: number; logins: number; pages: number; cents: number }

export class Ledger {
  #charges: Charge[] = []
  #purchases = new Map<string, number>()
  #sums = new Map<string, Sums>()

  /** @param charge the cost is computed from its pages */
  bill(charge: Omit<Charge, 'cents'>): Charge {
    const billed = { ...charge, cents: charge.pages * CENTS_PER_PAGE }
    if (this.#charges.length >= MAX_CHARGES) this.#charges.shift()
    this.#charges.push(billed)
    this.#sums.set(charge.account, {
      ...this.#sumsOf(charge.account),
      pages: this.#sumsOf(charge.account).pages + billed.pages,
      cents: this.#sumsOf(charge.account).cents + billed.cents,
    })
    const { documentId: id } = charge
    if (id !== null && (this.#purchases.has(id) || this.#purchases.size < MAX_PURCHASES))
      this.#purchases.set(id, this.countPurchases(id) + 1)
    return billed
  }

  countRequest(account: string, kind: 'login' | 'request'): void {
    const sums = this.#sumsOf(account)
    const more = kind === 'login' ? { logins: sums.logins + 1 } : { requests: sums.requests + 1 }
    this.#sums.set(account, { ...sums, ...more })
  }

  /** Recent charges of an account, oldest first; default: of all accounts. */
  charges(account?: string): Charge[] {
    return this.#charges.filter((one) => account === undefined || one.account === account)
  }

  /** Number of purchases of a document, by its ID in normal form or its GUID. */
  countPurchases(documentId: string): number {
    return this.#purchases.get(documentId) ?? 0
  }

  /** Number of purchases by document. */
  purchases(): Map<string, number> {
    return new Map(this.#purchases)
  }

  /** Totals of an account; default: of all accounts. */
  totals(account?: string): Totals {
    const sums = [...this.#sums].filter(([name]) => account === undefined || name === account)
    const sum = (field: keyof Sums) => sums.reduce((total, [, one]) => total + one[field], 0)
    return {
      requests: sum('requests'),
      logins: sum('logins'),
      pages: sum('pages'),
      dollars: dollars(sum('cents')),
    }
  }

  clear(): void {
    this.#charges = []
    this.#purchases.clear()
    this.#sums.clear()
  }

  #sumsOf(account: string): Sums {
    return this.#sums.get(account) ?? { requests: 0, logins: 0, pages: 0, cents: 0 }
  }
}
