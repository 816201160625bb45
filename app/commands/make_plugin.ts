import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { args, BaseCommand } from '@adonisjs/core/ace'
import { pluginTemplate } from '#core/plugin_template'

/** Writes a plugin that works: one resource, its table, a factory and a test that passes. */
export default class MakePlugin extends BaseCommand {
  static commandName = 'make:plugin'
  static description = 'Make a plugin with a resource, a migration, a factory and a passing test'

  @args.string({ description: 'Name in snake_case, for example court_calendars' })
  declare name: string

  async run() {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(this.name)) {
      this.logger.error(
        `"${this.name}" is no plugin name; use snake_case, for example court_calendars`
      )
      this.exitCode = 1
      return
    }
    const folder = `plugins/${this.name}`
    if (existsSync(this.app.makePath(folder))) {
      this.logger.error(`${folder} exists already`)
      this.exitCode = 1
      return
    }
    for (const [file, content] of Object.entries(pluginTemplate(this.name))) {
      const path = this.app.makePath(folder, file)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, await formatted(content))
      this.logger.action(`create ${folder}/${file}`).succeeded()
    }
    this.logger.info(`npm test functional -- --files=${this.name} runs its test`)
  }
}

/** In the project's own style, where its formatter is installed. */
async function formatted(content: string): Promise<string> {
  try {
    const { format, resolveConfig } = await import('prettier')
    const config = await resolveConfig('package.json')
    return await format(content, { ...config, parser: 'typescript' })
  } catch {
    return content
  }
}
