/** The documents of a docket in one ZIP file. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import yauzl from 'yauzl'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'

const DISK = 'docket_files_spec'

interface Held {
  description: string
  content?: string
  values?: object
}

/** Adds an entry with documents whose files are stored. */
async function addHeld(docket: OwnDocket, held: Held[]): Promise<number[]> {
  const { documents } = await docket.addEntry(
    'ENTRY',
    held.map(({ description }) => ({ description }))
  )
  const drive = await app.container.make('drive.manager')
  const database = await app.container.make('lucid.db')
  for (const [at, { content, values }] of held.entries()) {
    const path = `${DISK}/${documents[at]}.pdf`
    if (content !== undefined) await drive.use().put(path, content)
    await database
      .from('archive_documents')
      .where({ id: documents[at] })
      .update({ is_available: true, filepath_local: path, ...values })
  }
  return documents
}

async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry)
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    files[entry.fileName] = Buffer.concat(parts).toString()
  }
  return files
}

const address = (path: string) => `http://${process.env.HOST}:${process.env.PORT}${path}`

test.group('documents of a docket as ZIP', (group) => {
  let docket: OwnDocket

  group.each.setup(async () => {
    docket = await makeDocket()
    return docket.remove
  })
  group.teardown(async () => {
    const drive = await app.container.make('drive.manager')
    await drive.use().deleteAll(DISK)
  })

  test('contains the held documents, without sealed and missing ones', async ({ assert }) => {
    await addHeld(docket, [
      { description: 'Complaint', content: 'one' },
      { description: 'Exhibit: A/B "and" é', content: 'two' },
      { description: 'Sealed', content: 'secret', values: { is_sealed: true } },
      { description: 'Not bought', content: 'no', values: { is_available: false } },
      { description: 'Lost' },
    ])
    const response = await fetch(address(`/docket/${docket.id}/files.zip`))
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/zip')
    assert.match(
      response.headers.get('content-disposition')!,
      /^attachment; filename="[^"]+\.zip"$/
    )
    const files = await unzip(Buffer.from(await response.arrayBuffer()))
    assert.deepEqual(Object.values(files).toSorted(), ['one', 'two'])
    for (const name of Object.keys(files)) assert.match(name, /^[\w .,()-]+\.pdf$/)
  })

  test('gives documents with equal names different names', async ({ assert }) => {
    for (const content of ['one', 'two'])
      await addHeld(docket, [{ description: 'Letter', content, values: { document_number: '7' } }])
    const response = await fetch(address(`/docket/${docket.id}/files.zip`))
    const files = await unzip(Buffer.from(await response.arrayBuffer()))
    assert.deepEqual(Object.keys(files).toSorted(), ['7 Letter (2).pdf', '7 Letter.pdf'])
  })

  test('is linked from the docket with its number of documents', async ({ client, assert }) => {
    const page = () => client.get(`/docket/${docket.id}/ash-v-beech/`)
    await docket.addEntry('ORDER')
    assert.notInclude((await page()).text(), 'files.zip')
    await addHeld(docket, [{ description: 'One', content: 'one' }])
    assert.include((await page()).text(), 'One document (ZIP')
    await addHeld(docket, [{ description: 'Two', content: 'two' }])
    assert.include((await page()).text(), 'All 2 documents (ZIP')
  })

  test('returns 404 for a docket without documents, and for other IDs: {$self}')
    .with(['own', '999999999999', '0', 'x', '1e3', '99999999999999999999', '-1', '%00'])
    .run(async ({ client }, given) => {
      const id = given === 'own' ? docket.id : given
      const response = await client.get(`/docket/${id}/files.zip`)
      response.assertStatus(404)
    })

  test('a client that disconnects frees its place', async ({ assert }) => {
    await addHeld(docket, [{ description: 'Large', content: 'x'.repeat(20_000_000) }])
    for (let n = 0; n < 6; n++) {
      const stop = new AbortController()
      const response = await fetch(address(`/docket/${docket.id}/files.zip`), {
        signal: stop.signal,
      })
      assert.equal(response.status, 200)
      stop.abort()
      await response.body?.cancel().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const last = await fetch(address(`/docket/${docket.id}/files.zip`))
    assert.equal((await last.arrayBuffer()).byteLength > 20_000_000, true)
  })
})
