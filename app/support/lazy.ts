import { createRequire } from 'node:module'

/** A module that is imported when it is needed. */
export type LazyDefault<T> = () => Promise<{ default: T }>

/** Lazy modules with one declaration each, or several. */
export type LazyList<T> = LazyDefault<T | T[]>[]

/** What a plugin contributes, and which plugin it is. */
export interface Declared<T> {
  plugin: string
  declaration: T
}

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
