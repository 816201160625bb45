import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'

/** The version of this server. In a build, the framework doesn't provide it. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(app.makePath('package.json'), 'utf8')) as { version: string })
    .version
}
