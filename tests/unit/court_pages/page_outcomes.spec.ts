/** Pages returned instead of the requested page. */
import { test } from '@japa/runner'
import { pageOutcome, type PageOutcome } from '#app/court_pages/page_outcomes'

const pages: [PageOutcome, string][] = [
  [
    'long_report_interstitial',
    'The report may take a long time to run because this case has many\n docket entries',
  ],
  ['charges_not_accepted', "To accept charges shown below, click on the 'View Report' button"],
  ['case_not_found', '<b>Case</b> not found.'],
  ['case_not_found', 'Cannot locate the case with caseid 7'],
  ['no_documents', 'Error: There are no documents in this case.'],
  ['invalid_parameters', 'Invalid date_from: 12/13/219'],
  ['wrong_case_type', 'The case type was bk but it must be cv'],
  [
    'case_closed_administratively',
    'This case is in the process of being opened, please check back later',
  ],
  ['access_denied', 'You do not have permission to view this document.'],
  ['try_again', 'Server timeout waiting for the HTTP request from the client.'],
  ['no_claims', 'No claims found for this case using selection criteria entered'],
  ['transcript_embargo', 'You do not have access to this transcript.'],
  ['sealed', 'This document is SEALED'],
  ['restricted', 'This image is not available for viewing by non-court users'],
  ['client_code_required', 'A Client Code is required for PACER search'],
  ['text_report', '<table><tr><td>31-1 Term: included Format: text</td></tr></table>'],
  ['pdf_embedded', '<embed width="100%" name="plugin" id="plugin">'],
  ['redirect', '<meta http-equiv="REFRESH" content="0; url=x">'],
  [
    'not_logged_in',
    `<script>document.location="https://pacer.login.uscourts.gov/csologin/login.jsf"</script>`,
  ],
  [
    'not_logged_in',
    '<form action="x" method="POST" name="GetPass"><p>You do not have permission to view this document.',
  ],
  [
    'not_logged_in',
    `<request number='1'><message text='Not logged in.  Please refresh this page.'/></request>`,
  ],
  ['altered_by_browser', '<p>President Drumpf'],
  ['report_form', '<select name="sort1"><option>oldest date first</select>'],
]

test.group('pages returned instead of the requested page', () => {
  for (const [outcome, page] of pages) {
    test(`recognizes "${page.slice(0, 50)}": ${outcome}`, ({ assert }) => {
      assert.equal(pageOutcome(`<html><body>${page}</body></html>`), outcome)
    })
  }

  test('may be of an unknown kind', ({ assert }) => {
    assert.isNull(pageOutcome('<p>Welcome'))
    assert.isNull(pageOutcome('<'))
  })

  test('are short, because a long report may quote any sentence', ({ assert }) => {
    assert.isNull(pageOutcome(`<p>This document is SEALED ${'Filed by Ada Quill. '.repeat(1000)}`))
  })
})
