import type { MetaFileNode, PresetFn, ProviderNode } from '@adonisjs/core/types/app'
import { pluginFolders, provider } from './discover.js'

/** Commands such as `make:plugin` also boot the providers. */
const ENVIRONMENTS: ProviderNode['environment'] = ['web', 'console', 'test', 'repl']

/**
 * The preset that adds plugins to `adonisrc.ts`: their providers, their
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
