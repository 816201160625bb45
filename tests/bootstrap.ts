import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { apiClient } from '@japa/api-client'
import { authApiClient } from '@adonisjs/auth/plugins/api_client'
import { assert } from '@japa/assert'
import edge from 'edge.js'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import type { Emitter } from '@japa/runner/core'
import type { Config, NamedReporterContract } from '@japa/runner/types'
import { spec } from '@japa/runner/reporters'
import { createHttpServer } from '#app/web/http_server'
import { allowAttempts } from '#tests/helpers/accounts'
import { cheapPasswords } from '#tests/helpers/cheap_passwords'
import { defaultCaller } from '#tests/helpers/default_caller'
import { AIMED_AT } from '#tests/helpers/environment'
import { leaveOutLong } from '#tests/helpers/long_tests'
import { keepDatabaseLog } from '#tests/helpers/log_capture'
import { storedSessions, withSessions } from '#tests/helpers/session_client'
import { usedCpuSeconds } from '#tests/helpers/process_use'
import { reportSkippedRows } from '#tests/helpers/skipped_rows'
import { dropTemplates } from '#tests/helpers/scratch_database'
import { countBySpec, executedMutants } from './mutations/executed_mutants.js'
import { registerFixtures } from './fixtures/resources.js'

export const plugins: Config['plugins'] = [
  assert(),
  apiClient(),
  pluginAdonisJS(app),
  defaultCaller(),
  withSessions(),
  authApiClient(app),
  storedSessions(app),
  reportSkippedRows(),
]

/**
 * Report that `npm test` adds up over its processes: counts, failures by name,
 * milliseconds per file.
 */
const summary: NamedReporterContract = {
  name: 'summary',
  handler(runner, emitter) {
    const skipReasons: string[] = []
    const files: Record<string, number> = {}
    const failedFiles = new Set<string>()
    const isDryRun = Boolean(process.env.CURIA_TEST_COVERAGE)
    if (isDryRun) countBySpec(emitter)
    const cpu = process.env.CURIA_TEST_TIMES ? measureCpu(emitter) : undefined
    emitter.on('test:end', (node) => {
      if (node.isSkipped) skipReasons.push(node.skipReason ?? 'no reason given')
      const file = relative(app.makePath(), node.meta.fileName)
      files[file] = (files[file] ?? 0) + node.duration
      if (node.hasError) failedFiles.add(file)
    })
    emitter.on('group:end', ({ hasError, meta }) => {
      if (hasError) failedFiles.add(relative(app.makePath(), meta.fileName))
    })
    emitter.on('runner:end', () => {
      const { aggregates, failureTree } = runner.getSummary()
      const { passed, failed, skipped } = aggregates
      const failures = describeFailures(failureTree)
      const report = process.env.CURIA_TEST_REPORT
      if (report)
        writeFileSync(
          report,
          JSON.stringify({
            ...{ passed, failed, skipped, skipReasons, failures, files },
            failedFiles: [...failedFiles],
            ...(isDryRun ? { executed: executedMutants() } : {}),
            cpu: cpu?.(),
          })
        )
    })
  },
}

/**
 * Attributes CPU time to the spec whose groups and tests run, and the time before the first
 * one to the start.
 *
 * @returns a function that returns CPU seconds by spec
 */
function measureCpu(emitter: Emitter): () => Record<string, number> {
  const seconds: Record<string, number> = {}
  let [running, counted] = ['(start)', 0]
  const count = () => {
    const now = usedCpuSeconds(process.pid) ?? 0
    // Killed processes can take the figures of their children with them.
    seconds[running] = (seconds[running] ?? 0) + Math.max(0, now - counted)
    counted = now
  }
  const enter = ({ meta }: { meta: { fileName?: string } }) => {
    const file = meta.fileName && relative(app.makePath(), meta.fileName)
    if (!file || file === running) return
    count()
    running = file
  }
  emitter.on('group:start', enter)
  emitter.on('test:start', enter)
  return () => {
    count()
    return seconds
  }
}

interface Failed {
  name?: string
  title?: string
  errors: { phase: string; error: Error }[]
  children?: Failed[]
}

/**
 * A line for each failed test, and for each failed group or suite hook, which
 * doesn't count as a test.
 */
function describeFailures(nodes: Failed[], of = ''): string[] {
  return nodes.flatMap(({ name, title = name, errors, children = [] }) => [
    ...errors.map(({ phase, error }) => `${of}${title} (${phase}): ${firstLine(error)}`),
    ...describeFailures(children, `${of}${title} / `),
  ])
}

const firstLine = (error: Error) =>
  String(error?.message ?? error)
    .split('\n')[0]
    .slice(0, 300)

export const reporters: Config['reporters'] = {
  activated: ['spec', 'summary'],
  list: [spec(), summary],
}

/** Specs that this process runs, if not its whole suite (bin/run_tests.js). */
const part = process.env.CURIA_TEST_PART

export const suites = [
  { name: 'unit' },
  { name: 'functional' },
  { name: 'contract' },
  { name: 'system', timeout: 1_200_000 },
  { name: 'crash', timeout: 1_200_000 },
  { name: 'browser', timeout: 300_000 },
].map((suite) => ({
  // Only ends hanging tests: on a busy machine, anything may take ten times as long.
  timeout: 300_000,
  files: (part ? [part] : [`tests/${suite.name}/**/*`, `plugins/*/tests/${suite.name}/**/*`]).map(
    (specs) => `${specs}.spec.ts`
  ),
  ...suite,
}))

export const runnerHooks: Required<Pick<Config, 'setup' | 'teardown'>> = {
  // Templates are compiled once, like in production.
  setup: [
    // Only a server inside the test process has fixtures.
    () => (AIMED_AT ? undefined : registerFixtures(app)),
    allowAttempts,
    () => cheapPasswords(app),
    () => void edge.configure({ cache: true }),
  ],
  teardown: [() => dropTemplates(app), () => keepDatabaseLog(app)],
}

export const configureSuite: Config['configureSuite'] = (suite) => {
  leaveOutLong(suite)
  if (!AIMED_AT && ['functional', 'contract', 'browser'].includes(suite.name)) {
    suite.setup(() => testUtils.httpServer().start(createHttpServer))
  }
}
