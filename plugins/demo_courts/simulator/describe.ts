import { ACCOUNTS } from './accounts.js'
import { simulatedCases } from './cases/cases.js'
import { MAX_BILLED_PAGES } from './ledger.js'
import { fullNumber } from './model/case_texts.js'
import {
  type CaseKind,
  type CaseState,
  type Delivery,
  type SimulatedCase,
  type SimulatedDocument,
  DOCUMENT_STATES,
} from './model/types.js'

/** A table of simulated data, for the command and the documentation. */
export interface Table {
  head: string[]
  rows: string[][]
}

/** Accounts and their behavior. */
export const accountTable = (): Table => ({
  head: ['Username', 'Password', 'Behavior'],
  rows: ACCOUNTS.map(({ name, password, meaning }) => [name, password, meaning]),
})

const KINDS: Record<CaseKind, string> = {
  civil: 'Civil case',
  criminal: 'Criminal case',
  petition: 'Bankruptcy petition',
  adversary: 'Adversary proceeding',
  appellate: 'Appeal in the classic system',
  acms: 'Appeal in the new system (ACMS)',
}

const STATES: Record<CaseState, string> = {
  answers_404: 'its docket returns "404 Not Found"',
  answers_embedded: 'its docket returns a page with an embedded file',
  answers_redirect: 'its docket returns a page that redirects elsewhere',
  being_opened: 'being opened',
  closed_administratively: 'closed administratively',
  no_access: 'no permission to view',
  open: '',
  placeholder: 'clerk placeholder',
  sealed: 'sealed',
  wrong_type: 'type not supported by the report',
}

/** Cases with their numbers and IDs. */
export const caseTable = (): Table => ({
  head: ['Court', 'Docket number', 'Case ID', 'Description'],
  rows: simulatedCases().map((one) => [one.court, fullNumber(one), one.id, caseNote(one)]),
})

function caseNote({ kind, state, defendant, entries, claims, members }: SimulatedCase): string {
  const notes = [
    KINDS[kind],
    STATES[state],
    defendant === 0 ? 'docket of all defendants' : '',
    defendant ? `docket of defendant ${defendant}` : '',
    members.length > 0 ? 'with a member case' : '',
    `${entries.length.toLocaleString('en-US')} ${entries.length === 1 ? 'entry' : 'entries'}`,
    claims.length > 0 ? `${claims.length} ${claims.length === 1 ? 'claim' : 'claims'}` : '',
  ]
  return notes.filter(Boolean).join(', ')
}

const DELIVERIES: Record<Delivery, string> = {
  pdf: '',
  iframe: 'delivered in a frame',
  window_location: 'delivered by a script',
  pdf_in_html: 'delivered as text in a page; treated as a failure',
}

/** Documents with special behavior; all others are bought as usual. */
export const documentTable = (): Table => ({
  head: ['Court', 'Document ID', 'Pages', 'Behavior'],
  rows: simulatedCases()
    // Dockets of single defendants repeat the documents of the main docket.
    .filter(({ defendant }) => !defendant)
    .flatMap(({ court, entries }) =>
      entries.flatMap(({ documents }) =>
        documents.map((one) => [
          court,
          one.id,
          String(one.pages),
          documentNote(one, documents.length),
        ])
      )
    )
    .filter(([, , , note]) => note !== ''),
})

function documentNote(document: SimulatedDocument, siblings: number): string {
  const { state, warns, delivery, pages, isOpinion, magicNumber, attachment } = document
  const notes = [
    siblings > 1 && attachment === 0 ? `has ${siblings - 1} attachments` : '',
    state === null ? '' : `rejected: "${DOCUMENT_STATES[state]}"`,
    warns ? 'warns that it is restricted to participants' : '',
    DELIVERIES[delivery],
    isOpinion ? 'opinion; free' : '',
    pages > MAX_BILLED_PAGES && state === null ? `billed for ${MAX_BILLED_PAGES} pages` : '',
    magicNumber === null ? '' : `free once with the key \`${magicNumber}\``,
  ]
  return notes.filter(Boolean).join('; ').replace('1 attachments', '1 attachment')
}
