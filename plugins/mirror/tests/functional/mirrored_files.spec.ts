/** Files of mirrored records: downloads, checksums, limits, failures, and deletions. */
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Interrupted } from '#app/support/interrupted'
import { Mirrors } from '../../sync/mirrors.js'
import { pullRecord, readTarget } from '../../sync/pull.js'
import { fillService } from '../simulator/sample.js'
import { endMirror, TOKEN, useMirror, type UsedMirror } from '../use_mirror.js'

const LIMIT = 120_000
const PREFIX = '/files'
const sha1Of = (text: string) => hash('sha1', text, 'hex')

/** A server with files; `respond` replaces the response to some requests. */
class FileServer {
  readonly files = new Map<string, string>()
  readonly requests: IncomingMessage[] = []
  readonly statuses: number[] = []
  respond: (path: string, response: ServerResponse) => boolean = () => false
  /** What the server sends to compare files by. */
  validators: Record<string, string> = { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }
  readonly #server = createServer((request, response) => {
    this.requests.push(request)
    const path = decodeURIComponent(request.url!.slice(PREFIX.length + 1))
    if (this.respond(path, response)) return
    const content = this.files.get(path)
    const { etag, 'last-modified': modified } = this.validators
    const { 'if-none-match': given, 'if-modified-since': since } = request.headers
    const isSame = given === undefined ? since !== undefined && since === modified : given === etag
    if (content === undefined) response.writeHead(404).end('missing')
    else if (isSame) response.writeHead(304).end()
    else response.writeHead(200, this.validators).end(content)
    this.statuses.push(response.statusCode)
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${PREFIX}/`
  }

  /** Requested paths since the last call. */
  take(): string[] {
    return this.requests
      .splice(0)
      .map(({ url }) => decodeURIComponent(url!.slice(PREFIX.length + 1)))
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

test.group('files of a mirror', (group) => {
  let server: FileServer
  let mirror: UsedMirror
  let clock: number

  group.each.setup(async () => {
    server = await new FileServer().start()
    mirror = await useMirror({ filesUrl: server.url })
    clock = Date.parse('2026-05-01T12:00:00Z')
    mirror.service.now = () => new Date(clock)
    fillService(mirror.service)
    clock += 3_600_000
    server.files.set('recap/1.pdf', 'first')
    put(101, 'recap/1.pdf', 'first')
    return async () => {
      server.stop()
      await endMirror(mirror)
    }
  })

  /** Changes the file that a document names. */
  const put = (id: number, path: string | null, content = '') =>
    mirror.service.put('recap-documents', {
      id,
      filepath_local: path,
      sha1: content && sha1Of(content),
    })

  const local = (path: string) => join(mirror.folder, 'files', path)
  const read = (path: string) =>
    existsSync(local(path)) ? readFileSync(local(path), 'utf8') : null
  const due = () =>
    mirror.query('SELECT path, error, attempts FROM mirror_files WHERE due IS NOT NULL ORDER BY 1')
  const runLater = async () => {
    clock += 3_600_000
    await mirror.query(`UPDATE mirror_files SET due = now() WHERE due IS NOT NULL`)
    await mirror.run()
  }

  test('are copied once, and again when their record changes', async ({ assert }) => {
    server.files.set('recap/§ 2 #?.pdf', 'second')
    put(102, 'recap/§ 2 #?.pdf', 'second')
    await mirror.run()
    assert.equal(read('recap/1.pdf'), 'first')
    assert.equal(read('recap/§ 2 #?.pdf'), 'second')
    assert.sameMembers(server.take(), ['recap/1.pdf', 'recap/§ 2 #?.pdf'])
    assert.deepEqual(await due(), [])

    clock += 3_600_000
    mirror.service.put('recap-documents', { id: 102, plain_text: 'New text' })
    await mirror.run()
    assert.deepEqual(server.take(), [])

    clock += 3_600_000
    server.files.set('recap/1.pdf', 'changed')
    put(101, 'recap/1.pdf', 'changed')
    await mirror.run()
    assert.equal(read('recap/1.pdf'), 'changed')
    assert.deepEqual(server.take(), ['recap/1.pdf'])
    assert.deepEqual(readdirSync(join(mirror.folder, 'incoming')), [])
  }).timeout(LIMIT)

  test('are deleted when no record names them', async ({ assert }) => {
    for (const id of [102, 103]) put(id, 'recap/shared.pdf', 'shared')
    for (const id of [104, 105]) put(id, `recap/${id}.pdf`, 'own')
    for (const path of ['recap/shared.pdf', 'recap/104.pdf', 'recap/105.pdf'])
      server.files.set(path, path.includes('shared') ? 'shared' : 'own')
    await mirror.run()
    assert.equal(read('recap/105.pdf'), 'own')
    clock += 3_600_000
    put(101, null)
    put(102, null)
    put(104, 'recap/moved.pdf', 'own')
    server.files.set('recap/moved.pdf', 'own')
    // The database deletes the document with its entry.
    await mirror.query('DELETE FROM docket_entries WHERE id = 5')
    mirror.service.remove('docket-entries', 5)
    mirror.service.remove('recap-documents', 105)
    await mirror.run()
    assert.isNull(read('recap/1.pdf'))
    assert.equal(read('recap/shared.pdf'), 'shared')
    assert.isNull(read('recap/104.pdf'))
    assert.equal(read('recap/moved.pdf'), 'own')
    assert.isNull(read('recap/105.pdf'))
    const paths = await mirror.query('SELECT path FROM mirror_files ORDER BY 1')
    assert.deepEqual(paths, [{ path: 'recap/moved.pdf' }, { path: 'recap/shared.pdf' }])
  }).timeout(LIMIT)

  test('that this server already has are not downloaded', async ({ assert }) => {
    mkdirSync(dirname(local('recap/1.pdf')), { recursive: true })
    writeFileSync(local('recap/1.pdf'), 'first')
    await mirror.run()
    assert.deepEqual(server.take(), [])
    assert.deepEqual(await due(), [])
  }).timeout(LIMIT)

  test('of records without a SHA-1 are downloaded unless they are the same: {name}')
    .with<{ name: string; first: Record<string, string>; changed: Record<string, string> }[]>([
      {
        name: 'a later date',
        first: { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
        changed: { 'last-modified': 'Fri, 02 Jan 2026 00:00:00 GMT' },
      },
      {
        // The clock of the upstream, or a restored file.
        name: 'an earlier date',
        first: { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
        changed: { 'last-modified': 'Tue, 01 Jan 1980 00:00:00 GMT' },
      },
      {
        name: 'another ETag and the same date',
        first: { 'etag': '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
        changed: { 'etag': '"2"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
      },
      { name: 'a weak ETag', first: { etag: 'W/"1"' }, changed: { etag: 'W/"2"' } },
      { name: 'no ETag any longer', first: { etag: '"1"' }, changed: {} },
      { name: 'an ETag that is too long', first: { etag: `"${'1'.repeat(300)}"` }, changed: {} },
      { name: 'neither', first: {}, changed: {} },
    ])
    .run(async ({ assert }, { first, changed }) => {
      const copyAgain = async () => {
        await mirror.query(`UPDATE mirror_files SET due = now()`)
        server.statuses.length = 0
        await mirror.run()
        return server.statuses
      }
      server.validators = first
      put(101, 'recap/1.pdf')
      await mirror.run()
      assert.equal(read('recap/1.pdf'), 'first')
      const isKnown = Object.values(first).some((value) => value.length < 200)
      assert.deepEqual(await copyAgain(), [isKnown ? 304 : 200])
      // A local file that isn't the copy is replaced.
      writeFileSync(local('recap/1.pdf'), 'edited here')
      assert.deepEqual(await copyAgain(), [200])
      assert.equal(read('recap/1.pdf'), 'first')
      server.validators = changed
      server.files.set('recap/1.pdf', 'changed')
      assert.deepEqual(await copyAgain(), [200])
      assert.equal(read('recap/1.pdf'), 'changed')
    })
    .timeout(LIMIT)

  test('with {0} are reported and tried again')
    .with([
      [
        'another SHA-1',
        (response: ServerResponse) => response.end('other'),
        /SHA-1 \w{40} differs/,
      ],
      [
        'the status 404',
        (response: ServerResponse) => response.writeHead(404).end(),
        /returned 404/,
      ],
      [
        'the status 500',
        (response: ServerResponse) => response.writeHead(500).end(),
        /returned 500/,
      ],
      [
        'a connection that ends early',
        (response: ServerResponse) => {
          response.writeHead(200, { 'content-length': 50 })
          response.write('part', () => response.destroy())
        },
        /the download failed: /,
      ],
      [
        'a redirect to itself',
        (response: ServerResponse) => response.writeHead(302, { location: '1.pdf' }).end(),
        /can't be followed/,
      ],
      [
        'a redirect to a local file',
        (response: ServerResponse) =>
          response.writeHead(302, { location: 'file:///etc/hostname' }).end(),
        /can't be followed/,
      ],
    ] as [string, (response: ServerResponse) => void, RegExp][])
    .run(async ({ assert }, [, respond, message]) => {
      server.files.set('recap/2.pdf', 'second')
      put(102, 'recap/2.pdf', 'second')
      server.respond = (path, response) => {
        if (path !== 'recap/1.pdf') return false
        respond(response)
        return true
      }
      await mirror.run()
      assert.isNull(read('recap/1.pdf'))
      assert.equal(read('recap/2.pdf'), 'second')
      const [failed, ...others] = await due()
      assert.deepEqual(others, [])
      assert.equal(failed.path, 'recap/1.pdf')
      assert.match(failed.error, message)
      assert.equal(failed.attempts, 1)
      assert.deepEqual(readdirSync(join(mirror.folder, 'incoming')), [])
      // A failed file isn't tried again at once.
      server.take()
      await mirror.run()
      assert.deepEqual(server.take(), [])
      server.respond = () => false
      await runLater()
      assert.equal(read('recap/1.pdf'), 'first')
      assert.deepEqual(await due(), [])
    })
    .timeout(LIMIT)

  test('wait for the limits of the upstream', async ({ assert }) => {
    let rejected = 0
    server.respond = (_, response) => {
      if (rejected++) return false
      response.writeHead(429, { 'retry-after': '1' }).end()
      return true
    }
    await mirror.run()
    assert.equal(read('recap/1.pdf'), 'first')
    assert.deepEqual(await due(), [])
    const [{ attempts }] = await mirror.query('SELECT attempts FROM mirror_files')
    assert.equal(attempts, 0)
  }).timeout(LIMIT)

  test('outside the folder are never written', async ({ assert }) => {
    const paths = [
      '../escape.pdf',
      '/etc/escape.pdf',
      'recap/../../escape.pdf',
      'recap/.hidden',
      'recap/two  spaces.pdf',
      'recap/line\nbreak.pdf',
    ]
    for (const [at, path] of paths.entries()) {
      server.files.set(path, 'escape')
      put(110 + at, path, 'escape')
    }
    await mirror.run()
    assert.isFalse(existsSync(join(mirror.folder, 'escape.pdf')))
    assert.isFalse(existsSync('/etc/escape.pdf'))
    assert.isNull(read('recap/.hidden'))
    assert.lengthOf(await due(), paths.length)
    assert.deepEqual(server.take(), ['recap/1.pdf'])
    for (const at of paths.keys()) put(110 + at, null)
    await runLater()
    assert.deepEqual(await due(), [])
  }).timeout(LIMIT)

  test("that can't be stored or deleted don't end the mirror", async ({ assert }) => {
    // The path of another file is a folder.
    server.files.set('recap', 'folder')
    put(102, 'recap', 'folder')
    await mirror.run()
    const [failed, ...others] = await due()
    assert.deepEqual(others, [])
    assert.equal(failed.path, 'recap')
    assert.match(failed.error, /can't be stored or deleted: E/)
    clock += 3_600_000
    put(102, null)
    await mirror.run()
    assert.equal(read('recap/1.pdf'), 'first')
    assert.match((await due())[0].error, /can't be stored or deleted: E/)
  }).timeout(LIMIT)

  test('get the token only from the origin of the upstream', async ({ assert }) => {
    server.respond = (path, response) => {
      if (path !== 'recap/1.pdf') return false
      response.writeHead(302, { location: `${server.url}recap/elsewhere.pdf` }).end()
      return true
    }
    server.files.set('recap/elsewhere.pdf', 'first')
    await mirror.run()
    assert.equal(read('recap/1.pdf'), 'first')
    assert.lengthOf(server.requests, 2)
    for (const { headers } of server.requests) assert.notInclude(JSON.stringify(headers), TOKEN)
  }).timeout(LIMIT)

  test('are added for records that were mirrored before', async ({ assert }) => {
    const mirrored = await useMirror()
    try {
      fillService(mirrored.service)
      await mirrored.run()
      assert.deepEqual(server.take(), [])
      await mirrored.query(`UPDATE mirrors SET files_url = '${server.url}'`)
      await mirrored.reload()
      await mirrored.run()
      assert.deepEqual(server.take(), ['recap/1.pdf'])
    } finally {
      await endMirror(mirrored)
    }
  }).timeout(LIMIT)

  test('continue after an interruption', async ({ assert }) => {
    const interruption = new AbortController()
    server.respond = (_, response) => {
      response.writeHead(200, { 'content-length': 50 })
      response.write('part', () => interruption.abort())
      return true
    }
    await assert.rejects(() => mirror.run({ signal: interruption.signal }), Interrupted)
    assert.isNull(read('recap/1.pdf'))
    assert.deepEqual(readdirSync(join(mirror.folder, 'incoming')), [])
    server.respond = () => false
    await mirror.run()
    assert.equal(read('recap/1.pdf'), 'first')
  }).timeout(LIMIT)

  test('are pulled with one record, even if it is here already', async ({ assert }) => {
    const mirrors = await app.container.make(Mirrors)
    const { scratch, storage, service } = mirror
    const target = readTarget(`${service.url}/docket/2/x/`)
    const pull = async () => {
      const upstream = mirror.upstream()
      const api = await mirrors.apis.read(upstream, [])
      const { connection } = scratch
      return pullRecord(target, { api, upstream, connection, storage, filesUrl: server.url })
    }
    assert.equal((await pull()).get('files'), 1)
    assert.equal(read('recap/1.pdf'), 'first')
    server.files.delete('recap/1.pdf')
    server.take()
    assert.equal((await pull()).get('files'), 1)
    assert.deepEqual(server.take(), [])
    // The document names another file, which the upstream doesn't have.
    put(101, 'recap/gone.pdf', 'gone')
    assert.equal((await pull()).get('files'), 0)
    assert.isNull(read('recap/1.pdf'))
    assert.match(mirror.reports.join('\n'), /1 files weren't copied: recap\/gone.pdf: .*404/)
  }).timeout(LIMIT)
})
