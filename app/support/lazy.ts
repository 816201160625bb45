/** A module that is imported when it is needed. */
export type LazyDefault<T> = () => Promise<{ default: T }>

/** Lazy modules with one declaration each, or several. */
export type LazyList<T> = LazyDefault<T | T[]>[]

/** What a plugin contributes, and which plugin it is. */
export interface Declared<T> {
  plugin: string
  declaration: T
}
