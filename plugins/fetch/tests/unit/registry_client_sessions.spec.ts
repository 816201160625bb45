/** Sessions (court system 2), case lookups, and reports (5, 6, 7). */
import { test } from '@japa/runner'
import type { RegistryError } from '#plugins/fetch/registry_client/registry_error'
import { isNight } from '#plugins/fetch/registry_client/dates'
import {
  parseMultipartFields,
  serveCourts,
  type Arrived,
  type ScriptedAnswer,
} from '../court_server.js'
import {
  APPELLATE_LOGIN_PAGE,
  courtPage,
  districtDocket,
  LOGIN_PAGE,
  NO_PRIVILEGES,
  receiptTable,
  XML_LOGGED_OUT,
} from '../court_answers.js'

const failureOf = async (promise: Promise<unknown>): Promise<RegistryError> =>
  promise.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: RegistryError) => error
  )
const codeOf = async (promise: Promise<unknown>) => (await failureOf(promise)).code

const CASES = `<request number="31-00021"><case number="3:31-cv-21" id="77"
 title="3:31-cv-00021-ABC Quill v. Blot (closed 01/26/2032)" sortable="x"/></request>`
const TO_LOGIN: ScriptedAnswer = {
  status: 302,
  headers: { location: 'https://pacer.login.uscourts.gov/csologin/login.jsf?pscCourtId=CAND' },
}
const OPTIONS = { parties: true, terminatedParties: true, memberCases: false }

test.group('registry client: sessions', () => {
  test('a login page is verified once')
    .with<(string | ScriptedAnswer)[]>([
      LOGIN_PAGE,
      APPELLATE_LOGIN_PAGE,
      XML_LOGGED_OUT,
      TO_LOGIN,
      '<html>A page without a menu</html>',
    ])
    .run(async ({ assert, cleanup }, out) => {
      const answers = [out, CASES, out, CASES]
      const courts = await serveCourts(cleanup, () => answers.shift()!)
      const session = await courts.session()
      const find = () => session.findCase('cand', '3:31-cv-21', {}, courts.context)
      assert.equal((await find())?.caseId, '77')
      assert.lengthOf(courts.requests, 2)
      // Once per session.
      const error = await failureOf(find())
      assert.deepEqual([error.code, error.retryable], ['session_expired', false])
      assert.lengthOf(courts.requests, 3)
    })

  test('a second login page ends the session', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () => LOGIN_PAGE)
    const session = await courts.session()
    assert.equal(
      await codeOf(session.findCase('cand', '3:31-cv-21', {}, courts.context)),
      'session_expired'
    )
    assert.lengthOf(courts.requests, 2)
  })

  test('a form is not resent')
    .with<(string | ScriptedAnswer)[]>([LOGIN_PAGE, TO_LOGIN])
    .run(async ({ assert, cleanup }, out) => {
      const courts = await serveCourts(cleanup, () => out)
      const session = await courts.session()
      const { context, billed, requests } = courts
      assert.equal(
        await codeOf(session.docketReport('cand', '77', OPTIONS, context)),
        'session_expired'
      )
      assert.lengthOf(requests, 1)
      assert.lengthOf(billed, 1)
      assert.equal(await codeOf(session.caseQuery('cand', '77', context)), 'session_expired')
      assert.lengthOf(requests, 2)
    })

  test('a billed page of an appellate court is not requested again', async ({
    assert,
    cleanup,
  }) => {
    const courts = await serveCourts(cleanup, () => APPELLATE_LOGIN_PAGE)
    const session = await courts.session()
    assert.equal(
      await codeOf(session.appellateDocket('ca1', '31-1095', OPTIONS, courts.context)),
      'session_expired'
    )
    assert.lengthOf(courts.requests, 1)
  })

  test('a request is repeated once if the account has no privileges yet', async ({
    assert,
    cleanup,
  }) => {
    const answers = [NO_PRIVILEGES, CASES, NO_PRIVILEGES, NO_PRIVILEGES, NO_PRIVILEGES]
    const courts = await serveCourts(cleanup, () => answers.shift()!)
    const session = await courts.session()
    const find = () => session.findCase('ilnd', '3:31-cv-21', {}, courts.context)
    assert.equal((await find())?.caseId, '77')
    assert.equal(await codeOf(find()), 'access_denied')
    assert.equal(await codeOf(session.caseQuery('ilnd', '77', courts.context)), 'try_again')
    assert.lengthOf(courts.requests, 5)
  })
})

