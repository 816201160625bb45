/** Unexpected court pages (court-system, 12, as CS 12) and the outcome of the request. */
import type { RefusalCode } from '../processing/refusals.js'
import { DOCUMENT_STATES } from '#plugins/demo_courts/simulator/model/types'
import {
  buildDocketRequest,
  failed,
  failing,
  markup,
  buildPdfRequest,
  REPORT,
  unreadable,
  type OutcomeRow,
} from './outcome_row.js'
import { REFUSAL_OUTCOMES } from '#plugins/demo_courts/tests/refusal_outcomes'

const saying = (text: string) => failing(REPORT, { kind: 'page', text })
/** A court page with its menu and no recognized message. */
const MENU = '<a href="/cgi-bin/login.pl?logout">Log Out</a><div id="cmecfMainContent">Hello</div>'

/** Errors of documents in a simulated case, by state. */
const REFUSED_DOCUMENTS = Object.entries(REFUSAL_OUTCOMES).map(([state, code]): OutcomeRow => ({
  row: `CS 12: ${DOCUMENT_STATES[state as keyof typeof DOCUMENT_STATES]}`,
  ask: (queue) => {
    const { entries } = queue.simulator.case('akd', '70600')!
    const documents = entries.flatMap((entry) => entry.documents)
    return buildPdfRequest(documents.find((one) => one.state === state)!.id, { caseId: '70600' })(
      queue
    )
  },
  ...failed(code as RefusalCode, /^The (court|case|document|transcript) /, code === 'try_again'),
}))

/** Messages instead of a docket report. */
const SENTENCES: [text: string, RefusalCode, message: string][] = [
  ['There are no documents in this case', 'no_documents', 'The case has no documents.'],
  ['No claims entries found', 'no_claims', 'The case has no claims.'],
  ['Invalid date_from: 31/31/2031', 'invalid_parameters', 'The court rejected the range.'],
  ['Format: text', 'text_report', unreadable('it is a report in plain text')],
  [
    'The report may take a long time to run because this case has many docket entries',
    'long_report_interstitial',
    'The docket is too long. Send a range: de_date_start, de_date_end, de_number_start, or de_number_end.',
  ],
]

/** Pages instead of a docket report. */
const PAGES: [markup: string, RefusalCode, message: string][] = [
  ['<embed name="plugin">', 'pdf_embedded', unreadable('it is a PDF in a page')],
  [
    `${MENU}To accept charges shown below, click on the 'View Report' button`,
    'charges_not_accepted',
    unreadable('it requests confirmation of the charges again'),
  ],
  [`${MENU}<meta http-equiv="REFRESH">`, 'redirect', unreadable('it is a redirect')],
  [`${MENU}<input name="sort1">`, 'report_form', unreadable("it is the report's form")],
  [`${MENU} Drumpf`, 'altered_by_browser', unreadable('a browser extension modified it')],
  [MENU, 'unexpected_page', unreadable('it has an unexpected format')],
]

export const COURT_PAGE_ROWS: OutcomeRow[] = [
  {
    row: 'CS 12: client code required',
    ask: async (queue) => ({
      ...(await buildPdfRequest('02302500101')(queue)),
      registry_username: 'simclientlater',
    }),
    ...failed('client_code_required', 'The court requires a client code. Send client_code.'),
  },
  {
    row: 'CS 8: document is not a PDF',
    ask: buildPdfRequest('02302500101'),
    then: ({ between }) =>
      between.answers.push({
        to: ({ path, body }) => path.includes('/doc1/') && /"got_receipt"\s+1/.test(body),
        body: `<html>${MENU}</html>`,
      }),
    ...failed('not_a_pdf', 'The court returned something other than a PDF.'),
  },
  {
    row: 'CS 12: other case type',
    ask: buildDocketRequest('70505'),
    ...failed('wrong_case_type', "The case type doesn't match the request."),
  },
  {
    row: 'CS 12: closed case, which is billed',
    ask: buildDocketRequest('70502'),
    ...failed('case_closed_administratively', 'The court currently has no docket for this case.'),
    billed: '0.10',
  },
  {
    row: 'CS 12: access to the case denied',
    ask: buildDocketRequest('70504'),
    ...failed('access_denied', 'The court denied access to your account.'),
  },
  {
    row: 'CS 12: temporary error until the last retry',
    then: saying('Incomplete request. Please try your query again by choosing'),
    ...failed('try_again', 'The court is busy. Try again later.', true),
  },
  ...REFUSED_DOCUMENTS,
  ...SENTENCES.map(([text, code, message]): OutcomeRow => ({
    row: `CS 12: ${text}`,
    then: saying(text),
    ...failed(code, message),
  })),
  ...PAGES.map(([body, code, message]): OutcomeRow => ({
    row: `CS 12: page with the outcome ${code}`,
    then: markup(REPORT, body),
    ...failed(code, message),
  })),
]
