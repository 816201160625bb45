/**
 * Finds the plugins: each folder of `plugins/` that holds a `plugin` module.
 * Read by adonisrc.ts and the config files before anything boots, so it may
 * import neither models nor services.
 */
import { existsSync, readdirSync } from 'node:fs'

const ROOT = new URL('../../plugins/', import.meta.url)
const EXTENSIONS = ['.ts', '.js']

/** Names of the plugin folders, in alphabetical order. */
export function pluginFolders(): string[] {
  if (!existsSync(ROOT)) return []
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && manifest(entry.name) !== undefined)
    .map((entry) => entry.name)
    .sort()
}

/** Address of a file inside a plugin's folder. */
function pluginFile(name: string, path: string): URL {
  return new URL(`${name}/${path}`, ROOT)
}

/** URL of a plugin's manifest, typed or compiled. */
export const manifest = (name: string): URL | undefined => moduleOf(name, 'plugin')

/** URL of a plugin's service provider; undefined for a plugin without services. */
export const provider = (name: string): URL | undefined => moduleOf(name, 'provider')

function moduleOf(name: string, module: string): URL | undefined {
  return EXTENSIONS.map((extension) => pluginFile(name, module + extension)).find((url) =>
    existsSync(url)
  )
}
