/** The Dockerfile, parsed like Docker does. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser, type JSONInstruction } from 'dockerfile-ast'
import { ROOT } from './server_process.js'

export const DOCKERFILE = DockerfileParser.parse(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))

/** Arguments of a command in JSON form, such as `["node", "bin/start.js"]`. */
export function parseCommandWords(instruction: JSONInstruction): string[] {
  return instruction.getJSONStrings().map((word) => JSON.parse(word.getValue()) as string)
}

/** Command of the image's health check. */
export function healthCheck(): string[] {
  const [check] = DOCKERFILE.getHEALTHCHECKs()
  return JSON.parse(/CMD\s+(\[.*\])/s.exec(check!.getRawArgumentsContent() ?? '')![1]!) as string[]
}
