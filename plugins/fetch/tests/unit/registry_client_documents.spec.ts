/** Menus, receipts, and documents of district and bankruptcy courts (court system 8, 9, 12). */
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { RegistryError } from '#plugins/fetch/registry_client/registry_error'
import {
  parseMultipartFields,
  serveCourts,
  type Arrived,
  type ScriptedAnswer,
} from '../court_server.js'
import { courtPage, documentMenu, documentReceipt, LOGIN_PAGE, PDF } from '../court_answers.js'

const ID = '12700000021'
const pdf: ScriptedAnswer = { headers: { 'content-type': 'application/pdf' }, body: PDF }
const EXPECTED = { pages: 4, dollars: '0.40', description: 'Image64-0' }

const isPurchase = (request: Arrived) =>
  request.method === 'POST' && parseMultipartFields(request).got_receipt === '1'

/** A court that returns the receipt, then the given responses in order. */
function selling(...answers: (string | ScriptedAnswer)[]) {
  let at = 0
  return (request: Arrived) => (at > 0 || isPurchase(request) ? answers[at++]! : documentReceipt())
}

const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'it did not fail',
    (error: RegistryError) => error.code ?? error
  )

test.group('registry client: documents', () => {
  test('buys a document once, after its receipt', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, selling(pdf))
    const { requests, context, billed, files } = courts
    const session = await courts.session()
    const file = await session.document('nysd', { documentId: ID, caseId: '77' }, context)
    assert.deepEqual(await readFile(file.path), PDF)
    assert.deepEqual(
      [file.size, file.cost, file.restricted],
      [PDF.byteLength, { ...EXPECTED }, false]
    )
    assert.deepEqual(
      requests.map((one) => [one.host, one.path, parseMultipartFields(one)]),
      ['0', '1'].map((got) => [
        'ecf.nysd.uscourts.gov',
        '/doc1/12710000021',
        { caseid: '77', got_receipt: got, pdf_header: '1', pdf_toggle_possible: '1' },
      ])
    )
    assert.deepEqual(billed, [
      { court: 'nysd', what: `document ${ID}`, expected: EXPECTED, restricted: false },
    ])
    assert.lengthOf(await files(), 1)
  })

  test('announces each purchase first, and buys nothing if that fails', async ({
    assert,
    cleanup,
  }) => {
    const courts = await serveCourts(cleanup, selling(pdf))
    const session = await courts.session()
    const context = {
      signal: courts.context.signal,
      beforeBilled: async () => {
        throw new Error('too expensive')
      },
    }
    await assert.rejects(
      () => session.document('nysd', { documentId: ID }, context),
      'too expensive'
    )
    assert.isFalse(courts.requests.some(isPurchase))
  })

  test('downloads a document from {name}')
    .with<{ name: string; answers: (string | ScriptedAnswer)[]; paths: string[] }[]>([
      {
        name: 'a frame',
        answers: [
          courtPage('<iframe src="/cgi-bin/show_temp.pl?file=1&amp;type=application/pdf">'),
          pdf,
        ],
        paths: ['/cgi-bin/show_temp.pl?file=1&type=application/pdf'],
      },
      {
        name: 'a frame with the complete URL',
        answers: [
          '<iframe width=1 src="https://ecf.nysd.uscourts.gov/cgi-bin/show_temp.pl?2"></iframe>',
          pdf,
        ],
        paths: ['/cgi-bin/show_temp.pl?2'],
      },
      {
        name: 'a script and a frame',
        answers: [
          `<script>window.location = "../cgi-bin/one.pl";</script>`,
          `<iframe src='two.pdf'></iframe>`,
          pdf,
        ],
        paths: ['/cgi-bin/one.pl', '/cgi-bin/two.pdf'],
      },
      {
        name: 'a response with an HTML content type',
        answers: [{ headers: { 'content-type': 'text/html' }, body: PDF }],
        paths: [],
      },
    ])
    .run(async ({ assert, cleanup }, { answers, paths }) => {
      const courts = await serveCourts(cleanup, selling(...answers))
      const session = await courts.session()
      const { size, cost } = await session.document('nysd', { documentId: ID }, courts.context)
      assert.deepEqual([size, cost], [PDF.byteLength, EXPECTED])
      assert.deepEqual(
        courts.requests.slice(2).map(({ method, path }) => [method, path]),
        paths.map((path) => ['GET', path])
      )
      assert.lengthOf(courts.billed, 1)
    })

  test('frames on other hosts are not followed', async ({ assert, cleanup }) => {
    const courts = await serveCourts(
      cleanup,
      selling('<iframe src="https://evil.example/show.pdf"></iframe>')
    )
    const session = await courts.session()
    assert.equal(
      await codeOf(session.document('nysd', { documentId: ID }, courts.context)),
      'host_refused'
    )
    assert.lengthOf(courts.requests, 2)
  })

  test('"{said}" causes {code}')
    .with([
      { said: 'could not retrieve dktentry for dlsid', code: 'document_not_found' },
      { said: 'This document is not available.', code: 'document_not_available' },
      { said: 'You do not have permission to view this document.', code: 'access_denied' },
      { said: 'You do not have access to this\n transcript.', code: 'transcript_embargo' },
      { said: 'No matter of public record', code: 'not_public' },
      { said: 'This document is SEALED.', code: 'sealed' },
      { said: 'This image is not available for viewing by non-court users', code: 'restricted' },
      { said: 'A Client Code is required for PACER search', code: 'client_code_required' },
      {
        said: 'Permission to view this document is denied based on Nature of Suit',
        code: 'restricted',
      },
      // The last matching rule applies.
      {
        said: 'This document is not available. You do not have permission to view this document. Sealed Document',
        code: 'sealed',
      },
      { said: 'Server timeout waiting for the HTTP request', code: 'try_again' },
      { said: 'Something unheard of', code: 'unexpected_page' },
    ])
    .run(async ({ assert, cleanup }, { said, code }) => {
      const courts = await serveCourts(cleanup, () => courtPage(`<p>${said}</p>`))
      const session = await courts.session()
      const address = { documentId: ID }
      assert.equal(await codeOf(session.receipt('nysd', address, courts.context)), code)
      assert.equal(await codeOf(session.document('nysd', address, courts.context)), code)
      assert.isEmpty(courts.billed)
      assert.isFalse(courts.requests.some(isPurchase))
    })

  test('an unexpected response to a purchase causes {code}')
    .with([
      { answer: courtPage('This document is SEALED.'), code: 'sealed' },
      { answer: courtPage('%PDF pasted <!-- pdf:Producer -->'), code: 'not_a_pdf' },
      { answer: '<html><pre>%PDF-1.4 pasted, pdf:Producer</pre></html>', code: 'not_a_pdf' },
      { answer: courtPage('Unheard of'), code: 'not_a_pdf' },
      { answer: LOGIN_PAGE, code: 'session_expired' },
      { answer: { status: 504 }, code: 'http_error' },
      { answer: { drops: true }, code: 'network_error' },
      { answer: documentMenu, code: 'attachment_menu_instead' },
    ])
    .run(async ({ assert, cleanup }, { answer, code }) => {
      const courts = await serveCourts(cleanup, selling(answer))
      const session = await courts.session()
      assert.equal(await codeOf(session.document('nysd', { documentId: ID }, courts.context)), code)
      assert.lengthOf(courts.requests.filter(isPurchase), 1)
      assert.lengthOf(courts.billed, 1)
      assert.isEmpty(await courts.files())
    })

  test('omits the case ID for a document of another case', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, (request) => {
      const { caseid, got_receipt: got } = parseMultipartFields(request)
      if (caseid) return courtPage(`Cannot locate the case with caseid: ${caseid}`)
      return got === '1' ? pdf : documentReceipt()
    })
    const session = await courts.session()
    await session.document('nysd', { documentId: ID, caseId: '77' }, courts.context)
    assert.deepEqual(
      courts.requests.map((one) => [
        parseMultipartFields(one).caseid,
        parseMultipartFields(one).got_receipt,
      ]),
      [
        ['77', '0'],
        [undefined, '0'],
        [undefined, '1'],
      ]
    )
  })

  test('marks documents restricted to participants', async ({ assert, cleanup }) => {
    const warning =
      '<table><tr><td><b>Warning!</b></td></tr><tr><td>document is restricted</td></tr></table>'
    const courts = await serveCourts(cleanup, (request) =>
      isPurchase(request) ? pdf : documentReceipt(4, '0.40', warning)
    )
    const session = await courts.session()
    const { restricted } = await session.receipt('nysd', { documentId: ID }, courts.context)
    assert.isTrue(restricted)
    const file = await session.document('nysd', { documentId: ID }, courts.context)
    assert.isTrue(file.restricted)
    assert.isTrue(courts.billed[0]!.restricted)
  })

  test('downloads free documents immediately', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () => pdf)
    const session = await courts.session()
    const { cost } = await session.document('nysd', { documentId: ID }, courts.context)
    assert.isNull(cost)
    assert.isEmpty(courts.billed)
    const { pages, dollars } = await session.receipt('nysd', { documentId: ID }, courts.context)
    assert.deepEqual([pages, dollars], [0, '0.00'])
    assert.lengthOf(await courts.files(), 1)
  })

  test('does not request documents of other courts or with unsupported IDs', async ({
    assert,
    cleanup,
  }) => {
    const courts = await serveCourts(cleanup, () => '')
    const session = await courts.session()
    const ask = (court: string, documentId: string, caseId?: string) =>
      codeOf(session.document(court, { documentId, caseId }, courts.context))
    assert.equal(await ask('cand', ID), 'invalid_parameters')
    assert.equal(await ask('nysd', '1234'), 'document_not_available')
    assert.equal(await ask('nysd', '127/../x'), 'invalid_parameters')
    assert.equal(await ask('nysd', ID, '1-2'), 'invalid_parameters')
    assert.equal(await ask('elsewhere', ID), 'invalid_parameters')
    assert.isEmpty(courts.requests)
  })
})

