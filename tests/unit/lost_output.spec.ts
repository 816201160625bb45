import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from '@japa/runner'
import { ROOT } from '#tests/helpers/server_process'

const WRITES = `
  const { createIgnitor } = await import('./bin/ignite.ts')
  createIgnitor()
  setInterval(() => process.stdout.write('a line that nothing reads'), 10)
  setTimeout(() => process.exit(7), 500)`

test.group('closed output', () => {
  test('does not stop the process', async ({ assert }) => {
    const child = spawn(
      process.execPath,
      ['--import=./bin/read_types.js', '--input-type=module', '-e', WRITES],
      { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] }
    )
    child.stdout.destroy()
    child.stderr.destroy()
    const [code] = await once(child, 'exit')
    assert.equal(code, 7)
  })
})