test.group('registry client: cases', () => {
  test('finds a case by docket number', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () => CASES)
    const session = await courts.session()
    assert.deepEqual(await session.findCase('cand', '3:31-CV-00021', {}, courts.context), {
      caseId: '77',
      docketNumber: '3:31-cv-00021',
      caseName: 'Quill v. Blot',
    })
    const [{ method, path }] = courts.requests as [Arrived]
    assert.deepEqual([method, path], ['GET', '/cgi-bin/possible_case_numbers.pl?3:31-cv-00021'])
    assert.equal(
      await codeOf(session.findCase('cand', '31<cv>21', {}, courts.context)),
      'invalid_parameters'
    )
    assert.equal(
      await codeOf(session.findCase('ca1', '31-1095', {}, courts.context)),
      'invalid_parameters'
    )
  })

  test('{message} returns {expected}')
    .with([
      { message: 'Cannot find case 1:31-cv-1', expected: null },
      { message: 'Case Under Seal', expected: null },
      { message: 'Something else', expected: 'unexpected_page' },
    ])
    .run(async ({ assert, cleanup }, { message, expected }) => {
      const courts = await serveCourts(
        cleanup,
        () => `<request number="1"><message text="${message}"/></request>`
      )
      const session = await courts.session()
      const found = session.findCase('cand', '1:31-cv-1', {}, courts.context)
      assert.equal(expected ? await codeOf(found) : await found, expected)
    })

  test('selects one of several cases by its details', async ({ assert, cleanup }) => {
    const courts = await serveCourts(
      cleanup,
      () => `<request number="31-21">
        <case number="1:31-cv-21" id="70" title="1:31-cv-00021 Alpha v. Beta"/>
        <case number="3:31-cv-21" id="77" title="3:31-cv-00021 Quill v. Blot"/></request>`
    )
    const session = await courts.session()
    const find = (hints: object) => session.findCase('cand', '31-21', hints, courts.context)
    assert.equal((await find({ office: '3' }))?.caseId, '77')
    assert.equal((await find({ caseName: 'alpha' }))?.caseId, '70')
    assert.equal(await codeOf(find({})), 'several_cases')
  })

  const mobile = (title: string) => `<html><head><title>Mobile Query</title></head><body>
    <div class="ui-title">${title}</div><input id="caseid" value="77">
    <a id="entriesLink">Entries <span class="ui-li-count">1,234</span></a></body></html>`

  test('returns the number of entries', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, ({ host }) =>
      mobile(host.includes('cand') ? 'Case' : 'Cost: 0.10')
    )
    const session = await courts.session()
    assert.equal(await session.entryCount('cand', '77', courts.context), 1234)
    const [{ method, path }] = courts.requests as [Arrived]
    assert.deepEqual([method, path], ['POST', '/cgi-bin/mobile_query.pl?search=caseInfo&caseid=77'])
    // Courts that charge for it receive no further requests.
    assert.equal(await session.entryCount('nysd', '77', courts.context), 1234)
    assert.isNull(await session.entryCount('nysd', '78', courts.context))
    assert.lengthOf(courts.requests, 2)
  })
})

