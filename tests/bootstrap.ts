import { writeFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { apiClient } from '@japa/api-client'
import { authApiClient } from '@adonisjs/auth/plugins/api_client'
import { assert } from '@japa/assert'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import type { Config, NamedReporterContract } from '@japa/runner/types'
import { spec } from '@japa/runner/reporters'
import { createHttpServer } from '#app/web/http_server'
import { allowAttempts } from '#tests/helpers/accounts'
import { keepDatabaseLog } from '#tests/helpers/log_capture'
import { storedSessions, withSessions } from '#tests/helpers/session_client'
import { dropTemplate } from '#tests/helpers/scratch_database'
import { registerFixtures } from './fixtures/resources.js'

export const plugins: Config['plugins'] = [
  assert(),
  apiClient(),
  pluginAdonisJS(app),
  withSessions(),
  authApiClient(app),
  storedSessions(app),
]

/** Counts for `npm test`, which adds up its processes. */
const summary: NamedReporterContract = {
  name: 'summary',
  handler(runner, emitter) {
    const skipReasons: string[] = []
    emitter.on('test:end', (node) => {
      if (node.isSkipped) skipReasons.push(node.skipReason ?? 'no reason given')
    })
    emitter.on('runner:end', () => {
      const { aggregates } = runner.getSummary()
      const { passed, failed, skipped } = aggregates
      const file = process.env.CURIA_TEST_REPORT
      if (file) writeFileSync(file, JSON.stringify({ passed, failed, skipped, skipReasons }))
    })
  },
}

export const reporters: Config['reporters'] = {
  activated: ['spec', 'summary'],
  list: [spec(), summary],
}

/** Specs of the tree and of each plugin. */
export const suites = [
  { name: 'unit' },
  { name: 'functional' },
  { name: 'contract' },
  { name: 'system', timeout: 180_000 },
  { name: 'crash', timeout: 180_000 },
  { name: 'browser', timeout: 60_000 },
].map((suite) => ({
  timeout: 30_000,
  files: [`tests/${suite.name}/**/*.spec.ts`, `plugins/*/tests/${suite.name}/**/*.spec.ts`],
  ...suite,
}))

export const runnerHooks: Required<Pick<Config, 'setup' | 'teardown'>> = {
  setup: [() => registerFixtures(app), allowAttempts],
  teardown: [() => dropTemplate(app), () => keepDatabaseLog(app)],
}

export const configureSuite: Config['configureSuite'] = (suite) => {
  if (['functional', 'contract', 'browser'].includes(suite.name)) {
    suite.setup(() => testUtils.httpServer().start(createHttpServer))
  }
}
