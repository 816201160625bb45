/**
 * What the framework must know of plugins before anything boots; read by adonisrc.ts.
 */
import type { MetaFileNode, PresetFn } from '@adonisjs/core/types/app'
import { pluginFolders } from './discover.js'

/**
 * The preset that makes the framework see what plugins bring beside code:
 * views and other files that a build must copy, and their test suites.
 */
export function plugins(): PresetFn {
  return ({ rcFile }) => {
    for (const name of pluginFolders()) {
      const files = [
        `plugins/${name}/views/**/*.edge`,
        `plugins/${name}/data/**/*`,
        `plugins/${name}/docs/**/*`,
      ]
      rcFile.metaFiles = [
        ...(rcFile.metaFiles as MetaFileNode[]),
        ...files.map((pattern) => ({ pattern, reloadServer: false })),
      ]
    }
    rcFile.commands.push(() => import('./plugin_commands.js'))
  }
}
