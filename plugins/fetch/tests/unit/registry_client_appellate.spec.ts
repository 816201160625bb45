/** Courts of appeals: the classic system (court system 10) and the new system (11). */
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { RegistryError } from '#plugins/fetch/registry_client/registry_error'
import { parseAcmsAttachmentPage } from '#app/court_pages/acms_attachment_page'
import { parseAcmsDocket } from '#app/court_pages/acms_docket'
import { serveCourts, TOKEN, type Arrived, type ScriptedAnswer } from '../court_server.js'
import {
  appellateDocket,
  appellateMenu,
  appellatePage,
  downloadConfirmation,
  PDF,
} from '../court_answers.js'

const OPTIONS = { parties: true, terminatedParties: true, memberCases: false }
const pdf: ScriptedAnswer = { headers: { 'content-type': 'application/pdf' }, body: PDF }
const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'it did not fail',
    (error: RegistryError) => error.code ?? error
  )
const queryOf = ({ path }: Arrived) => Object.fromEntries(new URLSearchParams(path.split('?')[1]))

test.group('registry client: classic appellate courts', () => {
  test('{court} has the program path {path}')
    .with([
      { court: 'ca1', path: '/n/beam/servlet/TransportRoom' },
      { court: 'cavc', path: '/n/beam/servlet/TransportRoom' },
      { court: 'ca5', path: '/cmecf/servlet/TransportRoom' },
      { court: 'ca7', path: '/cmecf/servlet/TransportRoom' },
      { court: 'ca11', path: '/cmecf/servlet/TransportRoom' },
    ])
    .run(async ({ assert, cleanup }, { court, path }) => {
      const courts = await serveCourts(cleanup, () => appellateDocket)
      const session = await courts.session()
      const { bytes, cost } = await session.appellateDocket(
        court,
        '31-1095',
        { ...OPTIONS, memberCases: true, dateFrom: '2031-02-03' },
        courts.context
      )
      assert.equal(new TextDecoder().decode(bytes), appellateDocket.replace('reader-one', ''))
      assert.deepEqual(cost, { pages: 5, dollars: '0.50', description: 'Docket Report (full)' })
      const [request] = courts.requests as [Arrived]
      assert.equal(request.method, 'GET')
      assert.equal(request.host, `ecf.${court}.uscourts.gov`)
      assert.equal(request.path.split('?')[0], path)
      assert.deepEqual(queryOf(request), {
        servlet: 'CaseSummary.jsp',
        caseNum: '31-1095',
        fullDocketReport: 'Y',
        actionType: 'Run Docket Report',
        incDktEntries: 'Y',
        incOrigDkt: 'Y',
        incPrior: 'Y',
        incPanel: 'Y',
        incCaption: 'long',
        incAssoc: 'Y',
        incPtyAty: 'Y',
        dateFrom: '02/03/2031',
        dateTo: '',
      })
      assert.include(request.path, 'actionType=Run+Docket+Report')
      assert.deepEqual(courts.billed, [{ court, what: 'docket of case 31-1095', expected: null }])
    })

  test('a response other than a docket causes {code}')
    .with([
      { page: appellatePage('Case Number Not Found'), code: 'case_not_found' },
      { page: appellatePage('404 Not Found'), code: 'document_not_found' },
      { page: appellateMenu, code: 'attachment_menu_instead' },
      { page: downloadConfirmation, code: 'charges_not_accepted' },
    ])
    .run(async ({ assert, cleanup }, { page, code }) => {
      const courts = await serveCourts(cleanup, () => page)
      const session = await courts.session()
      assert.equal(
        await codeOf(session.appellateDocket('ca1', '31-1095', OPTIONS, courts.context)),
        code
      )
    })

  test('number ranges and other courts are rejected', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () => appellateDocket)
    const session = await courts.session()
    for (const asked of [
      session.appellateDocket('ca1', '31-1', { ...OPTIONS, numberFrom: 1 }, courts.context),
      session.appellateDocket('nysd', '31-1', OPTIONS, courts.context),
      session.appellateDocket('ca1', '31&x=1', OPTIONS, courts.context),
    ])
      assert.equal(await codeOf(asked), 'invalid_parameters')
    assert.isEmpty(courts.requests)
  })

  test('a document is bought with the confirmation form', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, ({ method }) =>
      method === 'GET' ? downloadConfirmation : pdf
    )
    const session = await courts.session()
    const address = { documentId: '00106407625', isAttachment: true }
    const file = await session.document('ca1', address, courts.context)
    const expected = { pages: 27, dollars: '2.70', description: 'PDF Document' }
    assert.deepEqual(await readFile(file.path), PDF)
    assert.deepEqual(file.cost, expected)
    const [before, bought] = courts.requests as [Arrived, Arrived]
    assert.equal(before.path, '/docs1/00116407625')
    assert.equal(bought.path, '/n/beam/servlet/TransportRoom')
    assert.deepEqual(Object.fromEntries(new URLSearchParams(bought.body)), {
      servlet: 'ShowDoc',
      CSRF: 'csrf_-62',
      incPdfHeader: 'Y',
      incPdfHeaderDisp: 'Y',
      dls_id: '00116407625',
      caseId: '10028',
      pacer: 't',
      recp: '',
    })
    assert.deepEqual(courts.billed, [{ court: 'ca1', what: 'document 00106407625', expected }])
  })

  test('without a form, a document is bought with its link', async ({ assert, cleanup }) => {
    const withoutForm = downloadConfirmation.replace('name="AccCharge"', '')
    const courts = await serveCourts(cleanup, ({ path }) =>
      path.startsWith('/docs1/') ? withoutForm : pdf
    )
    const session = await courts.session()
    const address = { documentId: '00106407625', caseId: '10028' }
    await session.document('ca1', address, courts.context)
    assert.deepEqual(queryOf(courts.requests[1]!), {
      servlet: 'ShowDoc',
      incPdfHeader: 'Y',
      incPdfHeaderDisp: 'Y',
      dls_id: '00116407625',
      pacer: 't',
      caseId: '10028',
    })
  })

  test('a restricted document is not bought', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () =>
      appellatePage(
        `<script>if (confirm('Access to the document you are about to view has been restricted; do not allow it to be seen by unauthorized persons')) location='x&isWarn=yes'</script>`
      )
    )
    const session = await courts.session()
    const address = { documentId: '00106407625' }
    assert.equal(await codeOf(session.document('ca1', address, courts.context)), 'restricted')
    assert.equal(await codeOf(session.receipt('ca1', address, courts.context)), 'restricted')
    assert.isEmpty(courts.billed)
  })

  test('a menu instead of a document is an error before and after the purchase', async ({
    assert,
    cleanup,
  }) => {
    const pages = [appellateMenu, downloadConfirmation, appellateMenu]
    const courts = await serveCourts(cleanup, () => pages.shift()!)
    const session = await courts.session()
    const buy = () => codeOf(session.document('ca1', { documentId: '00106407625' }, courts.context))
    assert.equal(await buy(), 'attachment_menu_instead')
    assert.isEmpty(courts.billed)
    assert.equal(await buy(), 'attachment_menu_instead')
    assert.lengthOf(courts.billed, 1)
  })

  test('a menu is billed; a document without attachments has no menu', async ({
    assert,
    cleanup,
  }) => {
    const pages = [appellateMenu, downloadConfirmation, pdf]
    const courts = await serveCourts(cleanup, () => pages.shift()!)
    const session = await courts.session()
    const ask = () => session.attachmentMenu('ca1', { documentId: '00116407625' }, courts.context)
    assert.equal(new TextDecoder().decode((await ask())!.bytes), appellateMenu)
    assert.equal(courts.requests[0]!.path, '/docs1/00106407625')
    assert.lengthOf(courts.billed, 1)
    assert.isNull(await ask())
    assert.isNull(await ask())
  })
})

