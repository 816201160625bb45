import { createRequire } from 'node:module'

/** A module that is imported on first use. */
export type LazyDefault<T> = () => Promise<{ default: T }>

/** Lazy modules, each with one or several declarations. */
export type LazyList<T> = LazyDefault<T | T[]>[]

/** A contribution with the plugin that declares it. */
export interface Declared<T> {
  plugin: string
  declaration: T
}

const require = createRequire(import.meta.url)

/**
 * Loads a package on first use.
 *
 * @param name the import specifier
 * @returns a function that returns the package's exports
 */
export function lazyPackage<T>(name: string): () => T {
  return () => require(name) as T
}