test.group('registry client: attachment menus', () => {
  test('requests a menu with 0 as the fourth digit', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () => documentMenu)
    const session = await courts.session()
    const address = { documentId: '12710000021' }
    const menu = await session.attachmentMenu('nysd', address, courts.context)
    assert.equal(new TextDecoder().decode(menu!.bytes), documentMenu)
    assert.isNull(menu!.cost)
    assert.deepEqual(
      courts.requests.map(({ method, path }) => [method, path]),
      [['GET', '/doc1/12700000021']]
    )
    assert.isEmpty(courts.billed)
  })

  test('a document without attachments has no menu', async ({ assert, cleanup }) => {
    const answers = [documentReceipt(), pdf]
    const courts = await serveCourts(cleanup, () => answers.shift()!)
    const session = await courts.session()
    while (answers.length > 0)
      assert.isNull(await session.attachmentMenu('nysd', { documentId: ID }, courts.context))
    assert.isEmpty(await courts.files())
  })

  test('returns the error of a sealed menu', async ({ assert, cleanup }) => {
    const courts = await serveCourts(cleanup, () => courtPage('This document is SEALED.'))
    const session = await courts.session()
    assert.equal(
      await codeOf(session.attachmentMenu('nysd', { documentId: ID }, courts.context)),
      'sealed'
    )
  })
})

