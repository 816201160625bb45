/**
 * Secrets that tests create or use, and the logs of processes they run. Both are
 * written to files in the run's temporary folder, where `secret_search.ts` compares
 * them after the last suite.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOGS, REGISTER } from './secret_search.js'

/** Shorter texts, such as wrong passwords of a few letters, would match by chance. */
const MIN_LENGTH = 12

const noted = new Set<string>()

/** Registers secrets of a kind ("token", "password"). */
export function noteSecrets(kind: string, values: Iterable<string | undefined>): void {
  const fresh = [...values].filter(
    (value) => value && value.length >= MIN_LENGTH && !noted.has(value)
  )
  for (const value of fresh) noted.add(value!)
  const lines = fresh.map((value) => `${JSON.stringify([kind, value])}\n`)
  if (lines.length) appendFileSync(join(records(), REGISTER), lines.join(''), { mode: 0o600 })
}

/** Values of a response's Set-Cookie headers. */
export function noteCookies(lines: readonly string[]): void {
  noteSecrets(
    'session cookie',
    lines.map((line) => /^curia_(?:session|visitor)=([^;]*)/.exec(line)?.[1])
  )
}

/** Keys in emailed links, and tokens that a page shows in a field. */
export function noteKeysIn(text: string): void {
  noteSecrets(
    'link key',
    [...text.matchAll(/https?:\/\/\S*\/([0-9A-Za-z]{40})\b/g)].map(([, key]) => key)
  )
  noteSecrets(
    'token',
    [...text.matchAll(/ value="([0-9a-f]{40})"/g)].map(([, token]) => token)
  )
}

/** Credentials in the output of a start or a command. */
export function notePrinted(output: string): void {
  noteSecrets(
    'token',
    [...output.matchAll(/Token ([0-9a-f]{40})/g)].map(([, token]) => token)
  )
  noteSecrets(
    'password',
    [...output.matchAll(/, password (\S+)$/gm)].map(([, password]) => password)
  )
}

/** Appends to a log of the run. */
export function keepLog(name: string, text: string): void {
  if (text) appendFileSync(logFile(name), text)
}

/** Adds a log file, if it exists, to the logs of the run. */
export function keepLogFile(name: string, file: string): void {
  if (existsSync(file)) keepLog(name, readFileSync(file, 'utf8'))
}

/** Path of a log of the run. */
export function logFile(name: string): string {
  const folder = join(records(), LOGS)
  mkdirSync(folder, { recursive: true })
  return join(folder, `${name}.log`)
}

function records(): string {
  const folder = process.env.CURIA_TEST_RECORDS
  if (!folder) throw new Error('CURIA_TEST_RECORDS is set by tests/helpers/environment.ts')
  mkdirSync(folder, { recursive: true })
  return folder
}
