/**
 * Searches the logs of a run for registered secrets. Imports nothing from the
 * project, because the test runner loads it uncompiled.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the run's folder: JSON lines `[kind, value]`. */
export const REGISTER = 'secrets.jsonl'
/** In the run's folder: the folder of logs. */
export const LOGS = 'logs'

export interface Leak {
  kind: string
  log: string
  /** Starts at 1. */
  line: number
  /** The start of the line, with the secret redacted. */
  text: string
}

export interface SearchResult {
  secrets: number
  logs: number
  leaks: Leak[]
}

/**
 * Searches all logs in a folder for all registered secrets, plain and as encoded in
 * JSON, URLs, and HTTP Basic authentication.
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

/** A readable line for each match. */
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

/** A cookie value as decoded by the server. */
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
