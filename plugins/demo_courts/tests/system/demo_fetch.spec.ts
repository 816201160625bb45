/** The demo fetches a docket, its parties, and a PDF with a receipt from simulated courts. */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace, ServerProcess } from '#tests/helpers/server_process'

const CREDENTIALS = { registry_username: 'simreader', registry_password: 'Simulated-1' }

test.group('fetching in the demo', (group) => {
  let folder: string
  let server: ServerProcess

  group.setup(async () => {
    folder = makeTemporaryFolder()
    await copyMadeFolder(folder)
    server = await ServerProcess.start({ DATA_DIR: folder })
    return async () => {
      await server.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  })

  const ask = async (path: string, token: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/rest/v4/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'authorization': `Token ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, any> }
  }

  /** Sends a request and waits for its result. */
  const fetchAs = async (token: string, body: object) => {
    const made = await ask('archive-fetch/', token, { ...CREDENTIALS, ...body })
    for (;;) {
      const { body: row } = await ask(`archive-fetch/${made.body.id}/?include=details`, token)
      if (![1, 4, 5].includes(row.status)) return row
      await sleep(200)
    }
  }

  test('the demo account fetches a docket, its parties, and a PDF', async ({ assert }) => {
    const [token] = /[0-9a-f]{40}/.exec(server.output)!
    const docket = await fetchAs(token, {
      request_type: 1,
      court: 'akd',
      docket_number: '3:24-cv-00101',
    })
    assert.equal(docket.status, 2, docket.message)
    assert.notEqual(docket.cost.dollars, '0.00')
    const parties = await ask(`dockets/${docket.docket}/parties/`, token)
    assert.isAbove(parties.body.results.length, 0)
    const entries = await ask(`docket-entries/?docket=${docket.docket}`, token)
    const document = entries.body.results
      .flatMap(({ recap_documents: documents }: { recap_documents: any[] }) => documents)
      .find(({ document_number: number }: any) => number === '1')
    const pdf = await fetchAs(token, { request_type: 2, recap_document: document.id })
    assert.equal(pdf.status, 2, pdf.message)
    assert.lengthOf(pdf.cost.purchases, 1)
    assert.notEqual(pdf.cost.dollars, '0.00')
    const stored = await ask(`archive-documents/${document.id}/`, token)
    assert.isTrue(stored.body.is_available)
  })

  test('other accounts cannot fetch', async ({ assert }) => {
    const made = await ace(['accounts:create', 'rosa'], { DATA_DIR: folder }).ended
    const [token] = /[0-9a-f]{40}/.exec(made.printed)!
    const refused = await ask('archive-fetch/', token, {
      ...CREDENTIALS,
      request_type: 1,
      court: 'akd',
      docket_number: '3:24-cv-00101',
    })
    assert.equal(refused.status, 501)
  })
})
