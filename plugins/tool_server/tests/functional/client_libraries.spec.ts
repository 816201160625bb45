/**
 * Client libraries of other projects: each lists the tools, calls one, and gets structured
 * content.
 */
import { execFile } from 'node:child_process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { CLIENTS, loadClient, NO_CLIENTS } from '#tests/helpers/client_packages'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { takesMinutes } from '#tests/helpers/long_tests'
import { ROOT } from '#tests/helpers/server_process'
import settings from '../../settings.js'
import { ToolServices } from '../../services.js'

const CALL = { endpoint_id: 'courts', item_id: 'scotus', fields: ['id', 'full_name'] }
const COURT = { id: 'scotus', full_name: 'Supreme Court of the United States' }

const address = () => `http://${process.env.HOST}:${process.env.PORT}${settings.path}`

async function newHeaders() {
  const { authorization } = await makeAccount()
  return { Authorization: authorization }
}

async function offeredNames(): Promise<string[]> {
  const { tools } = await app.container.make(ToolServices)
  return [...tools.keys()]
}

const script = (path: string) => `${ROOT}/tests/clients/node_modules/${path}`

/** Runs the Inspector's command line, which prints JSON. */
async function inspect(...args: string[]): Promise<any> {
  const { Authorization } = await newHeaders()
  const folder = makeTemporaryFolder()
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [
        script('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
        ...['--cli', address(), '--transport', 'http'],
        ...['--header', `Authorization: ${Authorization}`, ...args],
      ],
      { cwd: folder, env: { ...process.env, HOME: folder }, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(stderr || stdout))
        else resolve(JSON.parse(stdout))
      }
    )
  })
}

test.group('tool server: client libraries', (group) => {
  takesMinutes(group)

  test('@ai-sdk/mcp', async ({ assert }) => {
    const { createMCPClient } = await loadClient('@ai-sdk/mcp')
    const transport = { type: 'http', url: address(), headers: await newHeaders() }
    const client = await createMCPClient({ transport })
    const tools = await client.tools()
    assert.sameMembers(Object.keys(tools), await offeredNames())
    const options = { toolCallId: '1', messages: [] }
    const result = await tools.get_endpoint_item.execute(CALL, options)
    assert.deepEqual(result.structuredContent, COURT)
    assert.deepEqual(JSON.parse(result.content[0].text), COURT)
    const { z } = await loadClient('zod')
    const typed = await client.tools({
      schemas: {
        get_endpoint_item: {
          inputSchema: z.object({ endpoint_id: z.string(), item_id: z.string() }),
          outputSchema: z.object({ id: z.string(), full_name: z.string() }),
        },
      },
    })
    const { fields: _, ...whole } = CALL
    assert.deepEqual(await typed.get_endpoint_item.execute(whole, options), COURT)
    const failed = await tools.get_endpoint_item.execute({ endpoint_id: 'courts' }, options)
    assert.isTrue(failed.isError)
    const { resourceTemplates } = await client.listResourceTemplates()
    assert.isNotEmpty(resourceTemplates)
    const { contents } = await client.readResource({ uri: 'curia://record/courts/scotus' })
    assert.equal(JSON.parse(contents[0].text).id, 'scotus')
    await client.close()
  }).skip(!CLIENTS, NO_CLIENTS)

  test('@langchain/mcp-adapters', async ({ assert }) => {
    const { MultiServerMCPClient } = await loadClient('@langchain/mcp-adapters')
    const client = new MultiServerMCPClient({
      mcpServers: { curia: { transport: 'http', url: address(), headers: await newHeaders() } },
    })
    const tools: any[] = await client.getTools()
    assert.sameMembers(
      tools.map(({ name }) => name),
      await offeredNames()
    )
    const named = (name: string) => tools.find((tool) => tool.name === name)
    const message = await named('get_endpoint_item').invoke({
      type: 'tool_call',
      id: '1',
      name: 'get_endpoint_item',
      args: CALL,
    })
    const block = JSON.parse(message.content)
    assert.deepEqual(JSON.parse(block.text), COURT)
    assert.deepEqual(block.structuredContent, COURT)
    const sheet = await named('get_docket_sheet').invoke({ docket_id: 2001, num_entries: 1 })
    assert.equal(sheet.structuredContent.docket.id, 2001)
    await assert.rejects(() => named('read_document').invoke({}), /exactly one/)
    await client.close()
  }).skip(!CLIENTS, NO_CLIENTS)

  test('mcp-remote', async ({ assert }) => {
    const { Authorization } = await newHeaders()
    const folder = makeTemporaryFolder()
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        ...[script('mcp-remote/dist/proxy.js'), address(), '--allow-http'],
        ...['--transport', 'http-only', '--header', `Authorization:${Authorization}`],
      ],
      cwd: folder,
      env: { HOME: folder, MCP_REMOTE_CONFIG_DIR: folder },
      stderr: 'ignore',
    })
    await client.connect(transport as never)
    const { tools } = await client.listTools()
    assert.sameMembers(
      tools.map(({ name }) => name),
      await offeredNames()
    )
    const { structuredContent } = await client.callTool({
      name: 'get_endpoint_item',
      arguments: CALL,
    })
    assert.deepEqual(structuredContent, COURT)
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'curia://record/{endpoint_id}/{item_id}' },
      argument: { name: 'item_id', value: 'scot' },
      context: { arguments: { endpoint_id: 'courts' } },
    })
    assert.equal(completion.values[0], 'scotus')
    const steps: number[] = []
    await client.callTool(
      { name: 'call_endpoint', arguments: { endpoint_id: 'courts', num_results: 60 } },
      undefined,
      { onprogress: ({ progress }) => void steps.push(progress) }
    )
    assert.deepEqual(steps, [20, 40])
    await client.close()
  }).skip(!CLIENTS, NO_CLIENTS)

  test('mcporter', async ({ assert }) => {
    const { createRuntime } = await loadClient('mcporter')
    const command = { kind: 'http', url: new URL(address()), headers: await newHeaders() }
    const runtime = await createRuntime({ servers: [{ name: 'curia', command }] })
    const tools: any[] = await runtime.listTools('curia', { includeSchema: true })
    assert.sameMembers(
      tools.map(({ name }) => name),
      await offeredNames()
    )
    assert.isTrue(tools.every(({ outputSchema }) => outputSchema.type === 'object'))
    const result = await runtime.callTool('curia', 'get_endpoint_item', { args: CALL })
    assert.deepEqual(result.structuredContent, COURT)
    await runtime.close()
  }).skip(!CLIENTS, NO_CLIENTS)

  test('the Inspector finds no errors in schemas, calls a tool, and reads a record', async ({
    assert,
  }) => {
    // It exits with 6 if a schema has an error.
    const output = await inspect('--method', 'tools/list', '--strict')
    assert.sameMembers(
      output.tools.map(({ name }: any) => name),
      await offeredNames()
    )
    const result = await inspect(
      ...['--method', 'tools/call', '--tool-name', 'get_endpoint_item', '--tool-arg'],
      ...['endpoint_id=courts', 'item_id=scotus', 'fields=id,full_name']
    )
    assert.deepEqual(result.structuredContent, COURT)
    const record = await inspect(
      ...['--method', 'resources/read', '--uri', 'curia://record/courts/scotus']
    )
    assert.equal(JSON.parse(record.contents[0].text).id, 'scotus')
  }).skip(!CLIENTS, NO_CLIENTS)
})
