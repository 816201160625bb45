/**
 * The requests of public programs and the keys they read from responses and webhooks
 * (`clients/`), below the root with the names of the public service.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { RightRegistry } from '#app/accounts/rights'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { refused, scriptRegistry } from '#plugins/fetch/tests/scripted_registry'
import { recordedPrograms, replay, unreadKeys, type RecordedProgram } from './client_requests.js'
import { clientSamples, makeOwnRecords, sampleFile } from './client_samples.js'
import { deliveredEvent } from './client_webhooks.js'

const { programs, differences } = recordedPrograms()

const MEMBERSHIP = { level: 'tier_4', payment_status: 'succeeded', termination_date: null }

async function everyRight(): Promise<TestAccount> {
  const rights = (await app.container.make(RightRegistry)).names
  return makeAccount({ rights, membership: MEMBERSHIP })
}

function declaredOf({ program }: RecordedProgram): string[] {
  return differences
    .flatMap(({ problems }) => problems)
    .filter((problem) => problem.startsWith(`${program} / `))
}

test.group('requests of public programs', (group) => {
  group.setup(searchReady)
  group.setup(async () => {
    const registry = await scriptRegistry()
    registry.session.document = registry.session.receipt = async () => {
      throw refused('not_a_pdf')
    }
    return () => registry.restore()
  })

  test('{program}')
    .with(programs)
    .run(async ({ client, assert }, program) => {
      const account = await everyRight()
      const { authorization } = account
      const samples = await clientSamples()
      await makeOwnRecords(client, account, samples)
      const problems = await replay(program, { client, authorization, samples, fileOf: sampleFile })
      for (const { event, headers, reads } of program.webhooks ?? []) {
        const received = await deliveredEvent(client, (await everyRight()).authorization, event)
        const body = JSON.parse(received.body)
        assert.equal(body.webhook.event_type, event)
        for (const name of headers) assert.isString(received.headers[name], name)
        const found = unreadKeys(body, reads)
        problems.push(...found.map((problem) => `${program.program} / event ${event}: ${problem}`))
      }
      assert.deepEqual(problems.sort(), declaredOf(program).sort())
    })

  test('every difference is of a recorded program and listed once', ({ assert }) => {
    const listed = differences.flatMap(({ problems }) => problems)
    const known = programs.flatMap((program) => declaredOf(program))
    assert.deepEqual(listed.sort(), known.sort())
    assert.lengthOf(new Set(listed), listed.length)
    for (const { reason } of differences) assert.isNotEmpty(reason)
  })

  test('a key that is missing or of another type is a problem', ({ assert }) => {
    const body = {
      results: [
        { id: 1, docs: [] },
        { id: null, docs: [{ name: 'a' }] },
      ],
      empty: [],
    }
    for (const [path, type, problem] of [
      ['results[].id', 'integer?', undefined],
      ['results[].id', 'integer', 'results[].id is null instead of integer'],
      ['results[].docs[].name', 'string', undefined],
      ['results[].docs[].name', 'integer', 'results[].docs[].name is string instead of integer'],
      ['results[].name', 'string', 'results[].name is missing'],
      ['results.id', 'string', 'results.id is missing'],
      ['empty[].id', 'integer', 'empty[] is empty'],
      ['results[].id[]', 'integer', "results[].id[] isn't a list"],
    ] as const)
      assert.deepEqual(unreadKeys(body, { [path]: type }), problem ? [problem] : [])
  })
})
