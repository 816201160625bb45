import { BaseCommand } from '@adonisjs/core/ace'
import type { CommandOptions } from '@adonisjs/core/types/ace'

export default class Doctor extends BaseCommand {
  static commandName = 'doctor'
  static description =
    'Check settings, versions, disk, clock, indexes, and ports, and suggest fixes'
  static help = ['The server can keep running. The exit code is 1 if there is an error.']

  static options: CommandOptions = { startApp: true }

  async run() {
    const { settings } = await import('#start/env')
    const { diagnose } = await import('#app/web/health/diagnoses')
    const { OpenDatabase } = await import('#app/database/connection')
    const { Monitoring } = await import('#app/web/monitoring')
    const { PluginHost } = await import('#core/plugin_host')
    const { container } = this.app
    const services = {
      app: this.app,
      database: () => container.make('lucid.db'),
      openDatabase: () => container.make(OpenDatabase),
      monitoring: () => container.make(Monitoring),
      tables: async () => (await container.make(PluginHost)).recordTables,
    }
    for await (const { name, status, message, mend } of diagnose(services, settings)) {
      const line = `${name}: ${message}.${mend ? ` ${mend}` : ''}`
      if (status === 'ok') this.logger.success(line)
      else if (status === 'warning') this.logger.warning(line)
      else {
        this.logger.error(line)
        this.exitCode = 1
      }
    }
  }
}