const CASE = '9f5ae37f-c44e-4194-b075-3f8f028559c4'
const ENTRY = 'b4cd2647-3761-ee11-be6e-001dd804e087'
const DOCUMENTS = ['eaecb78f-3761-ee11-be6e-001dd804e3e2', 'eaecb78f-3761-ee11-be6e-001dd804e3e3']
const API = 'ca9-showdocservices.azurewebsites.us'
const SITE = 'ca9-showdoc.azurewebsites.us'

/** Responses of the new system by request, which specs can replace. */
function acms(changes: Record<string, ScriptedAnswer | object | ((request: Arrived) => unknown)>) {
  const answers: typeof changes = {
    [`POST ${SITE}/`]: {
      status: 302,
      headers: {
        'location': 'https://pacer.login.uscourts.gov/csologin/saml?SAMLRequest=x',
        'set-cookie': 'correlation=c1; Path=/; Secure',
      },
    },
    'GET pacer.login.uscourts.gov/csologin/saml': {
      body: `<form method="post" action="https://${SITE}/Saml2/Acs">
        <input type="hidden" name="SAMLResponse" value="answer&#61;"/>
        <input type="hidden" name="RelayState" value="state"/><input type="submit"></form>`,
    },
    [`POST ${SITE}/Saml2/Acs`]: {
      body: `<script>var model = '{&quot;AuthToken&quot;:{&quot;Token&quot;:&quot;bearer-1&quot;},&quot;PacerUser&quot;:{&quot;CsoId&quot;:77,&quot;ContactType&quot;:&quot;P&quot;}}';</script>`,
    },
    [`GET ${API}/api/CaseSearch/31-7222`]: [
      { pcx_caseid: CASE, pcx_casenumber: '31-7222', pcx_name: 'Quill v. Blot' },
    ],
    [`GET ${API}/api/CaseDetailsByCaseId/${CASE}`]: {
      pcx_caseid: CASE,
      pcx_casenumber: '31-7222',
      pcx_name: 'Quill v. Blot',
      acms_caseopened: '2031-10-02',
      acms_anumber: null,
      acms_feestatusid: { acms_feestatusname: 'Paid' },
      pcx_court: { pcx_name: 'Ink', acms_abbreviatedname: 'D. Ink.' },
      pcx_casetype: { pcx_casetypename: 'Civil' },
      pcx_casesubtype: { pcx_casesubtypename: 'Private' },
      pcx_receiveddate: '2031-10-03T15:00:00Z',
      acms_raw_html: 'Quill',
      acms_DistrictCourt: { pcx_districtname: 'Inkwell Ink' },
      acms_partyattorneylist: '<table></table>',
    },
    [`POST ${API}/api/DocketEntriesByCaseId/${CASE}`]: {
      isCaseSealed: false,
      isUserCaseParticipant: false,
      byteCount: 544,
      matchingDocketEntries: [
        {
          pcx_enddate: '2031-10-02T00:00:00Z',
          pcx_entrynumber: 3,
          pcx_eventdescription: '<p>NOTICE OPENED. [Entered: 10/02/2031 11:23 AM]</p>',
          pcx_eventid: ENTRY,
          createdon: '2031-10-02T15:21:02Z',
          documentCount: 2,
          pageCount: 20,
          fileSize: 275,
          restrictedPartyFilingDocketEntry: true,
          restrictedDocsAvailable: false,
        },
      ],
    },
    [`POST ${API}/api/DocketEntryDocumentsByDocketId/${ENTRY}`]: DOCUMENTS.map((id, at) => ({
      acms_docketdocumentdetailsid: id,
      acms_name: `31-7222 003-0${at} - Notice - Part ${at}.pdf`,
      acms_documenturl: `https://files.example/${id}.pdf`,
      acms_documentpermission: 'Public',
      acms_pagecount: 2 + at,
      acms_filesize: 133,
      createdon: '2031-10-02T15:22:59Z',
      billablePages: 2 + at,
      cost: (2 + at) / 10,
      acms_documentnumber: `3.${at + 1}`,
      searchValue: null,
      searchTransaction: null,
    })),
    [`POST ${API}/api/MergePDFFiles/`]: { statusQueryGetUri: `https://${API}/api/status?id=1` },
    [`GET ${API}/api/status`]: { runtimeStatus: 'Completed', output: 'file-1' },
    [`GET ${API}/api/GetMergedFile/`]: pdf,
    ...changes,
  }
  return (request: Arrived): ScriptedAnswer => {
    const key = `${request.method} ${request.host}${request.path.split('?')[0]}`
    const found = answers[key]
    const given = typeof found === 'function' ? found(request) : found
    if (given === undefined) return { status: 404 }
    const isAnswer = 'body' in (given as object) || 'status' in (given as object)
    return isAnswer ? (given as ScriptedAnswer) : { body: JSON.stringify(given) }
  }
}

