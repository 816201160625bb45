/**
 * Third-party clients with an API token: both generations of the TypeScript SDK
 * and the command line of the Inspector.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { test } from '@japa/runner'
import type { Tool } from '#app/tools/tool_registry'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { ROOT } from '#tests/helpers/server_process'
import { takesMinutes } from '#tests/helpers/long_tests'
import { ToolServices } from '../../services.js'
import settings from '../../settings.js'

const CLIENT = { name: 'test', version: '1' }
const DOCKET = 'curia://docket/2001'

const address = () => `http://${process.env.HOST}:${process.env.PORT}${settings.path}`

async function withToken() {
  const { authorization } = await makeAccount()
  return { requestInit: { headers: { authorization } } }
}

/** An SDK client for the revisions with a handshake. */
async function legacyClient() {
  const client = new Client(CLIENT)
  // With exactOptionalPropertyTypes, its types don't allow an undefined session ID.
  const transport = new StreamableHTTPClientTransport(new URL(address()), await withToken())
  await client.connect(transport as never)
  return client
}

async function modernClient(mode: 'legacy' | 'auto' | { pin: string }) {
  const client = new ModernClient(CLIENT, { versionNegotiation: { mode } })
  await client.connect(new ModernTransport(new URL(address()), await withToken()) as never)
  return client
}

const CLIENTS: [name: string, connect: () => Promise<Client | ModernClient>][] = [
  ['SDK 1', legacyClient],
  ['SDK 2 with a handshake', () => modernClient('legacy')],
  ['SDK 2 that finds the revision out', () => modernClient('auto')],
  ['SDK 2 of 2026-07-28', () => modernClient({ pin: '2026-07-28' })],
]

async function toolsWithExamples(): Promise<Tool[]> {
  const { tools } = await app.container.make(ToolServices)
  return [...tools.values()].filter(({ example, hints }) => example && hints.readOnly)
}

/** Runs the Inspector's command line, which prints JSON. */
async function inspect(...args: string[]): Promise<any> {
  const folder = join(ROOT, 'node_modules/@modelcontextprotocol/inspector-cli/build')
  const { requestInit } = await withToken()
  const header = `Authorization: ${requestInit.headers.authorization}`
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      ['index.js', address(), '--transport', 'http', '--header', header, ...args],
      // It looks for its package.json in the working directory.
      { cwd: folder },
      (error, stdout, stderr) => (error ? reject(new Error(stderr || stdout)) : resolve(stdout))
    )
  })
  return JSON.parse(output)
}

test.group('tool server: third-party clients', (group) => {
  takesMinutes(group)
  group.setup(searchReady)

  test('{0}: lists and calls all tools, reads a resource, and gets a prompt')
    .with(CLIENTS)
    .run(async ({ assert }, [, connect]) => {
      const client = await connect()
      const { tools } = await client.listTools()
      const { tools: offered } = await app.container.make(ToolServices)
      assert.deepEqual(
        tools.map(({ name }) => name),
        [...offered.keys()]
      )
      for (const { name, example } of await toolsWithExamples()) {
        const result = await client.callTool({ name, arguments: { ...example } })
        assert.isNotOk(result.isError, `${name}: ${JSON.stringify(result.content)}`)
        assert.isNotEmpty(result.content)
      }
      const { contents } = await client.readResource({ uri: DOCKET })
      assert.equal(JSON.parse((contents[0] as { text: string }).text).docket.id, 2001)
      const { prompts } = await client.listPrompts()
      const { resourceTemplates } = await client.listResourceTemplates()
      assert.isNotEmpty(prompts)
      assert.isNotEmpty(resourceTemplates)
      const [{ name, arguments: args = [] }] = prompts as [(typeof prompts)[0]]
      const { messages } = await client.getPrompt({
        name,
        arguments: Object.fromEntries(args.map((one) => [one.name, '1'])),
      })
      assert.lengthOf(messages, 1)
      await client.close()
    })

  test('an invalid call returns a result for the model, not an exception', async ({ assert }) => {
    for (const [name, connect] of CLIENTS) {
      const client = await connect()
      const result = await client.callTool({ name: 'search', arguments: { type: 'nothing' } })
      assert.isTrue(result.isError, name)
      await client.close()
    }
  })

  test('rejects an invalid token on connection', async ({ assert }) => {
    const client = new Client(CLIENT)
    const transport = new StreamableHTTPClientTransport(new URL(address()), {
      requestInit: { headers: { authorization: `Token ${'f'.repeat(40)}` } },
    })
    await assert.rejects(() => client.connect(transport as never), /invalid_token|unauthorized/i)
  })

  test('the Inspector lists tools, calls one, and reads a resource', async ({ assert }) => {
    const { tools } = await inspect('--method', 'tools/list')
    assert.include(
      tools.map(({ name }: any) => name),
      'search'
    )
    const { content } = await inspect(
      ...['--method', 'tools/call', '--tool-name', 'get_endpoint_item'],
      ...['--tool-arg', 'endpoint_id=courts', '--tool-arg', 'item_id=scotus']
    )
    assert.equal(JSON.parse(content[0].text).id, 'scotus')
    const { resourceTemplates } = await inspect('--method', 'resources/templates/list')
    assert.isNotEmpty(resourceTemplates)
    const { contents } = await inspect('--method', 'resources/read', '--uri', DOCKET)
    assert.equal(JSON.parse(contents[0].text).docket.id, 2001)
  })
})
