/** Text recognition downloads nothing. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { makeTemporaryFolder } from '#tests/helpers/environment'
import { runScript } from '#tests/helpers/server_process'
import { makePdf, renderScan } from '../make_pdf.js'

/** Loaded first in every thread; network access ends the process. */
const NO_NETWORK = `
  const refuse = () => { process._rawDebug('ASKED THE NETWORK'); process.exit(3) }
  require('node:net').Socket.prototype.connect = refuse
  require('node:dns').lookup = refuse
  globalThis.fetch = refuse`

test.group('text recognition', () => {
  for (const [title, extra, printed] of [
    ['works without a network', '', 'The offline page'],
    // Verifies that the guard detects network access.
    ['exits on network access', '; fetch("http://127.0.0.1/")', 'ASKED THE NETWORK'],
  ] as const) {
    test(title, async ({ assert }) => {
      const folder = makeTemporaryFolder()
      const [guard, file] = [join(folder, 'guard.cjs'), join(folder, 'scan.pdf')]
      writeFileSync(guard, NO_NETWORK + extra)
      writeFileSync(
        file,
        await makePdf([{ scan: await renderScan({ lines: ['The offline page'] }) }])
      )
      const script = 'plugins/federal_records/tests/recognize_once.ts'
      const words = [`--require=${guard}`, '--import=./bin/read_types.js', script, file]
      const { output } = await runScript(words, { DATA_DIR: folder }).ended
      assert.include(output, printed)
    })
  }
})
