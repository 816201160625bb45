/** Runs unchanged specs against a cluster, in a separate process that shares the database. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.js'
import { makeTemporaryFolder } from './environment.js'
import { runScript } from './server_process.js'

export interface Aimed {
  suites: string[]
  /** Suffixes of spec file names. */
  files: string[]
  /** Titles of test groups. */
  groups: string[]
  /** Settings of the test process. */
  env?: Record<string, string>
}

export interface AimedResult {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  output: string
}

/** Settings of a process whose tests send requests to the cluster. */
export function aimedAt({ settings, primary, web }: Cluster): Record<string, string> {
  return {
    ...settings,
    DATABASE_READ_URLS: '',
    TEST_DATABASE_URL: primary.url,
    CURIA_TEST_SERVER: web.url(''),
  }
}

/** Runs tests to completion. @throws Error when the process ends before it reports */
export async function runAimed(
  cluster: Cluster,
  { suites, files, groups, env = {} }: Aimed
): Promise<AimedResult> {
  const report = join(makeTemporaryFolder(), 'report.json')
  const words = [
    '--import=./bin/read_types.js',
    'bin/test.ts',
    ...suites,
    `--files=${files.join(',')}`,
    ...groups.map((group) => `--groups=${group}`),
  ]
  const { ended } = runScript(words, {
    ...aimedAt(cluster),
    CURIA_TEST_REPORT: report,
    // The new process runs all its specs, not this process's part of the run.
    CURIA_TEST_PART: '',
    ...env,
  })
  const { output } = await ended
  if (!existsSync(report)) throw new Error(output)
  return { ...JSON.parse(readFileSync(report, 'utf8')), output }
}
