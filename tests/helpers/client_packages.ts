/**
 * Packages of other projects that specs use as clients. They are installed in `tests/clients`,
 * apart from the packages of the server.
 */
import { existsSync } from 'node:fs'

/** Whether the packages are installed. */
export const CLIENTS = existsSync(new URL('../clients/node_modules', import.meta.url))

/** Reason for skipping specs without the packages. */
export const NO_CLIENTS = 'packages missing: run npm ci --prefix tests/clients'

/**
 * Imports a package. Its types aren't known to the type check, which must pass without it.
 *
 * @param name name in `tests/clients/package.json`, or a path in the package
 */
export async function loadClient(name: string): Promise<any> {
  // A path that TypeScript doesn't follow.
  const { load } = (await import(new URL('../clients/load.js', import.meta.url).href)) as {
    load: (name: string) => Promise<any>
  }
  return load(name)
}
