/**
 * Records which mutants the processes and threads of specs execute
 * (`npm run test:mutations`). Preloaded with NODE_OPTIONS.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, threadId } from 'node:worker_threads'

const { CURIA_TEST_COVERAGE: folder, CURIA_TEST_SPEC: spec } = process.env
const file = join(folder ?? '', `${process.pid}-${threadId}.executed.json`)
let recorded = 0

// The test process itself reports by spec (executed_mutants.ts). Its threads serve several specs.
if (folder && (spec || !isMainThread)) {
  setInterval(record, 500).unref()
  process.on('exit', record)
}

function record() {
  const { static: outside = {}, perTest = {} } = globalThis.__stryker__?.mutantCoverage ?? {}
  const ids = [outside, ...Object.values(perTest)].flatMap((counts) => Object.keys(counts))
  if (ids.length === recorded) return
  recorded = ids.length
  writeFileSync(file, JSON.stringify({ [isMainThread ? spec : 'static']: ids }))
}