test.group('registry client: reports', () => {
  test('a docket is requested with its ranges and sections', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () => districtDocket)
    const session = await courts.session()
    const { bytes, cost } = await session.docketReport(
      'nysd',
      '77',
      {
        dateFrom: '2031-02-03',
        dateTo: '2031-04-05',
        numberFrom: 2,
        numberTo: 9,
        parties: true,
        terminatedParties: false,
        memberCases: true,
      },
      courts.context
    )
    // The account was removed from the receipt.
    assert.equal(new TextDecoder().decode(bytes), districtDocket.replace('reader-one', ''))
    assert.deepEqual(cost, { pages: 3, dollars: '0.30', description: 'Docket Report' })
    const [request] = courts.requests as [Arrived]
    assert.equal(request.path, '/cgi-bin/DktRpt.pl?1-L_1_0-1')
    assert.deepEqual(parseMultipartFields(request), {
      all_case_ids: '77',
      case_num: ' ',
      sort1: 'oldest date first',
      date_range_type: 'Filed',
      date_from: '02/03/2031',
      date_to: '04/05/2031',
      documents_numbered_from_: '2',
      documents_numbered_to_: '9',
      list_of_parties_and_counsel: 'on',
      list_of_member_cases: 'on',
      pdf_header: '1',
      output_format: 'html',
    })
    assert.deepEqual(courts.billed, [
      { court: 'nysd', what: 'docket report of case 77', expected: null },
    ])
  })

  test('a docket without a range has a start date; bankruptcy courts use another field', async ({
    assert,
    cleanup,
  }) => {
    const courts = await serveCourts(cleanup, () => districtDocket)
    const session = await courts.session()
    await session.docketReport('nysb', '77', OPTIONS, courts.context)
    const fields = parseMultipartFields(courts.requests[0]!)
    assert.equal(fields.date_from, '1/1/1960')
    assert.equal(fields.date_type, 'filed')
    assert.notProperty(fields, 'date_range_type')
    assert.equal(fields.terminated_parties, 'on')
  })

  test('"{says}" instead of a docket causes {code}')
    .with([
      {
        says: 'The report may take a long time to run because this case has many docket entries',
        code: 'long_report_interstitial',
      },
      {
        says: "To accept charges shown below, click on the 'View Report' button",
        code: 'charges_not_accepted',
      },
      { says: 'Case not found.', code: 'case_not_found' },
      { says: 'There are no documents in this case', code: 'no_documents' },
      { says: 'Invalid date_from: x', code: 'invalid_parameters' },
      { says: 'The case type was bk but it must be cv', code: 'wrong_case_type' },
      { says: 'Unable to create PDF file', code: 'try_again' },
      { says: 'Format: text', code: 'text_report' },
      { says: 'Unheard of', code: 'unexpected_page' },
    ])
    .run(async ({ assert, cleanup }, { says, code }) => {
      const courts = await serveCourts(cleanup, () => courtPage(`<p>${says}</p>`))
      const session = await courts.session()
      const error = await failureOf(session.docketReport('nysd', '77', OPTIONS, courts.context))
      assert.deepEqual([error.code, error.court, error.cost], [code, 'nysd', null])
      assert.lengthOf(courts.requests, 1)
    })

  test('the error contains the cost of another page', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () =>
      courtPage(`This case was administratively closed ${receiptTable({ pages: 1, cost: '0.10' })}`)
    )
    const session = await courts.session()
    const { code, cost } = await failureOf(
      session.docketReport('nysd', '77', OPTIONS, courts.context)
    )
    assert.equal(code, 'case_closed_administratively')
    assert.deepEqual(cost, { pages: 1, dollars: '0.10', description: 'Docket Report' })
  })

  test('a page that takes too long to parse is an error', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () => districtDocket, {
      parse: async () => ({ outcome: 'too_hard' }),
    })
    const session = await courts.session()
    assert.equal(
      await codeOf(session.docketReport('nysd', '77', OPTIONS, courts.context)),
      'too_hard'
    )
  })

  test('invalid requests are not sent', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () => districtDocket)
    const session = await courts.session()
    const { context } = courts
    for (const asked of [
      session.docketReport('nysd', '1-2', OPTIONS, context),
      session.docketReport('nysd', '77', { ...OPTIONS, parties: false }, context),
      session.docketReport('nysd', '77', { ...OPTIONS, dateFrom: '1/2/2031' }, context),
      session.docketReport('ca1', '77', OPTIONS, context),
      session.claims('nysd', '77', context),
      session.freeOpinions('nysd', '2031-01-01', '2031-01-09', context),
      session.freeOpinions('nysd', '2031-01-02', '2031-01-01', context),
      session.freeOpinions('casb', '2031-01-01', '2031-01-02', context),
    ])
      assert.equal(await codeOf(asked), 'invalid_parameters')
    assert.isEmpty(courts.requests)
    assert.isEmpty(courts.billed)
  })

  test('history uses the nonce of its form', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, ({ method }) =>
      method === 'GET'
        ? courtPage(
            '<form action="../cgi-bin/HistDocQry.pl?112801540788508-L_1_0-1"><input type="hidden" name="all_case_ids" value="77">'
          )
        : courtPage(
            `<center><b>3:31-cv-00021 Quill v. Blot</b></center><h2>History</h2>
             There are no events ${receiptTable({ description: 'History/Documents' })}`
          )
    )
    const session = await courts.session()
    await session.history('nysd', '77', 'documents', courts.context).catch(() => undefined)
    assert.deepEqual(
      courts.requests.map(({ method, path }) => [method, path]),
      [
        ['GET', '/cgi-bin/HistDocQry.pl?77'],
        ['POST', '/cgi-bin/HistDocQry.pl?112801540788508-L_1_0-1'],
      ]
    )
    assert.deepEqual(parseMultipartFields(courts.requests[1]!), {
      all_case_ids: '77',
      QueryType: 'Documents',
      sort1: 'asc',
      DisplayDktText: 'DisplayDktText',
    })
    assert.deepEqual(
      courts.billed.map(({ what }) => what),
      ['documents of case 77']
    )
  })

  test('free opinions are requested by week from the program of the court', async ({
    assert,
    cleanup,
  }) => {
    const report = courtPage('<h1>Written Opinions Report</h1><table><tr><th>Case Number & Name')
    const courts = await serveCourts(cleanup, ({ method, path }) =>
      method === 'GET' ? courtPage(`<form action="..${path}?1125-L_1_0-1">`) : report
    )
    const session = await courts.session()
    const { cost } = await session.freeOpinions('ohnd', '2031-01-01', '2031-01-08', courts.context)
    assert.isNull(cost)
    assert.equal(courts.requests[1]!.path, '/cgi-bin/OHND_WrtOpRpt.pl?1125-L_1_0-1')
    assert.deepEqual(parseMultipartFields(courts.requests[1]!), {
      filed_from: '01/01/2031',
      filed_to: '01/08/2031',
      ShowFull: '1',
      Key1: 'de_date_filed',
      all_case_ids: '0',
    })
    assert.isEmpty(courts.billed)
  })

  test('a form with another host is not sent', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () =>
      courtPage('<form action="https://evil.example/cgi-bin/login.pl?1-L_1">')
    )
    const session = await courts.session()
    assert.equal(
      await codeOf(session.history('nysd', '77', 'history', courts.context)),
      'unexpected_page'
    )
    assert.lengthOf(courts.requests, 1)
  })

  test('a complete claims register is requested', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () => courtPage('No claims entries found'))
    const session = await courts.session()
    assert.equal(await codeOf(session.claims('nysb', '77', courts.context)), 'no_claims')
    assert.deepEqual(parseMultipartFields(courts.requests[0]!), {
      all_case_ids: '77',
      case_num: ' ',
      EntFil: 'Fil',
      SearchingClaims: 'true',
      f_sort1: 'cl_claimno',
      f_sort2: 'cl_dt_filed',
      f_fromdt: '1/1/1960',
      f_todt: '',
    })
    assert.lengthOf(courts.billed, 1)
  })

  test('a summary with only a menu means a sealed case', async ({ assert, cleanup }) => {
    const answers = [courtPage(''), courtPage('<center>Unheard of</center>')]
    const courts = await serveCourts(cleanup, () => answers.shift()!)
    const session = await courts.session()
    assert.equal(await codeOf(session.caseQuery('nysd', '77', courts.context)), 'sealed')
    assert.equal(await codeOf(session.caseQuery('nysd', '77', courts.context)), 'unexpected_page')
    assert.equal(parseMultipartFields(courts.requests[0]!).Qry_filed_from, '')
    assert.isEmpty(courts.billed)
  })

  test('bulk hours are from 18:00 to 06:00 Central time', ({ assert }) => {
    const night = (utc: string) => isNight(new Date(utc))
    assert.deepEqual(
      [
        '2031-01-15T23:59:00Z',
        '2031-01-16T00:00:00Z',
        '2031-01-16T11:59:00Z',
        '2031-01-16T12:00:00Z',
      ].map(night),
      [false, true, true, false]
    )
  })
})
