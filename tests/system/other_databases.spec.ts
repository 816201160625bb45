/** External databases: the oldest supported version, and an older one. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { databaseUser } from '#app/database/system_user'
import { freePort, makeTemporaryFolder } from '#tests/helpers/environment'
import { ROOT, ServerProcess } from '#tests/helpers/server_process'
import { untilAnswering } from '#tests/helpers/answering_postgres'

const DEBIAN_15 = '/usr/lib/postgresql/15/bin'

test.group('PostgreSQL 15', () => {
  test('passes the contract', async ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    const data = join(folder, 'cluster')
    const user = databaseUser()
    const identity = user ? { uid: user.uid, gid: user.gid } : {}
    mkdirSync(data)
    if (user) chownSync(data, user.uid, user.gid)
    const made = spawnSync(
      join(DEBIAN_15, 'initdb'),
      ['-D', data, '-U', 'curia', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
      { ...identity, encoding: 'utf8', cwd: data }
    )
    assert.equal(made.status, 0, made.stderr)

    const port = await freePort()
    const server = spawn(
      join(DEBIAN_15, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        data,
        '-c',
        'fsync=off',
        '-c',
        'listen_addresses=127.0.0.1',
      ],
      { ...identity, stdio: 'ignore', cwd: data }
    )
    cleanup(async () => {
      server.kill('SIGINT')
      await new Promise((resolve) => server.once('close', resolve))
      rmSync(folder, { recursive: true, force: true })
    })
    const url = `postgres://curia@127.0.0.1:${port}/postgres`
    await untilAnswering(url)

    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['bin/run_tests.js', 'contract', '--files=every_resource,relations', '--tags=@database'],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: {
          ...process.env,
          CURIA_TEST_REPORT: undefined,
          TEST_DATABASE_URL: url,
          // The same code builds the statements for both.
          CURIA_TEST_VERSIONS: 'v4',
        },
      }
    )
    assert.equal(status, 0, stdout + stderr)
  }).skip(!existsSync(DEBIAN_15), 'needs PostgreSQL 15 of Debian (package postgresql-15)')
})

test.group('a PostgreSQL that is too old', () => {
  test('is rejected with a one-line message', async ({ assert, cleanup }) => {
    const folder = makeTemporaryFolder()
    const server = await pretendToBe('140012', '14.12')
    const { port } = server.address() as { port: number }
    cleanup(() => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const { code, output } = await ServerProcess.fail({
      DATA_DIR: folder,
      DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/old`,
    })
    assert.equal(code, 1)
    assert.match(
      output,
      /^curia: postgres:\/\/u@127\.0\.0\.1:\d+\/old is PostgreSQL 14\.12; Curia requires 15 or later\.$/m
    )
  })
})

/** A server that implements only enough of the protocol to report its version. */
function pretendToBe(version: string, name: string): Promise<Server> {
  const message = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
  const int32 = (value: number) => Buffer.from([value >> 24, value >> 16, value >> 8, value])
  const text = (value: string) => Buffer.from(`${value}\0`)
  const ready = message('Z', Buffer.from('I'))
  const column = (title: string) =>
    Buffer.concat([
      text(title),
      int32(0),
      int16(0),
      int32(25),
      int16(-1 & 0xffff),
      int32(-1),
      int16(0),
    ])
  const cell = (value: string) => Buffer.concat([int32(value.length), Buffer.from(value)])
  const answer = Buffer.concat([
    message('T', int16(3), column('version'), column('name'), column('encoding')),
    message('D', int16(3), cell(version), cell(name), cell('UTF8')),
    message('C', text('SELECT 1')),
    ready,
  ])

  const server = createServer((socket: Socket) => {
    let greeted = false
    socket.on('error', () => {})
    socket.on('data', (data) => {
      if (!greeted) {
        greeted = true
        socket.write(Buffer.concat([message('R', int32(0)), ready]))
      } else if (data[0] === 'Q'.charCodeAt(0)) socket.write(answer)
      else socket.end()
    })
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