test.group('registry client: new appellate system', () => {
  const docket = (courts: Awaited<ReturnType<typeof serveCourts>>, number = '31-7222') =>
    courts
      .session()
      .then((session) => session.appellateDocket('ca9', number, OPTIONS, courts.context))

  test('a docket is fetched after the login, in the upload format', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, acms({}))
    const { bytes, cost } = await docket(courts)
    assert.isNull(cost)
    const text = new TextDecoder().decode(bytes)
    assert.include(JSON.parse(text).caseDetails, {
      receivedDate: '2031-10-03T15:00:00Z',
      shortCaption: 'Quill',
      districtCourtName: 'Inkwell Ink',
    })
    const parsed = parseAcmsDocket(text, 'ca9')!
    assert.containSubset(parsed, {
      docket_number: '31-7222',
      pacer_case_id: CASE,
      case_name: 'Quill v. Blot',
      date_filed: '2031-10-02',
      appeal_from: 'Ink',
      fee_status: 'Paid',
      case_type_information: 'Civil, Private',
      docket_entries: [
        {
          document_number: 3,
          pacer_doc_id: ENTRY,
          page_count: 20,
          date_filed: '2031-10-02T00:00:00',
        },
      ],
    })
    assert.deepEqual(
      courts.requests.map(({ method, host, path }) => `${method} ${host}${path}`),
      [
        `POST ${SITE}/`,
        'GET pacer.login.uscourts.gov/csologin/saml?SAMLRequest=x',
        `POST ${SITE}/Saml2/Acs`,
        `GET ${API}/api/CaseSearch/31-7222?exactMatch=True`,
        `GET ${API}/api/CaseDetailsByCaseId/${CASE}`,
        `POST ${API}/api/DocketEntriesByCaseId/${CASE}`,
      ]
    )
    const [first, login, acs, search, , entries] = courts.requests as Arrived[]
    assert.equal(first!.body, '')
    assert.equal(login!.headers.cookie, `NextGenCSO=${TOKEN}`)
    assert.equal(acs!.headers.cookie, 'correlation=c1')
    assert.equal(acs!.body, 'SAMLResponse=answer%3D&RelayState=state')
    assert.equal(search!.headers.authorization, 'Bearer bearer-1')
    assert.deepEqual(JSON.parse(entries!.body), { csoId: '77', contactType: 'P' })
    assert.deepEqual(courts.billed, [
      { court: 'ca9', what: 'docket of case 31-7222', expected: null },
    ])
  })

  test('an unknown case is in the classic system', async ({ assert, cleanup }) => {
    const courts = await serveCourts(
      cleanup,
      acms({
        [`GET ${API}/api/CaseSearch/31-1095`]: [],
        'GET ecf.ca9.uscourts.gov/n/beam/servlet/TransportRoom': { body: appellateDocket },
      })
    )
    const { cost } = await docket(courts, '31-1095')
    assert.equal(cost?.pages, 5)
    assert.lengthOf(courts.billed, 1)
  })

  test('a failed request to the new system causes {code}')
    .with<{ changes: Parameters<typeof acms>[0]; code: string }[]>([
      {
        changes: { [`POST ${API}/api/DocketEntriesByCaseId/${CASE}`]: { isCaseSealed: true } },
        code: 'sealed',
      },
      {
        changes: { 'GET pacer.login.uscourts.gov/csologin/saml': { body: '<form></form>' } },
        code: 'session_expired',
      },
      { changes: { [`POST ${SITE}/Saml2/Acs`]: { body: '<html>' } }, code: 'unexpected_page' },
      {
        changes: { [`GET ${API}/api/CaseSearch/31-7222`]: { body: '<html>' } },
        code: 'unexpected_page',
      },
      {
        changes: { [`GET ${API}/api/CaseDetailsByCaseId/${CASE}`]: { status: 500 } },
        code: 'http_error',
      },
      {
        changes: { [`POST ${API}/api/DocketEntriesByCaseId/${CASE}`]: { status: 401 } },
        code: 'session_expired',
      },
    ])
    .run(async ({ assert, cleanup }, { changes, code }) => {
      const courts = await serveCourts(cleanup, acms(changes))
      assert.equal(await codeOf(docket(courts)), code)
      assert.isAtMost(courts.requests.filter(({ path }) => /DocketEntries/.test(path)).length, 1)
    })

  test('an expired token is renewed once', async ({ assert, cleanup }) => {
    let refusals = 1
    const courts = await serveCourts(
      cleanup,
      acms({
        [`GET ${API}/api/CaseSearch/31-7222`]: () =>
          refusals-- > 0 ? { status: 401 } : [{ pcx_caseid: CASE }],
      })
    )
    await docket(courts)
    const asked = (text: string) => courts.requests.filter(({ path }) => path.includes(text)).length
    assert.deepEqual([asked('/Saml2/Acs'), asked('/CaseSearch/')], [2, 2])
    refusals = 2
    assert.equal(await codeOf(docket(courts)), 'session_expired')
  })

  test('documents of an entry are returned in the upload format', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, acms({}))
    const session = await courts.session()
    const menu = await session.attachmentMenu(
      'ca9',
      { documentId: ENTRY, caseId: CASE },
      courts.context
    )
    const parsed = parseAcmsAttachmentPage(new TextDecoder().decode(menu!.bytes))!
    assert.containSubset(parsed, {
      pacer_doc_id: ENTRY,
      pacer_case_id: CASE,
      entry_number: 3,
      date_filed: '2031-10-02',
      attachments: [
        { attachment_number: 1, page_count: 2, cost: 0.2, acms_document_guid: DOCUMENTS[0] },
        { attachment_number: 2, page_count: 3, cost: 0.3, description: 'Part 1' },
      ],
    })
    assert.deepEqual(JSON.parse(courts.requests.at(-1)!.body), {
      isUserCaseParticipant: false,
      restrictedPartyFilingDocketEntry: true,
    })
    assert.equal(
      await codeOf(session.attachmentMenu('ca9', { documentId: ENTRY }, courts.context)),
      'invalid_parameters'
    )
  })

  test('a document is prepared and downloaded', async ({ assert, cleanup }) => {
    let polls = 0
    const courts = await serveCourts(
      cleanup,
      acms({
        [`GET ${API}/api/status`]: () =>
          ++polls < 4
            ? { runtimeStatus: 'Running', output: null }
            : { runtimeStatus: 'Completed', output: 'file-1' },
      }),
      { haste: 100 }
    )
    const session = await courts.session()
    const address = { documentId: ENTRY, acmsGuid: DOCUMENTS[1] }
    const expected = { pages: 3, dollars: '0.30', description: 'Document 3.2' }
    assert.deepEqual(await session.receipt('ca9', address, courts.context), expected)
    assert.isEmpty(courts.billed)
    const file = await session.document('ca9', address, courts.context)
    assert.deepEqual([file.size, file.cost], [PDF.byteLength, expected])
    assert.equal(polls, 4)
    const merge = courts.requests.find(({ path }) => path === '/api/MergePDFFiles/')!
    assert.deepEqual(JSON.parse(merge.body), {
      header: true,
      mergeScope: 'External',
      pagination: false,
      docketEntryDocuments: [
        {
          acms_docketdocumentdetailsid: DOCUMENTS[1],
          acms_documenturl: `https://files.example/${DOCUMENTS[1]}.pdf`,
          acms_pagecount: 3,
        },
      ],
    })
    assert.equal(courts.requests.at(-1)!.path, '/api/GetMergedFile/?fileGuid=file-1')
    assert.deepEqual(courts.billed, [{ court: 'ca9', what: `document ${DOCUMENTS[1]}`, expected }])
  })

  test('a document that is not prepared causes {code}')
    .with<{ status: object | undefined; uri?: string; code: string; polls: number }[]>([
      { status: { runtimeStatus: 'Running' }, code: 'not_prepared_in_time', polls: 90 },
      { status: { runtimeStatus: 'Failed' }, code: 'document_not_available', polls: 1 },
      { status: undefined, uri: 'https://evil.example/status', code: 'host_refused', polls: 0 },
      {
        status: undefined,
        uri: 'https://ca2-showdocservices.azurewebsites.us/api/status',
        code: 'host_refused',
        polls: 0,
      },
      { status: undefined, uri: 'nothing', code: 'host_refused', polls: 0 },
    ])
    .run(async ({ assert, cleanup }, { status, uri, code, polls }) => {
      const courts = await serveCourts(
        cleanup,
        acms({
          ...(status && { [`GET ${API}/api/status`]: status }),
          ...(uri && { [`POST ${API}/api/MergePDFFiles/`]: { statusQueryGetUri: uri } }),
        }),
        { haste: 100 }
      )
      const session = await courts.session()
      const bought = session.document('ca9', { documentId: ENTRY }, courts.context)
      assert.equal(await codeOf(bought), code)
      const asked = courts.requests.filter(({ path }) => path.startsWith('/api/status'))
      assert.lengthOf(asked, polls)
      assert.lengthOf(courts.billed, 1)
    })

  test('a document with the permission "{permission}" is not bought')
    .with([
      { permission: 'Sealed', code: 'sealed' },
      { permission: 'Parties only', code: 'restricted' },
    ])
    .run(async ({ assert, cleanup }, { permission, code }) => {
      const courts = await serveCourts(
        cleanup,
        acms({
          [`POST ${API}/api/DocketEntryDocumentsByDocketId/${ENTRY}`]: [
            { acms_docketdocumentdetailsid: DOCUMENTS[0], acms_documentpermission: permission },
          ],
        })
      )
      const session = await courts.session()
      const bought = session.document('ca9', { documentId: ENTRY }, courts.context)
      assert.equal(await codeOf(bought), code)
      const missing = { documentId: ENTRY, acmsGuid: DOCUMENTS[1] }
      assert.equal(
        await codeOf(session.document('ca9', missing, courts.context)),
        'document_not_found'
      )
      assert.isEmpty(courts.billed)
    })
})
