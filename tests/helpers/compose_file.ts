/**
 * `compose.yaml` and `curia.service`, read as their programs read them.
 */
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
 * @param values of the variables it asks for
 * @throws Error for one without a value and a default
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

/** Command and settings of `curia.service`; systemd splits both at blanks. */
export function unitFile(): { command: string[]; environment: Record<string, string> } {
  const text = readFileSync(join(ROOT, 'curia.service'), 'utf8')
  const settings = text.matchAll(/^Environment=(\w+)=(.*)$/gm)
  return {
    command: /^ExecStart=(.*)$/m.exec(text)![1]!.split(' '),
    environment: Object.fromEntries(Array.from(settings, ([, name, value]) => [name!, value!])),
  }
}
