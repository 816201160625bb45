import { ACCOUNTS } from './accounts.js'
import { simulatedCases } from './cases/cases.js'
import { MAX_BILLED_PAGES } from './ledger.js'
import { fullNumber } from './model/case_texts.js'
import type {
  CaseKind,
  CaseState,
  Delivery,
  SimulatedCase,
  SimulatedDocument,
} from './model/types.js'
import { DOCUMENT_STATES } from './programs/document_states.js'

/** A table of what the simulated courts have, for the command and the documentation. */
export interface Table {
  head: string[]
  rows: string[][]
}

/** Accounts with what to expect of each. */
export const accountTable = (): Table => ({
  head: ['User name', 'Password', 'What happens'],
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
  answers_404: 'its docket is answered with "404 Not Found"',
  answers_embedded: 'its docket is answered with a page that embeds a file',
  answers_redirect: 'its docket is answered with a page that leads elsewhere',
  being_opened: 'in the process of being opened',
  closed_administratively: 'closed administratively',
  no_access: 'no permission to view it',
  open: '',
  placeholder: 'placeholder of the clerk',
  sealed: 'under seal',
  wrong_type: 'of a type that the report refuses',
}

/** Cases with the numbers to ask for. */
export const caseTable = (): Table => ({
  head: ['Court', 'Docket number', 'Case ID', 'What it is'],
  rows: simulatedCases().map((one) => [one.court, fullNumber(one), one.id, caseNote(one)]),
})

function caseNote({ kind, state, defendant, entries, claims, members }: SimulatedCase): string {
  const notes = [
    KINDS[kind],
    STATES[state],
    defendant === 0 ? 'the docket of all defendants' : '',
    defendant ? `the docket of defendant ${defendant}` : '',
    members.length > 0 ? 'with a member case' : '',
    `${entries.length.toLocaleString('en-US')} ${entries.length === 1 ? 'entry' : 'entries'}`,
    claims.length > 0 ? `${claims.length} ${claims.length === 1 ? 'claim' : 'claims'}` : '',
  ]
  return notes.filter(Boolean).join(', ')
}

const DELIVERIES: Record<Delivery, string> = {
  pdf: '',
  iframe: 'arrives in a frame',
  window_location: 'arrives by a script',
  pdf_in_html: 'arrives as text in a page, which is a failure',
}

/** Documents with which something happens; all others are bought as usual. */
export const documentTable = (): Table => ({
  head: ['Court', 'Document ID', 'Pages', 'What happens'],
  rows: simulatedCases()
    // Dockets of single defendants list the documents of the main one.
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
    state === null ? '' : `refused: "${DOCUMENT_STATES[state]}"`,
    warns ? 'warns that it is for participants only' : '',
    DELIVERIES[delivery],
    isOpinion ? 'an opinion, free' : '',
    pages > MAX_BILLED_PAGES && state === null ? `billed for ${MAX_BILLED_PAGES} pages` : '',
    magicNumber === null ? '' : `free once with the key \`${magicNumber}\``,
  ]
  return notes.filter(Boolean).join('; ').replace('1 attachments', '1 attachment')
}
