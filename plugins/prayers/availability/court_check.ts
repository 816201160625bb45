/**
 * Asks the court system whether a document can be bought there. The code that
 * speaks with the court system provides it (`provideCourtCheck`); without one
 * no check is made, and prayers wait.
 */
export interface AskedDocument {
  id: string
  court_id: string
  registry_doc_id: string
}

export interface CourtAnswer {
  /** False when the court system offers nothing to buy: the document is sealed. */
  purchasable: boolean
  /** Pages, where the court system says so exactly. */
  pages?: number
}

export interface CourtCheck {
  /** @throws when the court system does not answer; it is asked again later */
  ask: (document: AskedDocument) => Promise<CourtAnswer>
}

let provided: CourtCheck | undefined

/** Sets who asks the court system; undefined: no check. */
export function provideCourtCheck(check: CourtCheck | undefined): void {
  provided = check
}

export function courtCheck(): CourtCheck | undefined {
  return provided
}
