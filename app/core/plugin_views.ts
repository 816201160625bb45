/**
 * Registers each plugin's `views` folder as an Edge disk named after the plugin
 * (`case_law::docket`), and the globals of all templates: the menu, asset paths, formatters for
 * dates and cells, the maintenance notice, and whether registration is open.
 */
import { existsSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { assetPath } from '#app/web/assets'
import { Maintenance, maintenanceNotice } from '#app/maintenance/maintenance'
import { dateInWords, toMoment } from '#app/web/dates'
import { descriptionToHtml } from '#app/web/markdown'
import { labelCells, keepComponentList } from '#app/web/table_cells'
import type { SiteRegistry } from '#app/web/site_registry'
import { settings } from '#start/env'
import type { PluginDefinition } from './define_plugin.js'

export async function mountViews(
  plugins: PluginDefinition[],
  { menu }: SiteRegistry
): Promise<void> {
  const { default: edge } = await import('edge.js')
  edge.global('mainMenu', menu)
  edge.global('asset', assetPath)
  edge.global('dateInWords', dateInWords)
  edge.global('momentOf', toMoment)
  edge.global('labelCells', labelCells)
  edge.global('descriptionToHtml', descriptionToHtml)
  const maintenance = await app.container.make(Maintenance)
  edge.global('maintenanceNotice', () => maintenanceNotice(maintenance))
  edge.global('isRegistrationOpen', () => settings.registration === 'open')
  for (const { name } of plugins) {
    const folder = app.makePath('plugins', name, 'views')
    if (existsSync(folder)) edge.mount(name, folder)
  }
  if (!app.inDev) keepComponentList(edge)
}
