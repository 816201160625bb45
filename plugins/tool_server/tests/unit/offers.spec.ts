/**
 * Offered tools, resources, and prompts, and the responses of the protocol.
 */
import { test } from '@japa/runner'
import { ownCatalog } from '#app/search/catalog'
import { ResourceRegistry } from '#api/registry'
import { PluginError } from '#app/support/plugin_error'
import { definePrompt, defineToolResource } from '#app/tools/definitions'
import { defineTool } from '#app/tools/define_tool'
import { ApiRefusal, ToolError } from '#app/tools/tool_error'
import { ToolRegistry } from '#app/tools/tool_registry'
import { SingleExchange } from '../../protocol/answer_message.js'
import { createToolServer } from '../../protocol/tool_server.js'
import { offeredBy, type ToolServices } from '../../services.js'

const tool = (name: string, after?: string, extra = false) =>
  defineTool<{ id: number }>({
    name,
    title: name,
    description: name,
    after,
    extra,
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: () => ({ type: 'object', properties: { id: { type: 'integer', maximum: 100 } } }),
    call: async ({ id }) => {
      if (id === 4) throw new ApiRefusal('gone', 404, {})
      if (id === 5) throw new TypeError('a text of an exception')
      if (id === 6) throw new ToolError('Six is closed.')
      return { id }
    },
  })

const resource = (name: string, uri: string, ...tools: string[]) =>
  defineToolResource({
    uri,
    name,
    title: name,
    description: name,
    mimeType: 'application/json',
    tools,
    read: async ({ id = 1 }, call) => JSON.stringify(await call('read', { id })),
  })

const prompt = (name: string, ...tools: string[]) =>
  definePrompt({
    name,
    title: name,
    description: 'Asks.',
    arguments: [
      { name: 'what', description: 'What.', required: true },
      { name: 'where', description: 'Where.', required: false },
    ],
    tools,
    text: ({ what, where }) => `Find ${what}${where ? ` in ${where}` : ''}.`,
  })

const by = <T>(...declarations: T[]) =>
  declarations.map((declaration) => ({ plugin: 'a', declaration }))

const registry = (...more: ReturnType<typeof resource>[]) =>
  new ToolRegistry(
    {
      tools: by(tool('more', 'read', true), tool('read', 'absent')),
      documents: [],
      toolResources: by(
        resource('page', 'test://page', 'read'),
        resource('record', 'test://record/{id}/text', 'read', 'more'),
        resource('other', 'test://other/{id}', 'absent'),
        ...more
      ),
      prompts: by(prompt('ask', 'read'), prompt('ask_other', 'absent')),
    },
    ownCatalog({ resources: new ResourceRegistry([]) })
  )

/** Returns the response of a server with the declarations of the registry. */
async function answer(method: string, params: object, extra = true): Promise<any> {
  const logger = { error: () => {} }
  const services = { ...offeredBy(registry(), extra), logger } as unknown as ToolServices
  const context = () =>
    ({
      api: { quota: [], links: ['http://test/1'] },
    }) as never
  const server = createToolServer({ services, context, isStreamed: false })
  const { signal } = new AbortController()
  return SingleExchange.answer(server, { jsonrpc: '2.0', id: 1, method, params }, { signal })
}

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}

test.group('tool server: offers', () => {
  test('include resources and prompts whose tools are offered', ({ assert }) => {
    const { tools, resources, prompts } = offeredBy(registry(), true)
    assert.deepEqual([...tools.keys()], ['read', 'more'])
    assert.deepEqual(
      resources.map(({ name }) => name),
      ['page', 'record']
    )
    assert.deepEqual([...prompts.keys()], ['ask'])
  })

  test('include only tools if extras are hidden', async ({ assert }) => {
    const { tools, resources, prompts } = offeredBy(registry(), false)
    assert.deepEqual([...tools.keys()], ['read'])
    assert.lengthOf(resources, 0)
    assert.equal(prompts.size, 0)
    const { result } = await answer('initialize', INITIALIZE, false)
    assert.deepEqual(result.capabilities, { tools: {} })
    assert.equal((await answer('prompts/list', {}, false)).error.code, -32601)
    assert.equal((await answer('resources/list', {}, false)).error.code, -32601)
  })

  test('are rejected if their order is circular', ({ assert }) => {
    const tools = by(tool('more', 'read'), tool('read', 'more'))
    const catalog = ownCatalog({ resources: new ResourceRegistry([]) })
    assert.throws(
      () => new ToolRegistry({ tools, documents: [], toolResources: [], prompts: [] }, catalog),
      'E_CIRCULAR_TOOLS: the order of the tools of AI clients is circular: more → read → more'
    )
  })

  test('have unique names', ({ assert }) => {
    try {
      registry(resource('page', 'test://again', 'read'))
      assert.fail('two resources of one name')
    } catch (error) {
      assert.instanceOf(error, PluginError)
      assert.include((error as Error).message, 'both declare the resource "page"')
    }
  })
})

