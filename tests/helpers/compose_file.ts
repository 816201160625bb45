/** `compose.yaml` and `curia.service`, parsed like Docker Compose and systemd do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from './server_process.js'

export interface ComposeService {
  command?: string[]
  environment?: Record<string, string>
  healthcheck?: { test?: string[] }
}

/**
 * Services of `compose.yaml`.
 *
 * @param values of the variables in the file
 * @throws Error for a variable without a value or default
 */
export function composeServices(values: Record<string, string>): Record<string, ComposeService> {
  const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8').replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest: string) => {
      if (name in values) return values[name]!
      if (kind === '-') return rest
      throw new Error(`compose.yaml: ${name} has no value`)
    }
  )
  return (parse(text, { merge: true }) as { services: Record<string, ComposeService> }).services
}

/** Command and settings of `curia.service`. systemd splits both at spaces. */
export function unitFile(): { command: string[]; environment: Record<string, string> } {
  const text = readFileSync(join(ROOT, 'curia.service'), 'utf8')
  const settings = text.matchAll(/^Environment=(\w+)=(.*)$/gm)
  return {
    command: /^ExecStart=(.*)$/m.exec(text)![1]!.split(' '),
    environment: Object.fromEntries(Array.from(settings, ([, name, value]) => [name!, value!])),
  }
}
