/** Merges pages concurrently, each in a separate process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { ROOT } from '#tests/helpers/server_process'
import type { PageToMerge } from '../docket_sheet/from_pages/merge_page.js'

const SCRIPT = join(import.meta.dirname, 'merging_process.ts')

/** @throws Error with the output of a failed process */
export async function mergeInProcesses(
  connection: pg.ClientConfig,
  pages: PageToMerge[]
): Promise<void> {
  const merging = await Promise.all(pages.map((page) => start(connection, page)))
  for (const { begin } of merging) begin()
  await Promise.all(merging.map(({ ended }) => ended))
}

async function start(connection: pg.ClientConfig, page: PageToMerge) {
  const child = spawn(process.execPath, ['--import=./bin/read_types.js', SCRIPT], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const said = text(child.stderr)
  const ended = once(child, 'close').then(async ([code]) => {
    if (code !== 0) throw new Error(`the process ended with ${String(code)}: ${await said}`)
  })
  child.stdin.write(`${JSON.stringify({ connection, page })}\n`)
  await Promise.race([once(child.stdout, 'data'), ended])
  return { begin: () => void child.stdin.write('\n'), ended }
}
