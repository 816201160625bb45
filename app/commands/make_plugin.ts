import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { args, BaseCommand } from '@adonisjs/core/ace'
import { pluginTemplate } from '#core/plugin_template'

/** Creates a working plugin: a resource, its table, a factory, and a passing test. */
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
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(this.name)) {
      this.logger.error(
        `"${this.name}" is not a valid plugin name; use snake_case, for example court_calendars`
      )
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

/** Formats the files if the project's formatter is installed. */
async function formatted(content: string): Promise<string> {
  try {
    const { format, resolveConfig } = await import('prettier')
    const config = await resolveConfig('package.json')
    return await format(content, { ...config, parser: 'typescript' })
  } catch {
    return content
  }
}
