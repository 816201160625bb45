import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'

/** Version of this server; the framework knows none in a build. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(app.makePath('package.json'), 'utf8')) as { version: string })
    .version
}
