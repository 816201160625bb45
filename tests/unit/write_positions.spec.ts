/** Positions of writes, whose notifications can arrive late. */
import { test } from '@japa/runner'
import { logPosition, WritePositions } from '#app/database/replicas/write_positions'

/** Positions whose primary returns the given log positions in turn. */
async function writePositions(...found: Promise<string>[]) {
  let notify: (text: string) => void = () => {}
  const positions = new WritePositions(
    { query: async () => ({ rows: [{ position: (await found.shift()) ?? '0/0' }] }) },
    {
      listen: async (_channel: string, { onMessage, onReconnect }: any) => {
        notify = onMessage
        onReconnect()
      },
      caughtUp: async () => {},
    } as never
  )
  await positions.listen()
  await new Promise((resolve) => setImmediate(resolve))
  return { positions, notify: (text: string) => notify(text) }
}

const floor = Promise.resolve('0/1')

test.group('positions of writes', () => {
  test('a late notification of an earlier write does not replace a later position', async ({
    assert,
  }) => {
    const { positions, notify } = await writePositions(floor, Promise.resolve('0/20'))
    await positions.note('7')
    notify('7 0/10')
    assert.equal(await positions.neededBy('7'), logPosition('0/20'))
    notify('7 0/30')
    assert.equal(await positions.neededBy('7'), logPosition('0/30'))
  })

  test('of two writes at a time, the later position remains', async ({ assert }) => {
    const first = Promise.withResolvers<string>()
    const { positions } = await writePositions(floor, first.promise, Promise.resolve('0/20'))
    const noting = positions.note('7')
    await positions.note('7')
    first.resolve('0/10')
    await noting
    assert.equal(await positions.neededBy('7'), logPosition('0/20'))
  })

  test('until the position is known, no replica is far enough', async ({ assert }) => {
    const written = Promise.withResolvers<string>()
    const { positions, notify } = await writePositions(floor, written.promise)
    const noting = positions.note('7')
    notify('7 0/10')
    assert.isAbove(Number(await positions.neededBy('7')), Number(logPosition('FFFFFFFF/0')))
    written.resolve('0/20')
    await noting
    assert.equal(await positions.neededBy('7'), logPosition('0/20'))
    assert.equal(await positions.neededBy('8'), logPosition('0/1'))
  })
})
