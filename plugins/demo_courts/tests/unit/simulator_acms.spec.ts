/** Simulated courts of appeals of the new system (ACMS). */
import { test } from '@japa/runner'
import { parseAcmsAttachmentPage } from '#app/court_pages/acms_attachment_page'
import { parseAcmsDocket } from '#app/court_pages/acms_docket'
import { appellateText } from '../../simulator/model/case_texts.js'
import type { SimulatedCase } from '../../simulator/start_simulator.js'
import { CourtVisitor, type RawAnswer } from '../court_visitor.js'
import { useSimulator } from '../use_simulator.js'

const SITE = 'https://ca9-showdoc.azurewebsites.us'
const API = 'https://ca9-showdocservices.azurewebsites.us/api'

const hidden = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ])
  )

/** The rest of the login, from the form to the court's token. */
async function finishLogin(visitor: CourtVisitor, form: RawAnswer) {
  const answer = await visitor.send(`${SITE}/Saml2/Acs`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(hidden(form.text))),
  })
  const quoted = /var model = '([^']*)';/.exec(answer.text)![1]
  return JSON.parse(quoted.replaceAll('&quot;', '"')) as {
    AuthToken: { Token: string }
    PacerUser: { CsoId: number; ContactType: string }
  }
}

/** The API of the court with its token. */
async function apiOf(visitor: CourtVisitor) {
  const { AuthToken, PacerUser } = await finishLogin(
    visitor,
    await visitor.send(SITE + '/', { method: 'POST' })
  )
  const headers = { authorization: `Bearer ${AuthToken.Token}` }
  const user = { csoId: PacerUser.CsoId, contactType: PacerUser.ContactType }
  return {
    token: AuthToken.Token,
    get: async (path: string) => visitor.get(`${API}/${path}`, headers),
    post: async (path: string, value: unknown) =>
      visitor.postJson(`${API}/${path}`, value, headers),
    user,
  }
}

/** The responses in the upload format. */
function uploadForm(details: Record<string, any>) {
  return {
    caseId: details.pcx_caseid,
    caseNumber: details.pcx_casenumber,
    name: details.pcx_name,
    caseOpened: details.acms_caseopened,
    aNumber: details.acms_anumber,
    partyAttorneyList: details.acms_partyattorneylist,
    court: { name: details.pcx_court.pcx_name },
    caseType: details.pcx_casetype?.pcx_casetypename,
    caseSubType: details.pcx_casesubtype?.pcx_casesubtypename,
    caseSubSubType: details.pcx_casesubsubtype?.pcx_casesubsubtypename,
    feeStatus: details.acms_feestatusid.acms_feestatusname,
  }
}

const entryForm = (entry: Record<string, any>) => ({
  docketEntryId: entry.pcx_eventid,
  endDate: entry.pcx_enddate,
  entryNumber: entry.pcx_entrynumber,
  docketEntryText: entry.pcx_eventdescription,
  createdOn: entry.createdon,
  pageCount: entry.pageCount,
})

const theCase = (cases: SimulatedCase[]) => cases.find(({ number }) => number === '24-2901')!

