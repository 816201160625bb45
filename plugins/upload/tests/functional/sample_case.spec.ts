/**
 * The case of `sample_case/` on the upload page: the docket page, attachment page, and PDF are
 * recognized and become a case that search finds.
 */
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Indexer } from '#app/search/indexer/indexer'
import { Jobs } from '#app/jobs/jobs'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn } from '#tests/helpers/visitor'
import { takesMinutes } from '#tests/helpers/long_tests'
import Upload from '../../models/upload.js'
import { TYPE } from '../../codes.js'
import { UPLOAD_RIGHT } from '../../rights.js'
import { removeCase, sample } from '../uploads.js'
import { work } from '../uploads.js'

test.group('sample case on the upload page', (group) => {
  takesMinutes(group)
  group.setup(searchReady)

  test('is created from its files without any details', async ({ client, assert, cleanup }) => {
    const account = await makeAccount({ rights: [UPLOAD_RIGHT] })
    const visitor = await signedIn(account)
    const give = (content: Buffer, fields: Record<string, string> = {}) => {
      const body = new FormData()
      const empty = { upload_type: '', court: '', registry_case_id: '', document_number: '' }
      for (const [name, value] of Object.entries({ ...empty, ...fields })) body.set(name, value)
      body.set('filepath_local', new Blob([new Uint8Array(content)]), 'file')
      return visitor.submitFiles('/uploads/', body)
    }
    const early = await give(sample('order.pdf'))
    assert.equal(early.status, 422)
    assert.include(early.text, 'The archive has no document 6 of 2:24-cv-00917 yet.')

    const last = async () =>
      (
        await Upload.query().where({ uploaderId: account.id }).orderBy('id', 'desc').firstOrFail()
      ).serialize() as Record<string, unknown>
    const names = ['docket.html', 'attachments.html', 'order.pdf']
    const types = [TYPE.docket, TYPE.attachmentPage, TYPE.pdf]
    for (const [place, name] of names.entries()) {
      const sent = await give(sample(name))
      assert.deepEqual([sent.status, sent.location], [302, '/uploads/'], sent.text)
      await work()
      assert.containsSubset(await last(), {
        courtId: 'wawd',
        registryCaseId: '338917',
        uploadType: types[place],
        status: 2,
      })
    }
    const { docketId, recapDocumentId } = await last()
    cleanup(() => removeCase(account.id))
    assert.include((await visitor.get('/uploads/')).text, `<a href="/docket/${String(docketId)}/">`)

    const get = async (path: string) =>
      (
        await client.get(`/api/rest/v4/${path}`).header('authorization', account.authorization)
      ).body()
    assert.containsSubset(await get(`dockets/${String(docketId)}/`), {
      case_name: 'Halvorsen Lantern Works, Inc. v. Pike Street Lighting, LLC',
      docket_number: '2:24-cv-00917',
      nature_of_suit: '830 Patent',
    })
    const { results: entries } = await get(
      `docket-entries/?docket=${String(docketId)}&order_by=entry_number`
    )
    assert.lengthOf(entries, 6)
    const documents = entries[4].recap_documents as Record<string, unknown>[]
    assert.sameDeepMembers(
      documents.map(({ attachment_number: at, page_count: pages }) => [at, pages]),
      [
        [null, 14],
        [1, 9],
        [2, 2],
      ]
    )
    const jobs = await app.container.make(Jobs)
    await jobs.runWaiting('federal_records.read_pdf')
    const indexer = await app.container.make(Indexer)
    const dockets = indexer.services.indexes.find(({ name }) => name === 'dockets')!
    await indexer.rebuild(dockets, AbortSignal.timeout(60_000))
    const found = await get('search/?type=rd&q=Beaconette')
    assert.deepEqual(
      found.results.map(({ id }: { id: number }) => id),
      [recapDocumentId]
    )
  })

  test('rejects unrecognized files with a message', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount({ rights: [UPLOAD_RIGHT] }))
    const refused = async (content: string) => {
      const body = new FormData()
      body.set('filepath_local', new Blob([content]), 'file')
      const { status, text } = await visitor.submitFiles('/uploads/', body)
      assert.equal(status, 422)
      return /<div[^>]*id="problems"[^]*?<\/div>/.exec(text)?.[0] ?? text
    }
    assert.include(await refused('<p>A recipe</p>'), 'This page isn&#x27;t recognized.')
    assert.include(await refused('%PDF-1.4'), 'has no court stamp')
    assert.include(await refused('PK\x03\x04'), 'court')
  })
})
