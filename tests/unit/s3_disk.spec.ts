/** Files on the disk `s3` are sent in the same way as files in a folder. */
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'

import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Disk } from '@adonisjs/drive'
import { FSDriver } from '@adonisjs/drive/drivers/fs'
import { test } from '@japa/runner'
import { cacheControl, MAX_SIGNED_SECONDS } from '#app/support/caching'
import { DomainError } from '#app/support/domain_error'
import { findFileOnDisk } from '#app/storage/disk_files'
import { s3Disk, type S3Settings } from '#app/storage/s3_disk'
import { withLocalFile } from '#app/storage/local_file'
import { removeFile, stageFile } from '#app/storage/saved_file'
import { sendStoredFile } from '#app/storage/send_file'
import { S3_KEYS, S3Server } from '#tests/helpers/s3_server'

const NOWHERE: S3Settings = {
  bucket: null,
  region: 'us-east-1',
  endpoint: null,
  signedSeconds: null,
}
const MODIFIED = new Date('2026-01-02T03:04:05Z')
const FILES: Record<string, string> = {
  'mp3/2026/argument one.mp3': '0123456789'.repeat(10),
  'pages/opinion.html': '<h1>Opinion</h1>',
  'empty.txt': '',
}
const [AUDIO, HTML, EMPTY] = Object.keys(FILES) as [string, string, string]

async function s3DiskOf(settings: Partial<S3Settings>): Promise<Disk> {
  const make = await s3Disk({ ...NOWHERE, ...settings }).resolver('s3', undefined as never, [])
  return new Disk((make as () => never)())
}

