/** Queries survive a restart (tool server, tools 0). */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { copyMadeFolder } from '#tests/helpers/made_folder'
import { ace, ServerProcess } from '#tests/helpers/server_process'

/** Calls a tool whose result must be an object. */
async function callTool(port: number, authorization: string, name: string, args: object) {
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      'accept': 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  })
  const { result } = (await response.json()) as { result: { content: [{ text: string }] } }
  return JSON.parse(result.content[0].text)
}

test('a server continues stored queries after it was killed and restarted', async ({
  assert,
  cleanup,
}) => {
  const folder = makeTemporaryFolder()
  const settings = { DATA_DIR: join(folder, 'data') }
  mkdirSync(settings.DATA_DIR)
  await copyMadeFolder(settings.DATA_DIR)
  let server = await ServerProcess.start(settings)
  cleanup(async () => {
    await server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })
  const { output } = await ace(['accounts:create', 'researcher'], settings).ended
  const authorization = /Token [0-9a-f]{40}/.exec(output)![0]
  const args = { endpoint_id: 'courts', query: { fields: 'id', order_by: 'id' }, num_results: 30 }
  const first = await callTool(server.port, authorization, 'call_endpoint', args)

  await server.kill('SIGKILL')
  server = await ServerProcess.start(settings)
  const more = await callTool(server.port, authorization, 'get_more_results', {
    query_id: first.query_id,
    num_results: 10,
  })
  const whole = await callTool(server.port, authorization, 'call_endpoint', {
    ...args,
    num_results: 40,
  })
  assert.deepEqual([...first.results, ...more.results], whole.results)
})
