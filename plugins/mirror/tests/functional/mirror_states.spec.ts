/** What a running mirror stores about its state. */
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@japa/runner'
import { MIRROR_COLUMNS, type ShownMirror } from '../../sync/states.js'
import { fillService } from '../simulator/sample.js'
import type { Fault } from '../simulator/public_service.js'
import { endMirror, TOKEN, useMirror, type UsedMirror } from '../use_mirror.js'

test.group('states of a mirror', (group) => {
  let mirror: UsedMirror

  group.each.setup(async () => {
    mirror = await useMirror()
    fillService(mirror.service)
    return () => endMirror(mirror)
  })

  const read = async () =>
    (await mirror.query(`SELECT ${MIRROR_COLUMNS} FROM mirrors m`))[0] as ShownMirror

  /** Runs with a fault after some requests, until the mirror has a state. */
  const runUntil = async (state: ShownMirror['state'], fault: Fault) => {
    let found: ShownMirror | undefined
    const { service } = mirror
    const after = service.requests.length + 5
    service.fault = (_, count) => (count > after && !found ? fault : undefined)
    const run = mirror.run()
    while (!found) {
      const shown = await read()
      if (shown.state === state) found = shown
      else await sleep(20)
    }
    await run
    service.fault = () => undefined
    return found
  }

  test('limits and failures are states until the upstream responds', async ({ assert }) => {
    assert.equal((await read()).state, 'stopped')
    const waiting = await runUntil('waiting', { status: 429, headers: { 'retry-after': '1' } })
    assert.isNull(waiting.error)
    assert.isNotNull(waiting.copies)
    const done = await read()
    assert.deepEqual([done.state, done.copies, done.waits_until], ['stopped', null, null])
    assert.instanceOf(done.date_current, Date)
    assert.equal(Number(done.copied), done.resources.length)

    const retrying = await runUntil('retrying', { status: 502, headers: { 'retry-after': '1' } })
    assert.equal(retrying.error, 'a request failed: it returned 502')
    const { state, error, date_current: current } = await read()
    assert.deepEqual([state, error], ['stopped', null])
    assert.isAbove(current!.getTime(), done.date_current!.getTime())
  }).timeout(60_000)

  test('errors of the upstream don’t repeat the token', async ({ assert }) => {
    mirror.service.fault = () => ({ status: 403, body: `${TOKEN} is blocked` })
    await assert.rejects(
      () => mirror.upstream().list('dockets', ''),
      /returned 403: \[token\] is blocked/
    )
  })
})
