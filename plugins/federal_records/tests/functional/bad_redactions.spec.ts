/** Text under black boxes is detected, reported to staff, flagged, and dismissed. */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { mailsTo } from '#tests/helpers/mails'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn } from '#tests/helpers/visitor'
import { SEAL_RIGHT } from '../../rights.js'
import { makePdf, PARAGRAPH, renderScan, type PageWishes } from '../make_pdf.js'
import { readQueued, store, loadDocumentText } from '../stored_pdf.js'

const LIST = '/admin/bad-redactions/'

test.group('bad redactions', (group) => {
  let docket: OwnDocket
  let document: number

  group.each.setup(async () => {
    docket = await makeDocket()
    document = (await docket.addEntry('MOTION')).documents[0]!
    return () => docket.remove()
  })

  async function redactionsIn(pages: PageWishes[]): Promise<number[]> {
    await store(document, await makePdf(pages))
    await readQueued()
    return (await loadDocumentText(document)).redactions
  }
  const lines = PARAGRAPH

  for (const [name, page] of [
    ['a black box', { lines, boxes: [{ line: 2 }] }],
    ['a dark gray box', { lines, boxes: [{ line: 2, shade: 0.2 }] }],
    ['a box on a rotated page', { lines, boxes: [{ line: 1 }], rotate: 90 }],
    ['an annotation', { lines, annotations: [{ line: 3 }] }],
  ] as [string, PageWishes][]) {
    test(`are detected under ${name}`, async ({ assert }) => {
      assert.deepEqual(await redactionsIn([{ lines }, page, { lines }, page]), [2, 4])
    })
  }

  for (const [name, page] of [
    ['a white heading on a black bar', { boxes: [{ line: 0, label: 'UNITED STATES' }], lines: [] }],
    ['a white box', { lines, boxes: [{ line: 2, shade: 1 }] }],
    ['a light gray box', { lines, boxes: [{ line: 2, shade: 0.8 }] }],
    ['a box between the lines', { lines: [...lines, '', ''], boxes: [{ line: 7 }] }],
    ['no box', { lines }],
  ] as [string, PageWishes][]) {
    test(`are not detected with ${name}`, async ({ assert }) => {
      assert.deepEqual(await redactionsIn([page]), [])
    })
  }

  test('are not detected in a scan', async ({ assert }) => {
    const scan = await renderScan({ lines, boxes: [{ line: 2 }] })
    assert.deepEqual(await redactionsIn([{ scan }]), [])
  })

  test('are reported to staff, listed, and dismissed', async ({ assert }) => {
    const email = `${Math.random().toString(36).slice(2)}@example.org`
    const account = await makeAccount({ email, rights: [SEAL_RIGHT] })
    const other = `${Math.random().toString(36).slice(2)}@example.org`
    await makeAccount({ email: other })
    await redactionsIn([{ lines: ['The secret word', ...lines], boxes: [{ line: 0 }] }])
    const [mail, ...more] = await mailsTo(email)
    assert.deepEqual(more, [])
    assert.include(mail, `Document ${document} has text under black boxes`)
    assert.include(mail, `/admin/documents/${document}/seal/`)
    assert.notInclude(mail!, 'secret word')
    assert.deepEqual(await mailsTo(other), [])

    const staff = await signedIn(account)
    assert.include((await staff.get(LIST)).text, `/admin/documents/${document}/seal/`)
    const page = `/docket/${docket.id}/1/ash-v-beech/`
    assert.include(
      (await staff.get(page)).text,
      'Text under black boxes can still be copied on pages 1.'
    )
    await staff.submit(`${LIST}${document}/dismiss/`, {}, { from: LIST })
    assert.deepEqual((await loadDocumentText(document)).redactions, [])
    assert.notInclude((await staff.get(LIST)).text, `/admin/documents/${document}/`)
  })
})