test.group('registry client: free looks', () => {
  const LINK = `https://ecf.nysd.uscourts.gov/doc1/${ID}?caseid=77&de_seq_num=12&magic_num=12345`

  test('{link} is downloaded without a login')
    .with([
      {
        link: LINK,
        host: 'ecf.nysd.uscourts.gov',
        path: '/doc1/12710000021?caseid=77&magic_num=12345&use_magic=1&de_seq_num=12',
      },
      {
        link: 'https://ecf.ca1.uscourts.gov/docs1/00107654321?uid=ab12cd',
        host: 'ecf.ca1.uscourts.gov',
        path: '/docs1/00107654321?uid=ab12cd',
      },
      {
        link: 'https://ca9-showdoc.azurewebsites.us/NDA/abc-123',
        host: 'ca9-showdoc.azurewebsites.us',
        path: '/NDA/abc-123',
      },
    ])
    .run(async ({ assert, cleanup }, { link, host, path }) => {
      const { client, requests, context, billed } = await serveCourts(cleanup, () => pdf)
      const file = await client.freeDocument(link, context)
      assert.deepEqual([file.size, file.cost], [PDF.byteLength, null])
      assert.deepEqual(
        requests.map((one) => [one.method, one.host, one.path, one.headers.cookie]),
        [['GET', host, path, undefined]]
      )
      assert.isEmpty(billed)
    })

  test('downloads a document from a frame', async ({ assert, cleanup }) => {
    const answers = ['<iframe src="/cgi-bin/show_temp.pl?1"></iframe>', pdf]
    const { client, context, requests } = await serveCourts(cleanup, () => answers.shift()!)
    assert.equal((await client.freeDocument(LINK, context)).size, PDF.byteLength)
    assert.equal(requests[1]!.path, '/cgi-bin/show_temp.pl?1')
  })

  test('a used link or a missing document causes {code}')
    .with([
      { answer: LOGIN_PAGE, code: 'free_look_used' },
      { answer: documentReceipt(), code: 'free_look_used' },
      { answer: '<html>Anything</html>', code: 'free_look_used' },
      { answer: courtPage('This document is SEALED.'), code: 'sealed' },
      {
        answer: {
          status: 302,
          headers: { location: 'https://pacer.login.uscourts.gov/csologin/login.jsf' },
        },
        code: 'free_look_used',
      },
    ])
    .run(async ({ assert, cleanup }, { answer, code }) => {
      const { client, context, requests } = await serveCourts(cleanup, () => answer)
      assert.equal(await codeOf(client.freeDocument(LINK, context)), code)
      assert.lengthOf(requests, 1)
    })

  test('{$self} is not a free-look link')
    .with([
      'https://evil.example/doc1/12700000021?magic_num=1',
      'http://ecf.nysd.uscourts.gov/doc1/12700000021?magic_num=1',
      'https://ecf.nysd.uscourts.gov/cgi-bin/DktRpt.pl?77',
      'https://ecf.nysd.uscourts.gov/doc1/12700000021',
      'https://ecf.nysd.uscourts.gov/doc1/03500000021?magic_num=1',
      'https://ecf.ca1.uscourts.gov/docs1/00107654321?uid=../..',
      'nothing',
    ])
    .run(async ({ assert, cleanup }, link) => {
      const { client, context, requests } = await serveCourts(cleanup, () => pdf)
      assert.include(
        ['host_refused', 'invalid_parameters'],
        await codeOf(client.freeDocument(link, context))
      )
      assert.isEmpty(requests)
    })
})
