/** Records which mutants each spec executes (`npm run test:mutations`). */
import { relative } from 'node:path'
import type { Emitter } from '@japa/runner/core'

interface Instrumented {
  currentTestId?: string
  mutantCoverage?: Record<'static', object> & { perTest: Record<string, object> }
}

const instrumented = (): Instrumented =>
  ((globalThis as { __stryker__?: Instrumented }).__stryker__ ??= {})

/** Attributes executed mutants to the spec whose groups and tests run. */
export function countBySpec(emitter: Emitter): void {
  const enter = ({ meta }: { meta: { fileName?: string } }) => {
    if (!meta.fileName) return
    const spec = relative(process.cwd(), meta.fileName)
    instrumented().currentTestId = spec
    // For the processes that it starts (record_processes.js).
    process.env.CURIA_TEST_SPEC = spec
  }
  emitter.on('group:start', enter)
  emitter.on('test:start', enter)
  emitter.on('suite:end', () => (instrumented().currentTestId = undefined))
}

/** IDs by spec. `static` contains those executed outside all specs. */
export function executedMutants(): Record<string, string[]> {
  const { static: outside = {}, perTest = {} } = instrumented().mutantCoverage ?? {}
  const counts = Object.entries({ static: outside, ...perTest })
  return Object.fromEntries(counts.map(([spec, ids]) => [spec, Object.keys(ids)]))
}
