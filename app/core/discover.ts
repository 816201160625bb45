/**
 * Finds the plugins: each folder of `plugins/` with a `plugin` module. It runs
 * before the application boots, so it can't import models or services.
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

/** URL of a file in a plugin's folder. */
function pluginFile(name: string, path: string): URL {
  return new URL(`${name}/${path}`, ROOT)
}

/** URL of a plugin's manifest, in TypeScript or compiled. */
export const manifest = (name: string): URL | undefined => moduleOf(name, 'plugin')

/** URL of a plugin's service provider; undefined for a plugin without services. */
export const provider = (name: string): URL | undefined => moduleOf(name, 'provider')

function moduleOf(name: string, module: string): URL | undefined {
  return EXTENSIONS.map((extension) => pluginFile(name, module + extension)).find((url) =>
    existsSync(url)
  )
}
