import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { args, BaseCommand } from '@adonisjs/core/ace'
import { pluginTemplate } from '#core/plugin_template'

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/

/** Creates a working plugin: one resource, its table, a factory, and a passing test. */
export default class MakePlugin extends BaseCommand {
  static commandName = 'make:plugin'
  static description = 'Create a plugin with a resource, a migration, a factory, and a passing test'

  @args.string({ description: 'Name in snake_case, for example court_calendars' })
  declare name: string

  @args.string({
    description: 'Name of its records in snake_case; the name of the plugin by default',
    required: false,
  })
  declare record?: string

  async run() {
    const bad = [this.name, this.record ?? this.name].find((name) => !SNAKE_CASE.test(name))
    if (bad !== undefined) {
      this.logger.error(`"${bad}" isn't a valid name; use snake_case, for example court_calendars`)
      this.exitCode = 1
      return
    }
    const folder = `plugins/${this.name}`
    if (existsSync(this.app.makePath(folder))) {
      this.logger.error(`${folder} already exists`)
      this.exitCode = 1
      return
    }
    const files = pluginTemplate(this.name, this.record)
    for (const [file, content] of Object.entries(files)) {
      const path = this.app.makePath(folder, file)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, await formatted(content))
      this.logger.action(`create ${folder}/${file}`).succeeded()
    }
    const spec = Object.keys(files).find((file) => file.endsWith('.spec.ts'))!
    const name = basename(spec, '.spec.ts')
    this.logger.info(`to run its test: npm test functional -- --files=${name}`)
  }
}

/** Formats code in the project's style, if the formatter is installed. */
async function formatted(content: string): Promise<string> {
  try {
    const { format, resolveConfig } = await import('prettier')
    const config = await resolveConfig('package.json')
    return await format(content, { ...config, parser: 'typescript' })
  } catch {
    return content
  }
}
