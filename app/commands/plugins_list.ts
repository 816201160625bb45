import { BaseCommand, flags } from '@adonisjs/core/ace'
import { loadHost } from '#core/plugin_loader'

/** Lists the plugins in the order of their dependencies. */
export default class PluginsList extends BaseCommand {
  static commandName = 'plugins:list'
  static description = 'List the plugins with their dependencies and contributions'

  @flags.boolean({ description: 'Print JSON' })
  declare json: boolean

  async run() {
    const host = await loadHost()
    const rows = host.plugins.map(({ name, requires = [], description }) => {
      const resources = host.resources.all().filter(({ plugin }) => plugin === name)
      return {
        name,
        description,
        requires,
        resources: resources.map(({ path }) => path),
        routes: resources.flatMap(({ versions, path }) =>
          versions.flatMap((version) => [
            `/api/rest/${version}/${path}/`,
            `/api/rest/${version}/${path}/:id/`,
          ])
        ),
      }
    })
    if (this.json) {
      this.logger.log(JSON.stringify(rows, null, 2))
      return
    }
    const table = this.ui.table()
    table.head(['Plugin', 'Requires', 'Resources', 'Routes'])
    for (const { name, requires, resources, routes } of rows) {
      table.row([
        name,
        requires.join('\n') || '–',
        resources.join('\n') || '–',
        routes.join('\n') || '–',
      ])
    }
    table.render()
  }
}