test.group('simulator: ACMS', (group) => {
  const use = useSimulator(group)

  test('issues a token for each court after a redirect', async ({ assert }) => {
    const visitor = await use.visitor()
    const { token, get } = await apiOf(visitor)
    assert.equal((await get('CaseSearch/24-2901?exactMatch=True')).status, 200)
    const elsewhere = 'https://ca2-showdocservices.azurewebsites.us/api/CaseSearch/24-2101'
    const refused = await visitor.get(elsewhere, { authorization: `Bearer ${token}` })
    assert.equal(refused.status, 401)
    assert.equal((await visitor.get(`${API}/CaseSearch/24-2901`)).status, 401)
    use.simulator.expireSessions('simreader')
    assert.equal((await get('CaseSearch/24-2901')).status, 401)
    assert.equal((await visitor.get('https://ca5-showdoc.azurewebsites.us/')).status, 404)
  })

  test('redirects clients without cookies to the central login', async ({ assert }) => {
    const visitor = await use.visitor()
    const { cookies } = visitor
    visitor.cookies = {}
    const { status, headers } = await visitor.send(`${SITE}/`, { method: 'POST' })
    assert.equal(status, 302)
    visitor.cookies = cookies
    const form = await visitor.get(headers.location!)
    assert.isString((await finishLogin(visitor, form)).AuthToken.Token)
    const stranger = new CourtVisitor(use.simulator)
    assert.include((await stranger.get(headers.location!)).text, 'csologin/login.jsf')
  })

  test('returns a case as modeled', async ({ assert }) => {
    const of = theCase(use.simulator.cases())
    const { get, post, user } = await apiOf(await use.visitor())
    const [found] = JSON.parse((await get('CaseSearch/24-2901?exactMatch=True')).text)
    assert.deepEqual(found, {
      pcx_caseid: of.id,
      pcx_casenumber: of.number,
      pcx_name: of.name,
      pcx_istestcase: false,
    })
    const details = JSON.parse((await get(`CaseDetailsByCaseId/${of.id}`)).text)
    const info = JSON.parse((await post(`DocketEntriesByCaseId/${of.id}`, user)).text)
    assert.include(info, { isCaseSealed: false, isUserCaseParticipant: false })
    const docket = parseAcmsDocket(
      JSON.stringify({
        caseDetails: uploadForm(details),
        docketInfo: { docketEntries: info.matchingDocketEntries.map(entryForm) },
      }),
      'ca9'
    )
    assert.deepEqual(docket, {
      court_id: 'ca9',
      docket_number: of.number,
      pacer_case_id: of.id,
      case_name: of.name,
      date_filed: of.filed,
      appeal_from: of.appealFrom,
      fee_status: of.feeStatus,
      case_type_information: of.caseTypes.join(', '),
      originating_court_information: { name: of.appealFrom },
      parties: of.parties.map(({ name, type, terminated, attorneys }) => ({
        name,
        type,
        ...(terminated && { date_terminated: terminated }),
        attorneys: attorneys.map((one) => ({
          name: one.name,
          contact: one.contact.join('\n'),
          roles: one.roles,
        })),
      })),
      docket_entries: of.entries.map((entry) => ({
        document_number: entry.number,
        pacer_doc_id: entry.id,
        page_count: entry.documents.reduce((sum, one) => sum + one.pages, 0),
        description: appellateText(of, entry),
        description_html: `<p>${appellateText(of, entry)}</p>`,
        date_filed: `${entry.filed}T00:00:00`,
        date_entered: `${entry.entered}T12:25:00`,
      })),
    })
    assert.deepEqual(
      use.simulator.ledger.charges().map(({ description, pages }) => [description, pages]),
      [['Docket Report', 1]]
    )
  })

  test('has no cases of the classic system and hides sealed cases', async ({ assert }) => {
    const { get, post, user } = await apiOf(await use.visitor())
    assert.deepEqual(JSON.parse((await get('CaseSearch/18-70682?exactMatch=True')).text), [])
    const sealed = use.simulator.cases().find(({ number }) => number === '24-2902')!
    const info = JSON.parse((await post(`DocketEntriesByCaseId/${sealed.id}`, user)).text)
    assert.include(info, { isCaseSealed: true })
    assert.deepEqual(info.matchingDocketEntries, [])
    const of = theCase(use.simulator.cases())
    assert.equal((await post(`DocketEntriesByCaseId/${of.id}`, {})).status, 400)
    assert.equal((await get('CaseDetailsByCaseId/0')).status, 404)
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })

  test('lists the documents of an entry with their costs', async ({ assert }) => {
    const of = theCase(use.simulator.cases())
    const entry = of.entries[1]
    const { get, post } = await apiOf(await use.visitor())
    const details = JSON.parse((await get(`CaseDetailsByCaseId/${of.id}`)).text)
    const documents: Record<string, any>[] = JSON.parse(
      (
        await post(`DocketEntryDocumentsByDocketId/${entry.id}`, {
          isUserCaseParticipant: false,
          restrictedPartyFilingDocketEntry: false,
        })
      ).text
    )
    const page = parseAcmsAttachmentPage(
      JSON.stringify({
        caseDetails: uploadForm(details),
        docketEntry: { docketEntryId: entry.id, entryNumber: entry.number },
        docketEntryDocuments: documents.map((one) => ({
          docketDocumentDetailsId: one.acms_docketdocumentdetailsid,
          name: one.acms_name,
          documentPermission: one.acms_documentpermission,
          documentNumber: one.acms_documentnumber,
          billablePages: one.billablePages,
          cost: one.cost,
          createdOn: one.createdon,
          fileSize: one.acms_filesize,
        })),
      })
    )!
    assert.deepEqual(
      page.attachments.map((one) => [
        one.attachment_number,
        one.description,
        one.page_count,
        one.cost,
        one.acms_document_guid,
        one.permission,
      ]),
      [
        [1, 'Docketing Notice', 2, 0.2, entry.documents[0].id, 'Public'],
        [2, 'District Court Docket', 30, 3, entry.documents[1].id, 'Public'],
      ]
    )
    assert.equal(use.simulator.ledger.totals().pages, 0)
  })

  test('merges bought documents in a job', async ({ assert }) => {
    const of = theCase(use.simulator.cases())
    const [, { documents }, { documents: sealed }] = of.entries
    const visitor = await use.visitor()
    const { get, post, token } = await apiOf(visitor)
    const merge = async (ids: string[]) =>
      post('MergePDFFiles/', {
        header: true,
        mergeScope: 'External',
        pagination: false,
        docketEntryDocuments: ids.map((id) => ({ acms_docketdocumentdetailsid: id })),
      })
    const { statusQueryGetUri } = JSON.parse((await merge([documents[1].id])).text)
    const headers = { authorization: `Bearer ${token}` }
    const poll = async (uri: string) => JSON.parse((await visitor.get(uri, headers)).text)
    const states = []
    let status = await poll(statusQueryGetUri)
    while (status.runtimeStatus === 'Running') {
      states.push(status.runtimeStatus)
      status = await poll(statusQueryGetUri)
    }
    assert.deepEqual(states, ['Running', 'Running'])
    assert.equal(status.runtimeStatus, 'Completed')
    const file = await get(`GetMergedFile/?fileGuid=${status.output}`)
    assert.equal(file.headers['content-type'], 'application/pdf')
    const { getDocumentProxy } = await import('unpdf')
    const { numPages } = await getDocumentProxy(new Uint8Array(file.bytes))
    assert.equal(numPages, 34)
    const [charge] = use.simulator.ledger.charges()
    assert.include(charge, { documentId: documents[1].id, pages: 30, cents: 300 })
    const refused = JSON.parse((await merge([sealed[0].id])).text)
    for (let at = 0; at < 2; at++) await poll(refused.statusQueryGetUri)
    assert.equal((await poll(refused.statusQueryGetUri)).runtimeStatus, 'Failed')
    assert.equal((await merge(['none'])).status, 404)
    assert.lengthOf(use.simulator.ledger.charges(), 1)
  })

  test('serves a document once for the link in a notice', async ({ assert }) => {
    const visitor = new CourtVisitor(use.simulator)
    const url = `${SITE}/NDA/look-ca9-0001`
    assert.equal((await visitor.get(url)).headers['content-type'], 'application/pdf')
    const again = await visitor.get(url)
    assert.match(again.headers['content-type']!, /^text\/html/)
    assert.notInclude(again.text, 'iframe')
  })
})
