/**
 * Templates of plugins: the folder `views` of a plugin is the disk of its
 * name, `case_law::docket`. The menu at the top of all pages is theirs, too,
 * and so are the assets.
 */
import { existsSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { assetPath } from '#app/web/assets'
import { MAIN_MENU } from '#app/web/main_menu'
import type { PluginDefinition } from './define_plugin.js'

export async function mountViews(plugins: PluginDefinition[]): Promise<void> {
  const { default: edge } = await import('edge.js')
  edge.global('mainMenu', MAIN_MENU)
  edge.global('asset', assetPath)
  for (const { name } of plugins) {
    const folder = app.makePath('plugins', name, 'views')
    if (existsSync(folder)) edge.mount(name, folder)
  }
}