test.group('tool server: resources', () => {
  test('are listed separately from templates', async ({ assert }) => {
    const { result } = await answer('initialize', INITIALIZE)
    assert.deepEqual(result.capabilities, {
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
    })
    const { result: list } = await answer('resources/list', {})
    assert.deepEqual(
      list.resources.map(({ uri }: any) => uri),
      ['test://page']
    )
    const { result: templates } = await answer('resources/templates/list', {})
    assert.deepInclude(templates.resourceTemplates[0], {
      uriTemplate: 'test://record/{id}/text',
      name: 'record',
      mimeType: 'application/json',
    })
  })

  test('are read through their tools', async ({ assert }) => {
    const { result } = await answer('resources/read', { uri: 'test://record/7/text' })
    assert.deepEqual(result.contents, [
      { uri: 'test://record/7/text', mimeType: 'application/json', text: '{"id":7}' },
    ])
    assert.deepEqual(result._meta, { links: ['http://test/1'] })
  })

  test('report read errors without the message of an exception', async ({ assert }) => {
    const errorOf = async (uri: string) => (await answer('resources/read', { uri })).error
    for (const uri of [
      'test://no',
      'test://record/x/text',
      'test://record/7',
      'test://record/4/text',
      'test://other/1',
    ]) {
      const { code, message } = await errorOf(uri)
      assert.equal(code, -32602)
      assert.match(message, /not found/i)
    }
    assert.deepInclude(await errorOf('test://record/6/text'), {
      code: -32602,
      message: 'Six is closed.',
    })
    assert.include((await errorOf('test://record/999/text')).message, "tool 'read'")
    const { code, message } = await errorOf('test://record/5/text')
    assert.equal(code, -32603)
    assert.notInclude(message, 'exception')
  })
})

test.group('tool server: prompts', () => {
  test('are listed with their arguments', async ({ assert }) => {
    const { result } = await answer('prompts/list', {})
    assert.lengthOf(result.prompts, 1)
    assert.deepEqual(
      result.prompts[0].arguments.map(({ name, required }: any) => [name, required]),
      [
        ['what', true],
        ['where', false],
      ]
    )
  })

  test('are filled in with arguments', async ({ assert }) => {
    const args = { what: 'cases', where: 'New York' }
    const { result } = await answer('prompts/get', { name: 'ask', arguments: args })
    assert.equal(result.description, 'Asks.')
    assert.deepEqual(result.messages, [
      { role: 'user', content: { type: 'text', text: 'Find cases in New York.' } },
    ])
  })

  test('reject unknown names and missing or unknown arguments', async ({ assert }) => {
    for (const [params, message] of [
      [{ name: 'no' }, 'Unknown prompt: no'],
      [{ name: 'ask_other' }, 'Unknown prompt: ask_other'],
      [{ name: 'ask' }, "The prompt 'ask' requires the argument 'what'."],
      [{ name: 'ask', arguments: { what: ' ' } }, "The prompt 'ask' requires the argument 'what'."],
      [
        { name: 'ask', arguments: { what: 'x', when: 'y' } },
        "Unknown argument of the prompt 'ask': when",
      ],
    ] as const) {
      const { error } = await answer('prompts/get', params)
      assert.deepInclude(error, { code: -32602, message })
    }
  })
})
