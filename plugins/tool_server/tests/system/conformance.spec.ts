/**
 * The conformance suite of the Model Context Protocol.
 */
import { execFile } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { ace, copyTree, ROOT, ServerProcess } from '#tests/helpers/server_process'

const HERE = join(ROOT, 'plugins/tool_server/tests')

/** Scenarios that the default run of a revision omits. */
const NAMED = ['server-stateless', 'caching', 'http-header-validation']

/** Adds a credential to requests, because the suite doesn't send one. */
async function openProxy(to: { port: number; authorization: string }): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const { port, authorization } = to
    const forwarded = httpRequest(
      { host: '127.0.0.1', port, method, path: url, headers: { ...headers, authorization } },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      }
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return proxy
}

/** Runs the suite; its exit code is 0 if exactly the expected failures occurred. */
function runSuite(args: string[]): Promise<{ code: number; output: string }> {
  const script = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, 'server', ...args],
      { cwd: makeTemporaryFolder(), maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr })
    )
  })
}

test.group('conformance of the tool server', (group) => {
  let url: string

  group.setup(async () => {
    const folder = makeTemporaryFolder()
    const root = join(folder, 'tree')
    copyTree(root)
    cpSync(join(HERE, 'fixtures/conformance_probe'), join(root, 'plugins/conformance_probe'), {
      recursive: true,
    })
    const target = { port: 0, authorization: '' }
    const proxy = await openProxy(target)
    const { port } = proxy.address() as AddressInfo
    const settings = {
      DATA_DIR: join(folder, 'data'),
      MCP_ORIGINS: `http://127.0.0.1:${port}`,
      SAMPLE_ARCHIVE: 'off',
    }
    const server = await ServerProcess.start(settings, root)
    target.port = server.port
    const { output } = await ace(['accounts:create', 'conformance'], settings, root).ended
    target.authorization = /Token [0-9a-f]{40}/.exec(output)![0]
    url = `http://127.0.0.1:${port}/mcp`
    return async () => {
      proxy.close()
      await server.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    }
  })

  for (const revision of ['2025-06-18', '2025-11-25', '2026-07-28']) {
    test(`revision ${revision}`, async ({ assert }) => {
      const chosen = revision === '2025-06-18' ? '--spec-version' : '--requirements'
      const { code, output } = await runSuite([
        '--url',
        url,
        chosen,
        revision,
        '--expected-failures',
        join(HERE, `conformance/${revision}.yml`),
      ])
      assert.equal(code, 0, output.slice(-6000))
    })
  }

  test('scenario {$self}')
    .with(NAMED)
    .run(async ({ assert }, scenario) => {
      const { code, output } = await runSuite([
        '--url',
        url,
        '--scenario',
        scenario,
        '--expected-failures',
        join(HERE, 'conformance/2026-07-28.yml'),
      ])
      assert.equal(code, 0, output.slice(-6000))
    })
})
