/**
 * Pages and downloads of exports, and scheduled exports.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import tables from '#plugins/case_law/bulk/tables'
import { ArchiveExports } from '../../export/archive_exports.js'
import { MANIFEST, type Manifest } from '../../export/manifest.js'
import { UNFINISHED } from '../../export/unfinished_export.js'
import settings from '../../settings.js'

const NAME = '20260131T020000Z'
const OLDER = '20260124T020000Z'
const PAGE = '/bulk-data/'

const exportsOfServer = () => app.container.make(ArchiveExports)

test.group('bulk data pages', (group) => {
  let manifest: Manifest
  group.setup(async () => {
    const exports = await exportsOfServer()
    manifest = await exports.write(exports.folders.path(NAME), { compression: 'zstd' })
    await exports.write(exports.folders.path(OLDER), { compression: 'none' })
    return () => rmSync(settings.exportsDir, { recursive: true })
  })

  const fileOf = (stem: string) => manifest.files.find((file) => file.stem === stem)!
  const pathOf = (stem: string) => `${PAGE}${NAME}/${fileOf(stem).name}`
  const contentOf = (stem: string) =>
    readFileSync(join(settings.exportsDir, NAME, fileOf(stem).name))

  test('list the newest export with its files, and the others', async ({ client, assert }) => {
    const page = await client.get(PAGE)
    page.assertStatus(200)
    for (const { name } of manifest.files) assert.include(page.text(), `${PAGE}${NAME}/${name}`)
    assert.include(page.text(), `${PAGE}${OLDER}/`)
    assert.include(page.text(), `${PAGE}${NAME}/${MANIFEST}`)
    const older = await client.get(`${PAGE}${OLDER}/`)
    older.assertStatus(200)
    assert.include(older.text(), '.csv"')
  })

  test('the manifest is JSON, and the newest export has a fixed URL', async ({
    client,
    assert,
  }) => {
    const file = await client.get(`${PAGE}${NAME}/${MANIFEST}`)
    assert.match(file.header('content-type')!, /^application\/json/)
    assert.deepEqual(file.body(), manifest)
    const latest = await client.get(`${PAGE}latest/${MANIFEST}`).redirects(0)
    latest.assertStatus(302)
    assert.equal(latest.header('location'), `${PAGE}${NAME}/${MANIFEST}`)
    const page = await client.get(`${PAGE}latest/`).redirects(0)
    assert.equal(page.header('location'), `${PAGE}${NAME}/`)
  })

  const download = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const origin = `http://${process.env.HOST}:${process.env.PORT}`
    const response = await fetch(`${origin}${path}`, { headers, method, redirect: 'manual' })
    return {
      status: response.status,
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    }
  }

  test('a file is downloaded unchanged, whatever encodings a client accepts', async ({
    assert,
  }) => {
    const { status, headers, body } = await download(pathOf('dockets'), {
      'accept-encoding': 'gzip, br, zstd',
    })
    assert.equal(status, 200)
    assert.isTrue(body.equals(contentOf('dockets')))
    assert.isNull(headers.get('content-encoding'))
    assert.equal(headers.get('content-type'), 'application/zstd')
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="${fileOf('dockets').name}"`
    )
    assert.equal(headers.get('accept-ranges'), 'bytes')
    assert.equal(headers.get('cache-control'), 'no-cache')
    assert.equal(Number(headers.get('content-length')), fileOf('dockets').bytes)
  })

  test('range {range} is sent')
    .with([
      { range: 'bytes=0-9', from: 0, to: 10 },
      { range: 'bytes=10-', from: 10 },
      { range: 'bytes=-7', from: -7 },
      { range: 'bytes=5-5', from: 5, to: 6 },
      { range: 'bytes=0-999999999', from: 0 },
      { range: 'bytes=0-', from: 0 },
      { range: 'bytes=-1', from: -1 },
      { range: 'bytes=-999999999', from: 0 },
      { range: 'bytes= 3-4 ', from: 3, to: 5 },
      { range: 'bytes=0-2,1-4', from: 0, to: 5 },
    ])
    .run(async ({ assert }, { range, from, to }) => {
      const { status, headers, body } = await download(pathOf('courts'), { range })
      const content = contentOf('courts')
      assert.equal(status, 206)
      assert.isTrue(body.equals(content.subarray(from, to)))
      assert.match(headers.get('content-range')!, new RegExp(`^bytes \\d+-\\d+/${content.length}$`))
    })

  test('a range outside the file, a changed validator, and an unchanged file', async ({
    client,
    assert,
  }) => {
    const path = pathOf('courts')
    const { headers } = await download(path, {}, 'HEAD')
    const etag = headers.get('etag')!
    const far = await download(path, { range: 'bytes=99999999-' })
    assert.equal(far.status, 416)
    // `fetch` sends Cache-Control: no-cache with conditions.
    const unchanged = await client.get(path).header('if-none-match', etag)
    unchanged.assertStatus(304)
    assert.equal((await download(path, { 'if-match': '"other"' })).status, 412)
    const changed = await download(path, { 'range': 'bytes=0-9', 'if-range': '"other"' })
    assert.equal(changed.status, 200)
    const same = await download(path, { 'range': 'bytes=0-9', 'if-range': etag })
    assert.equal(same.status, 206)
  })

  test('range {$self} is outside the file: 416 with its size')
    .with([
      'bytes=SIZE-',
      'bytes=SIZE-SIZE',
      'bytes=999999999-',
      'bytes=-0',
      'bytes=SIZE-,999999999-',
    ])
    .run(async ({ assert }, template) => {
      const size = contentOf('courts').length
      const range = template.replaceAll('SIZE', String(size))
      const { status, headers } = await download(pathOf('courts'), { range })
      assert.equal(status, 416)
      assert.equal(headers.get('content-range'), `bytes */${size}`)
      assert.isNull(headers.get('content-disposition'))
      // Without content, HEAD has no ranges.
      assert.equal((await download(pathOf('courts'), { range }, 'HEAD')).status, 200)
    })

  test('range {$self} is ignored: the whole file is sent')
    .with(['items=0-9', 'bytes', 'bytes=x-y', '0-9', 'bytes=0-1,5-6'])
    .run(async ({ assert }, range) => {
      const { status, headers, body } = await download(pathOf('courts'), { range })
      assert.equal(status, 200)
      assert.isNull(headers.get('content-range'))
      assert.isTrue(body.equals(contentOf('courts')))
    })

  test('If-Range with {name}: {status}')
    .with([
      { name: 'the ETag', value: (etag: string) => etag, status: 206 },
      { name: 'the date', value: (_: string, date: string) => date, status: 206 },
      { name: 'a weak ETag', value: (etag: string) => `W/${etag}`, status: 200 },
      { name: 'another ETag', value: () => '"other"', status: 200 },
      { name: 'a later date', value: () => 'Fri, 31 Dec 2100 00:00:00 GMT', status: 200 },
      { name: 'no date', value: () => 'yesterday', status: 200 },
    ])
    .run(async ({ assert }, { value, status }) => {
      const { headers } = await download(pathOf('courts'), {}, 'HEAD')
      const state = value(headers.get('etag')!, headers.get('last-modified')!)
      const ranged = await download(pathOf('courts'), { 'range': 'bytes=0-9', 'if-range': state })
      assert.equal(ranged.status, status)
      assert.equal(ranged.body.length, status === 206 ? 10 : contentOf('courts').length)
    })

  test('HEAD of {$self} has the headers of GET and no content')
    .with(['courts', 'dockets', MANIFEST])
    .run(async ({ assert }, stem) => {
      const path = stem === MANIFEST ? `${PAGE}${NAME}/${MANIFEST}` : pathOf(stem)
      const [head, get] = [await download(path, {}, 'HEAD'), await download(path)]
      assert.equal(head.status, 200)
      assert.isEmpty(head.body)
      for (const name of [
        'etag',
        'last-modified',
        'content-type',
        'content-length',
        'accept-ranges',
      ])
        assert.equal(head.headers.get(name), get.headers.get(name), name)
      assert.isNotNull(get.headers.get('etag'))
    })

  test('parts of a download add up to the file, whatever encodings a client accepts', async ({
    assert,
  }) => {
    const content = contentOf('dockets')
    const parts: Buffer[] = []
    const size = Math.ceil(content.length / 7)
    let etag: string | null = null
    for (let from = 0; from < content.length; from += size) {
      const { status, headers, body } = await download(pathOf('dockets'), {
        'range': `bytes=${from}-${from + size - 1}`,
        'accept-encoding': 'gzip, br, zstd',
        ...(etag && { 'if-range': etag }),
      })
      assert.equal(status, 206)
      assert.isNull(headers.get('content-encoding'))
      etag = headers.get('etag')
      parts.push(body)
    }
    assert.isTrue(Buffer.concat(parts).equals(content))
  })

  test('uncompressed files are sent with their size and checksum', async ({ assert }) => {
    const { files } = JSON.parse(
      readFileSync(join(settings.exportsDir, OLDER, MANIFEST), 'utf8')
    ) as Manifest
    for (const { name, bytes, sha256 } of files.slice(0, 5)) {
      const { headers, body } = await download(`${PAGE}${OLDER}/${name}`, {
        'accept-encoding': 'gzip',
      })
      assert.equal(headers.get('content-encoding'), null)
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
      assert.equal(Number(headers.get('content-length')), bytes)
      assert.equal(createHash('sha256').update(body).digest('hex'), sha256)
    }
  })

  test('{$self} is not found')
    .with([
      `${NAME}/other.csv`,
      `${NAME}/${UNFINISHED}`,
      `${NAME}/..%2F${OLDER}%2F${MANIFEST}`,
      `${NAME}/%2e%2e%2f%2e%2e%2fapp.key`,
      `${NAME}/courts.csv%00`,
      '20200101T000000Z/',
      `20200101T000000Z/${MANIFEST}`,
      `..%2fexports/${MANIFEST}`,
      `%2e%2e/${MANIFEST}`,
      'x/y',
      `${NAME.toLowerCase()}/${MANIFEST}`,
      `${NAME}0/${MANIFEST}`,
    ])
    .run(async ({ assert }, path) => {
      const { status } = await download(`${PAGE}${path}`)
      assert.equal(status, 404)
    })

  test('an unfinished export is neither listed nor served', async ({ client, assert, cleanup }) => {
    const name = '20270101T000000Z'
    const folder = join(settings.exportsDir, name)
    cleanup(() => rmSync(folder, { recursive: true }))
    mkdirSync(folder)
    writeFileSync(join(folder, UNFINISHED), '{}')
    writeFileSync(join(folder, 'courts-2027-01-01.csv'), 'id\n')
    assert.notInclude((await client.get(PAGE)).text(), name)
    for (const path of ['', 'courts-2027-01-01.csv', UNFINISHED])
      assert.equal((await download(`${PAGE}${name}/${path}`)).status, 404)
    // A damaged manifest.
    writeFileSync(join(folder, MANIFEST), '{')
    assert.notInclude((await client.get(PAGE)).text(), name)
    assert.equal((await download(`${PAGE}${name}/courts-2027-01-01.csv`)).status, 404)
  })

  test('texts of documents are withdrawn after a document is sealed', async ({
    client,
    assert,
    cleanup,
  }) => {
    const database = await app.container.make('lucid.db')
    const document = () => database.from('archive_documents').where('id', 4001)
    const [before] = await document().select('is_sealed', 'date_modified')
    const seals = () => database.from('change_seals')
    cleanup(async () => {
      await document().update(before)
      await seals().delete()
    })
    const path = pathOf('archive-documents')
    assert.equal((await download(path)).status, 200)
    await document().update({ is_sealed: true, date_modified: new Date() })
    assert.equal((await download(path)).status, 410)
    assert.equal((await download(path, { range: 'bytes=0-9' })).status, 410)
    assert.equal((await download(pathOf('courts'))).status, 200)
    const page = (await client.get(PAGE)).text()
    assert.notInclude(page, path)
    assert.include(page, '(withdrawn)')
  })

  test('texts stay withdrawn: sealed {$self}')
    .with(['with an older date, as by a mirror', 'and deleted', 'and unsealed'])
    .run(async ({ assert, cleanup }, later) => {
      const database = await app.container.make('lucid.db')
      const [row] = await database.from('archive_documents').where('id', 4001)
      const id = 999_001
      await database.table('archive_documents').insert({
        ...row,
        id,
        registry_doc_id: 'sealed-later',
        document_number: '999',
        date_modified: new Date('2020-01-01'),
      })
      const document = () => database.from('archive_documents').where('id', id)
      cleanup(async () => {
        await document().delete()
        await database.from('change_seals').delete()
      })
      const path = pathOf('archive-documents')
      assert.equal((await download(path)).status, 200)
      await document().update({ is_sealed: true })
      assert.equal((await download(path)).status, 410)
      if (later === 'and deleted') await document().delete()
      if (later === 'and unsealed') await document().update({ is_sealed: false })
      assert.equal((await download(path)).status, 410)
    })

  test('files with rows of decisions are withdrawn after a decision is sealed: {$self}')
    .with(['by its redirection', 'by a later change of its redirection', 'by an imported table'])
    .run(async ({ assert, cleanup }, how) => {
      const database = await app.container.make('lucid.db')
      const ID = 999_001
      const redirection = () =>
        database.from('cluster_redirections').where('deleted_cluster_id', ID)
      cleanup(async () => {
        await redirection().delete()
        await database.from('opinion_clusters').where('id', ID).delete()
        await database.from('change_seals').delete()
      })
      const stems = ['opinion-clusters', 'opinions', 'citations', 'citation-map', 'parentheticals']
      const statuses = (given: string[]) =>
        Promise.all(given.map(async (stem) => (await download(pathOf(stem))).status))
      const insert = (target: number | null) =>
        database
          .table('cluster_redirections')
          .insert({ deleted_cluster_id: ID, cluster_id: target, reason: target ? 1 : 4 })
      if (how === 'by its redirection') await insert(null)
      else {
        await insert(1001)
        assert.deepEqual(await statuses(stems), [200, 200, 200, 200, 200])
        if (how === 'by a later change of its redirection')
          await redirection().update({ cluster_id: null, reason: 4 })
        else {
          const [row] = await database.from('opinion_clusters').where('id', 1001)
          await database.table('opinion_clusters').insert({ ...row, id: ID })
          await database.transaction(async (trx) => {
            await trx.rawQuery('SET LOCAL session_replication_role = replica')
            await trx
              .from('cluster_redirections')
              .where('deleted_cluster_id', ID)
              .update({ cluster_id: null, reason: 4 })
          })
          assert.deepEqual(await statuses(stems), [200, 200, 200, 200, 200])
          const redirections = tables.find(({ stem }) => stem === 'cluster-redirections')!
          for (const statement of redirections.afterward!) await database.rawQuery(statement)
          assert.isNull(await database.from('opinion_clusters').where('id', ID).first())
        }
      }
      assert.deepEqual(await statuses(stems), [410, 410, 410, 410, 410])
      assert.deepEqual(await statuses(['courts', 'dockets', 'archive-documents']), [200, 200, 200])
    })

  test('texts are withdrawn after a seal that an export does not include: {$self}')
    .with(['committed after its snapshot', 'committed before its snapshot'])
    .run(async ({ assert, cleanup }, when) => {
      const database = await app.container.make('lucid.db')
      const exports = await exportsOfServer()
      const folder = join(settings.exportsDir, '20280101T000000Z')
      const document = () => database.from('archive_documents').where('id', 4001)
      const trx = await database.transaction()
      cleanup(async () => {
        if (!trx.isCompleted) await trx.rollback()
        rmSync(folder, { recursive: true, force: true })
        await document().update({ is_sealed: null })
        await database.from('change_seals').delete()
      })
      await trx.from('archive_documents').where('id', 4001).update({ is_sealed: true })
      // The statement ran a while before the export.
      const past = trx.raw("clock_timestamp() - interval '1 hour'")
      await trx.from('change_seals').update({ last_sealed_at: past })
      if (when === 'committed before its snapshot') await trx.commit()
      const written = await exports.write(folder, { compression: 'none' })
      assert.equal(await exports.isWithdrawn(written, 'archive-documents'), false)
      if (!trx.isCompleted) {
        await trx.commit()
        assert.equal(await exports.isWithdrawn(written, 'archive-documents'), true)
      }
      // A position of another log can't be compared.
      const position = `1${written.position}`
      assert.equal(await exports.isWithdrawn({ ...written, position }, 'archive-documents'), false)
      assert.equal(await exports.isWithdrawn(written, 'courts'), false)
    })

  test('nothing is served if downloads are disabled', async ({ assert, cleanup }) => {
    cleanup(() => void (settings.downloads = true))
    settings.downloads = false
    for (const path of [PAGE, `${PAGE}${NAME}/`, `${PAGE}latest/`, pathOf('courts')])
      assert.equal((await download(path)).status, 404, path)
    assert.notInclude((await download('/')).body.toString(), `href="${PAGE}"`)
    settings.downloads = true
    assert.include((await download('/')).body.toString(), `href="${PAGE}"`)
  })
})

test.group('scheduled exports', (group) => {
  const before = { ...settings }
  group.each.setup(() => {
    Object.assign(settings, { kept: 2, compression: 'none' })
    return () => {
      Object.assign(settings, before)
      rmSync(settings.exportsDir, { recursive: true, force: true })
    }
  })

  const make = (names: string[], file: string, content: string) => {
    for (const name of names) {
      mkdirSync(join(settings.exportsDir, name), { recursive: true })
      writeFileSync(join(settings.exportsDir, name, file), content)
    }
  }
  const listed = (names: string[]) =>
    names.filter((name) => existsSync(join(settings.exportsDir, name)))

  test('keep the newest exports, and folders of other names', async ({ assert }) => {
    const exports = await exportsOfServer()
    await exports.writeNext(new AbortController().signal)
    const [{ name, manifest }] = (await exports.folders.list()) as [
      { name: string; manifest: Manifest },
    ]
    const older = ['20260103T000000Z', '20260102T000000Z', '20260101T000000Z']
    make(older, MANIFEST, JSON.stringify(manifest))
    make(['20251231T000000Z'], UNFINISHED, '{}')
    make(['notes', '2026'], 'readme.txt', 'mine')
    assert.sameMembers(await exports.folders.prune(2), [...older.slice(1), '20251231T000000Z'])
    assert.sameMembers(listed([name, ...older, '20251231T000000Z', 'notes', '2026']), [
      name,
      older[0]!,
      'notes',
      '2026',
    ])
  })

  test('increments continue the newest export, and are kept with it', async ({
    client,
    assert,
  }) => {
    const exports = await exportsOfServer()
    const { signal } = new AbortController()
    // Without an export, the first increment is a full export.
    await exports.writeNext(signal, { increment: true })
    const [full] = await exports.folders.list()
    assert.isUndefined(full!.manifest.since)
    const change = await exports.write(exports.folders.path('20990101T000000Z'), {
      compression: 'none',
      since: full!.manifest.position,
    })
    make(['20990102T000000Z'], MANIFEST, JSON.stringify({ ...change, since: change.position }))
    make(['20200102T000000Z'], MANIFEST, JSON.stringify(change))
    assert.deepEqual(await exports.folders.prune(2), ['20200102T000000Z'])
    const names = (await exports.folders.list()).map(({ name }) => name)
    assert.deepEqual(names, ['20990102T000000Z', '20990101T000000Z', full!.name])
    const latest = await client.get(`${PAGE}latest/`).redirects(0)
    assert.equal(latest.header('location'), `${PAGE}${full!.name}/`)
    assert.include((await client.get(PAGE)).text(), 'Changes')
  })

  test('Parquet files follow a full export if a setting enables them, but not increments', async ({
    client,
    assert,
  }) => {
    settings.parquet = true
    const exports = await exportsOfServer()
    const { signal } = new AbortController()
    await exports.writeNext(signal)
    const formats = async () =>
      (await exports.folders.list()).map(({ manifest }) => manifest.file_format ?? 'csv')
    assert.deepEqual(await formats(), ['parquet', 'csv'])
    const [analysis, full] = await exports.folders.list()
    assert.equal(analysis!.manifest.archive.id, full!.manifest.archive.id)
    assert.match(analysis!.manifest.files[0]!.name, /\.parquet$/)
    assert.include((await client.get(PAGE)).text(), 'Parquet')
    const latest = await client.get(`${PAGE}latest/`).redirects(0)
    assert.equal(latest.header('location'), `${PAGE}${full!.name}/`)

    await exports.writeNext(signal, { increment: true })
    assert.deepEqual(await formats(), ['csv', 'parquet', 'csv'])
    // They are kept as long as the full export before them.
    settings.kept = 1
    settings.parquet = false
    await exports.writeNext(signal)
    assert.deepEqual(await formats(), ['csv'])
  })

  test('an interrupted export is resumed in its folder', async ({ assert }) => {
    const exports = await exportsOfServer()
    const stop = new AbortController()
    const folder = await exports.folders.next({}, new Date('2026-02-01T02:00:00Z'))
    await assert.rejects(() =>
      exports.write(folder, {
        compression: 'none',
        signal: stop.signal,
        reporter: { started: () => {}, progress: () => {}, finished: () => stop.abort() },
      })
    )
    assert.isTrue(existsSync(join(folder, UNFINISHED)))
    await exports.writeNext(new AbortController().signal)
    const names = (await exports.folders.list()).map(({ name }) => name)
    assert.deepEqual(names, ['20260201T020000Z'])
    assert.isFalse(existsSync(join(folder, UNFINISHED)))
  })

  test('no exports are listed before the first one', async ({ client, assert }) => {
    const page = await client.get(PAGE)
    page.assertStatus(200)
    assert.include(page.text(), 'No exports yet.')
  })
})
