/**
 * What the framework must know of plugins before anything boots; read by adonisrc.ts.
 */
import type { MetaFileNode, PresetFn, ProviderNode } from '@adonisjs/core/types/app'
import { pluginFolders, provider } from './discover.js'

/** Where providers run: commands such as `make:plugin` boot them, too. */
const ENVIRONMENTS: ProviderNode['environment'] = ['web', 'console', 'test', 'repl']

/**
 * The preset through which the framework sees plugins: their providers, their
 * commands, and the files that a build copies.
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
      const file = provider(name)
      if (file) {
        rcFile.providers.push({ file: () => import(file.href), environment: ENVIRONMENTS })
      }
    }
    rcFile.commands.push(() => import('./plugin_commands.js'))
  }
}