/** Serves a disk in the same way as the route, and returns errors as a status. */
async function serve(disk: Disk): Promise<{ server: Server; url: string }> {
  const server = createServer(async (asked, response) => {
    try {
      const path = decodeURIComponent(asked.url!.slice(1))
      const file = await findFileOnDisk(disk, path)
      const refused = file
        ? await sendStoredFile(asked, response, { path, file, audience: 'public' })
        : { status: 404, headers: {} }
      if (refused) response.writeHead(refused.status, refused.headers).end()
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      response.writeHead(error.kind.status, { 'retry-after': String(error.retryAfter) }).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

interface Asked {
  method?: string
  headers?: Record<string, string>
}

/** Without the headers that `fetch` adds to conditional requests. */
async function ask(url: string, { method = 'GET', headers = {} }: Asked) {
  const sent = request(url, { method, headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: response.headers, body: await text(response) }
}

/** The response, with a placeholder for its ETag, which differs between disks. */
async function seen(base: string, path: string, { method, headers = {} }: Asked) {
  const url = base + encodeURIComponent(path)
  const { etag = '' } = (await ask(url, { method: 'HEAD' })).headers
  const given = Object.entries(headers).map(([name, value]) => [name, value.replace('ETAG', etag)])
  const { headers: got, ...rest } = await ask(url, { method, headers: Object.fromEntries(given) })
  return { ...rest, headers: { ...got, date: '', etag: got.etag && 'ETAG' } }
}

const REQUESTS: { path: string; status: number; method?: string; headers?: object }[] = [
  { path: AUDIO, status: 200 },
  { path: AUDIO, status: 200, method: 'HEAD' },
  { path: AUDIO, status: 206, headers: { range: 'bytes=10-19' } },
  { path: AUDIO, status: 206, headers: { range: 'bytes=95-' } },
  { path: AUDIO, status: 206, headers: { range: 'bytes=-5' } },
  { path: AUDIO, status: 206, headers: { range: 'bytes=-5000' } },
  { path: AUDIO, status: 206, headers: { range: 'bytes=0-9999' } },
  { path: AUDIO, status: 416, headers: { range: 'bytes=100-' } },
  { path: AUDIO, status: 200, headers: { range: 'bytes=0-1,5-6' } },
  { path: AUDIO, status: 200, headers: { range: 'lines=1-2' } },
  { path: AUDIO, status: 200, method: 'HEAD', headers: { range: 'bytes=10-19' } },
  { path: AUDIO, status: 304, headers: { 'if-none-match': 'ETAG' } },
  { path: AUDIO, status: 304, method: 'HEAD', headers: { 'if-none-match': 'ETAG' } },
  { path: AUDIO, status: 200, headers: { 'if-none-match': '"other"' } },
  { path: AUDIO, status: 304, headers: { 'if-modified-since': MODIFIED.toUTCString() } },
  { path: AUDIO, status: 412, headers: { 'if-match': '"other"' } },
  { path: AUDIO, status: 200, headers: { 'if-match': 'ETAG' } },
  { path: AUDIO, status: 206, headers: { 'if-range': 'ETAG', 'range': 'bytes=1-2' } },
  { path: AUDIO, status: 200, headers: { 'if-range': '"other"', 'range': 'bytes=1-2' } },
  { path: HTML, status: 200 },
  { path: EMPTY, status: 200 },
  { path: EMPTY, status: 416, headers: { range: 'bytes=0-0' } },
  { path: 'elsewhere.mp3', status: 404 },
]

test.group('disk s3', (group) => {
  let s3: S3Server
  let folder: string
  const servers: Server[] = []
  const before = { ...process.env }
  let fromFolder: string
  let fromBucket: string

  group.setup(async () => {
    process.env.AWS_ACCESS_KEY_ID = S3_KEYS.id
    process.env.AWS_SECRET_ACCESS_KEY = S3_KEYS.secret
    s3 = await S3Server.start('archive')
    folder = await mkdtemp(join(tmpdir(), 'files-'))
    for (const [path, content] of Object.entries(FILES)) {
      s3.objects.set(path, { body: Buffer.from(content), modified: MODIFIED })
      const file = join(folder, path)
      await mkdir(join(file, '..'), { recursive: true })
      await writeFile(file, content)
      await utimes(file, MODIFIED, MODIFIED)
    }
    const started = [
      await serve(new Disk(new FSDriver({ location: folder, visibility: 'private' }))),
      await serve(await s3DiskOf({ bucket: 'archive', endpoint: s3.endpoint })),
    ]
    servers.push(...started.map(({ server }) => server))
    fromFolder = started[0]!.url
    fromBucket = started[1]!.url
  })
  group.teardown(async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
    for (const server of servers) server.closeAllConnections()
    for (const server of servers) server.close()
    await s3.close()
    await rm(folder, { recursive: true })
  })

  for (const { path, status, method = 'GET', headers = {} } of REQUESTS)
    test(`${method} ${path} ${JSON.stringify(headers)} returns ${status} and the same response as a folder`, async ({
      assert,
    }) => {
      const init = { method, headers: headers as Record<string, string> }
      const sent = await seen(fromBucket, path, init)
      assert.equal(sent.status, status)
      assert.deepEqual(sent, await seen(fromFolder, path, init))
    })

  test('reads only the requested range', async ({ assert }) => {
    s3.requests.length = 0
    await fetch(fromBucket + encodeURIComponent(AUDIO), { headers: { range: 'bytes=10-19' } })
    assert.deepEqual(s3.requests, [
      'HEAD /archive/mp3/2026/argument%20one.mp3',
      'GET /archive/mp3/2026/argument%20one.mp3 bytes=10-19',
    ])
  })

  test('never mixes two versions of a file that is replaced during a request', async ({
    assert,
  }) => {
    const disk = await s3DiskOf({ bucket: 'archive', endpoint: s3.endpoint })
    s3.objects.set('replaced.txt', { body: Buffer.from('old'), modified: MODIFIED })
    const { state, source } = (await findFileOnDisk(disk, 'replaced.txt'))!
    s3.objects.set('replaced.txt', { body: Buffer.from('newer'), modified: MODIFIED })
    assert.equal(state.size, 3)
    await assert.rejects(async () => 'read' in source && source.read())
  })

  test('redirects to a signed URL of the bucket, with ranges and conditions', async ({
    assert,
  }) => {
    const disk = await s3DiskOf({ bucket: 'archive', endpoint: s3.endpoint, signedSeconds: 60 })
    const { server, url } = await serve(disk)
    servers.push(server)
    const path = url + encodeURIComponent(AUDIO)
    const redirect = await ask(path, {})
    assert.equal(redirect.status, 302)
    assert.equal(redirect.headers['cache-control'], cacheControl('signedRedirect'))
    const { location } = redirect.headers
    assert.match(location!, /X-Amz-Expires=60&/)
    assert.equal(
      new URL(location!).searchParams.get('response-cache-control'),
      cacheControl('signedFile')
    )
    const long = await s3DiskOf({ bucket: 'archive', endpoint: s3.endpoint, signedSeconds: 86_400 })
    const { source } = (await findFileOnDisk(long, AUDIO))!
    const link = 'link' in source ? await source.link!() : ''
    assert.equal(new URL(link).searchParams.get('X-Amz-Expires'), String(MAX_SIGNED_SECONDS))

    // The test server recomputes the signature.
    assert.deepInclude(await ask(location!, {}), { status: 200, body: FILES[AUDIO] })
    const part = await ask(location!, { headers: { range: 'bytes=10-14' } })
    assert.deepInclude(part, { status: 206, body: '01234' })
    const { status } = await ask(location!, { headers: { 'if-match': '"other"' } })
    assert.equal(status, 412)
    for (const changed of [
      location!.replace('argument%20one', 'other'),
      location!.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
      location!.replace(/(X-Amz-Signature=)\w/, '$1x'),
    ])
      assert.equal((await ask(changed, {})).status, 403)
    assert.equal((await ask(location!, { method: 'PUT' })).status, 403)

    // Requests that don't need the content get a direct response.
    const head = await ask(path, { method: 'HEAD' })
    assert.deepInclude(head.headers, { 'content-length': '100', 'accept-ranges': 'bytes' })
    const stale = await ask(path, { headers: { 'if-match': '"other"' } })
    assert.equal(stale.status, 412)
    assert.equal((await ask(`${url}elsewhere.mp3`, {})).status, 404)
  })

  test('rejects an expired URL', async ({ assert }) => {
    const disk = await s3DiskOf({ bucket: 'archive', endpoint: s3.endpoint, signedSeconds: 60 })
    const { source } = (await findFileOnDisk(disk, AUDIO))!
    const location = 'link' in source ? await source.link!() : ''
    const now = Date.now
    try {
      Date.now = () => now() + 61_000
      assert.equal((await ask(location, {})).status, 403)
    } finally {
      Date.now = now
    }
  })

  test('reads files back byte for byte', async ({ assert }) => {
    const disk = await s3DiskOf({ bucket: 'archive', endpoint: s3.endpoint })
    for (const size of [0, 1, 65_537, 6 * 1024 * 1024]) {
      const bytes = randomBytes(size)
      const file = join(folder, 'sent')
      await writeFile(file, bytes)
      for (const [key, given] of [
        [`written/${size}-file.pdf`, file],
        [`written/${size}-bytes.pdf`, bytes],
      ] as const) {
        await (await stageFile(disk, key, given)).publish()
        assert.isTrue(s3.objects.get(key)!.body.equals(bytes), key)
        const read = await withLocalFile(disk, key, (path) => readFile(path))
        assert.isTrue(read!.equals(bytes), key)
        const sent = await fetch(fromBucket + encodeURIComponent(key))
        assert.isTrue(Buffer.from(await sent.arrayBuffer()).equals(bytes), key)
        await removeFile(disk, key)
        assert.isFalse(s3.objects.has(key))
      }
    }
  })

  test('reports wrong keys as a storage error, not as a missing file', async ({ assert }) => {
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong'
    const disk = await s3DiskOf({ bucket: 'archive', endpoint: s3.endpoint })
    const { server, url } = await serve(disk)
    const response = await fetch(url + EMPTY)
    process.env.AWS_SECRET_ACCESS_KEY = S3_KEYS.secret
    server.close()
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), '5')
  })

  test('fails on first use without a bucket, and names the missing setting', async ({ assert }) => {
    await assert.rejects(() => s3DiskOf({}), 'the disk "s3" requires S3_BUCKET.')
  })
})
