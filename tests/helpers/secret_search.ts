/**
 * Looks for registered secrets in the logs of a run. Imports nothing of the
 * project: the runner loads it as it is.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of the folder of a run: JSON lines `[kind, value]`. */
export const REGISTER = 'secrets.jsonl'
/** Of the folder of a run: the folder of the logs. */
export const LOGS = 'logs'

export interface Leak {
  kind: string
  log: string
  /** Counted from 1. */
  line: number
  /** The start of the line, the secret itself crossed out. */
  text: string
}

export interface SearchResult {
  secrets: number
  logs: number
  leaks: Leak[]
}

/**
 * Searches all logs below a folder for all registered secrets, as they are
 * and in the forms JSON, addresses and HTTP Basic give them.
 */
export function searchLogs(folder: string): SearchResult {
  const secrets = readRegister(join(folder, REGISTER))
  const names = existsSync(join(folder, LOGS)) ? readdirSync(join(folder, LOGS)) : []
  const leaks = names.flatMap((name) => {
    const text = readFileSync(join(folder, LOGS, name), 'utf8')
    return secrets.flatMap(([kind, value]) => {
      const form = formsOf(value).find((one) => text.includes(one))
      return form ? [leakIn(text, form, { kind, log: name })] : []
    })
  })
  return { secrets: secrets.length, logs: names.length, leaks }
}

/** Lines for people about what was found. */
export function describeLeak({ kind, log, line, text }: Leak): string {
  return `a ${kind} is in the log ${log}, line ${line}: ${text}`
}

function readRegister(file: string): [kind: string, value: string][] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const entries = lines.map((line) => JSON.parse(line) as [string, string])
  return [...new Map(entries.map((entry) => [entry[1], entry])).values()]
}

function formsOf(value: string): string[] {
  return [
    ...new Set([
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      new URLSearchParams({ value }).toString().slice('value='.length),
      safelyDecoded(value),
    ]),
  ]
}

/** A cookie as the server reads it. */
function safelyDecoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function leakIn(text: string, secret: string, found: { kind: string; log: string }): Leak {
  const at = text.indexOf(secret)
  const from = text.lastIndexOf('\n', at) + 1
  const end = text.indexOf('\n', at)
  const line = text.slice(from, end < 0 ? undefined : end).replaceAll(secret, '[secret]')
  return { ...found, line: text.slice(0, from).split('\n').length, text: line.slice(0, 300) }
}
