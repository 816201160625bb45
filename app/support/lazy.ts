/** A module that is imported when it is needed. */
export type LazyDefault<T> = () => Promise<{ default: T }>

/** Lazy modules with one declaration each, or several. */
export type LazyList<T> = LazyDefault<T | T[]>[]
