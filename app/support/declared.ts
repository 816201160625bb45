/** What a plugin contributes, and which plugin it is. */
export interface Declared<T> {
  plugin: string
  declaration: T
}
