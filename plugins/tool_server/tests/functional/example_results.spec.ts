/**
 * The documented results of example calls equal the actual results.
 * `RECORD_EXAMPLES=1` records them.
 */
import { readFile, writeFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import type { Tool } from '#app/tools/tool_registry'
import { searchReady } from '#tests/helpers/search_indexes'
import { RESULTS_FILE } from '../../guide/shown_tools.js'
import { ToolServices } from '../../services.js'
import { call } from '../rpc.js'

/** Maximum lines and characters of a result in the documentation. */
const MAX_LINES = 60
const MAX_CHARACTERS = 4000

/** IDs of stored queries and jobs, and positions of the change feed. */
const ID = /((?:query|job)_id"?:? ["']|Job ID: |"cursor": "|since=)[^"'\n]+/g

function shown(text: string): string {
  const lines = text
    .replaceAll(/https?:\/\/(127\.0\.0\.1|localhost):\d+/g, 'http://localhost:3333')
    .split('\n')
  const cut = lines.slice(0, MAX_LINES).join('\n').slice(0, MAX_CHARACTERS)
  return cut.length < lines.join('\n').length ? `${cut}\n…` : cut
}

/** Replaces the values that vary from call to call. */
function shape(text: string): string {
  return text.replaceAll(ID, '$1').replaceAll(/\d+/g, '0')
}

test.group('tool server: example calls', (group) => {
  group.setup(searchReady)

  test('return the documented results', async ({ client, assert }) => {
    const { authorization } = await makeAccount()
    const { tools } = await app.container.make(ToolServices)
    const results: Record<string, string> = {}
    for (const { name, example, hints } of tools.values()) {
      if (!example || !hints.readOnly) continue
      const { text, isError } = await call(client, name, example, { authorization })
      assert.isFalse(isError, `${name}: ${text}`)
      results[name] = shown(text)
    }
    if (process.env.RECORD_EXAMPLES)
      await writeFile(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`)
    const recorded: Record<string, string> = JSON.parse(await readFile(RESULTS_FILE, 'utf8'))
    assert.sameMembers(Object.keys(recorded), Object.keys(results))
    for (const [name, text] of Object.entries(results))
      assert.equal(shape(recorded[name]!), shape(text), name)
  })

  test('exist for all read-only tools except those that continue a call', async ({ assert }) => {
    const { tools } = await app.container.make(ToolServices)
    const continues = ({ schema }: Tool) =>
      schema.required?.some((name) => ['query_id', 'job_id', 'fetch_id'].includes(name))
    const without = [...tools.values()].filter(
      (tool) => tool.hints.readOnly && !tool.example && !continues(tool)
    )
    assert.deepEqual(
      without.map(({ name }) => name),
      []
    )
  })
})
