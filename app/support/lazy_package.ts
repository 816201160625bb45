/**
 * Packages that a start does not need: each is loaded when it is first used.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Loads a package when it is asked for the first time.
 *
 * @param name as an import has it
 * @returns gives what the package exports
 */
export function lazyPackage<T>(name: string): () => T {
  return () => require(name) as T
}
