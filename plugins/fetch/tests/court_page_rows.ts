/** Pages of courts that are not what was asked (court-system.md, 12 as CS 12), and what becomes of the request. */
import type { RefusalCode } from '../processing/refusals.js'
import { DOCUMENT_STATES } from '#plugins/demo_courts/simulator/model/types'
import {
  caseOf,
  failed,
  failing,
  markup,
  pdfOf,
  REPORT,
  unreadable,
  type OutcomeRow,
} from './outcome_row.js'
import { REFUSAL_OUTCOMES } from '#plugins/demo_courts/tests/refusal_outcomes'

const saying = (text: string) => failing(REPORT, { kind: 'page', text })
/** A page of a court with its menu, which says nothing that is known. */
const MENU = '<a href="/cgi-bin/login.pl?logout">Log Out</a><div id="cmecfMainContent">Hello</div>'

/** What documents of a simulated case are refused with, by their state. */
const REFUSED_DOCUMENTS = Object.entries(REFUSAL_OUTCOMES).map(([state, code]): OutcomeRow => ({
  row: `CS 12: ${DOCUMENT_STATES[state as keyof typeof DOCUMENT_STATES]}`,
  ask: (queue) => {
    const { entries } = queue.simulator.case('akd', '70600')!
    const documents = entries.flatMap((entry) => entry.documents)
    return pdfOf(documents.find((one) => one.state === state)!.id, { caseId: '70600' })(queue)
  },
  ...failed(code as RefusalCode, /^The court /, code === 'try_again'),
}))

/** Sentences in place of a docket report. */
const SENTENCES: [text: string, RefusalCode, message: string][] = [
  [
    'There are no documents in this case',
    'no_documents',
    'The court says that there are no documents in this case.',
  ],
  ['No claims entries found', 'no_claims', 'The court says that there are no claims in this case.'],
  ['Invalid date_from: 31/31/2031', 'invalid_parameters', 'The court does not accept the range.'],
  ['Format: text', 'text_report', unreadable('it is a report in plain text')],
  [
    'The report may take a long time to run because this case has many docket entries',
    'long_report_interstitial',
    'The docket is too long to be had at once. Send a range: de_date_start, de_date_end, de_number_start or de_number_end.',
  ],
]

/** Pages in place of a docket report. */
const PAGES: [markup: string, RefusalCode, message: string][] = [
  ['<embed name="plugin">', 'pdf_embedded', unreadable('it is a PDF in a page')],
  [
    `${MENU}To accept charges shown below, click on the 'View Report' button`,
    'charges_not_accepted',
    unreadable('it asks again whether the charges are accepted'),
  ],
  [`${MENU}<meta http-equiv="REFRESH">`, 'redirect', unreadable('it is a redirect')],
  [`${MENU}<input name="sort1">`, 'report_form', unreadable('it is the form of the report')],
  [`${MENU} Drumpf`, 'altered_by_browser', unreadable('a browser add-on changed it')],
  [MENU, 'unexpected_page', unreadable('it is no page of the kind asked for')],
]

export const COURT_PAGE_ROWS: OutcomeRow[] = [
  {
    row: 'CS 12: a client code is required',
    ask: async (queue) => ({
      ...(await pdfOf('02302500101')(queue)),
      registry_username: 'simclientlater',
    }),
    ...failed('client_code_required', 'The court asks for a client code. Send client_code.'),
  },
  {
    row: 'CS 8: a document that is no PDF',
    ask: pdfOf('02302500101'),
    then: ({ between }) =>
      between.answers.push({
        to: ({ path, body }) => path.includes('/doc1/') && /"got_receipt"\s+1/.test(body),
        body: `<html>${MENU}</html>`,
      }),
    ...failed('not_a_pdf', 'The court answered with something else than a PDF.'),
  },
  {
    row: 'CS 12: a case of another type',
    ask: caseOf('70505'),
    ...failed('wrong_case_type', 'The court says that the case is of another type.'),
  },
  {
    row: 'CS 12: a case that was closed, which is billed',
    ask: caseOf('70502'),
    ...failed(
      'case_closed_administratively',
      'The court has no docket of this case at the moment.'
    ),
    billed: '0.10',
  },
  {
    row: 'CS 12: a case without access',
    ask: caseOf('70504'),
    ...failed('access_denied', 'The court denies your account access to this.'),
  },
  {
    row: 'CS 12: transient, until the retries end',
    then: saying('Incomplete request. Please try your query again by choosing'),
    ...failed('try_again', 'The court asks to try again later.', true),
  },
  ...REFUSED_DOCUMENTS,
  ...SENTENCES.map(([text, code, message]): OutcomeRow => ({
    row: `CS 12: ${text}`,
    then: saying(text),
    ...failed(code, message),
  })),
  ...PAGES.map(([body, code, message]): OutcomeRow => ({
    row: `CS 12: a page ${code}`,
    then: markup(REPORT, body),
    ...failed(code, message),
  })),
]
