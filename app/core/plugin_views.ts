/**
 * Templates of plugins: the folder `views` of a plugin is the disk of its
 * name, `case_law::docket`. All templates see the menu at the top of pages,
 * paths of assets, dates and times in words, names of cells, descriptions as
 * HTML, and the notice of maintenance.
 */
import { existsSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { assetPath } from '#app/web/assets'
import { Maintenance } from '#app/maintenance/maintenance'
import { maintenanceNotice } from '#app/web/maintenance_notice'
import { dateInWords, momentOf } from '#app/web/dates'
import { descriptionToHtml } from '#app/web/markdown'
import { labelCells, keepComponentList } from '#app/web/table_cells'
import type { SiteRegistry } from '#app/web/site_registry'
import type { PluginDefinition } from './define_plugin.js'

export async function mountViews(
  plugins: PluginDefinition[],
  { menu }: SiteRegistry
): Promise<void> {
  const { default: edge } = await import('edge.js')
  edge.global('mainMenu', menu)
  edge.global('asset', assetPath)
  edge.global('dateInWords', dateInWords)
  edge.global('momentOf', momentOf)
  edge.global('labelCells', labelCells)
  edge.global('descriptionToHtml', descriptionToHtml)
  const maintenance = await app.container.make(Maintenance)
  edge.global('maintenanceNotice', () => maintenanceNotice(maintenance))
  for (const { name } of plugins) {
    const folder = app.makePath('plugins', name, 'views')
    if (existsSync(folder)) edge.mount(name, folder)
  }
  if (!app.inDev) keepComponentList(edge)
}
