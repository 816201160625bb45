/**
 * What was made lately, by what it was made from. Hostile parameters must
 * not fill the memory: the least recently used one makes room.
 */
export class Recent<T> {
  readonly #made = new Map<string, T>()

  /** @param most kept */
  constructor(readonly most: number) {}

  /** What was made for this key before, or what `make` makes. */
  get(key: string, make: () => T): T {
    const known = this.#made.get(key)
    if (known !== undefined) this.#made.delete(key)
    else if (this.#made.size >= this.most) this.#made.delete(this.#made.keys().next().value!)
    const one = known ?? make()
    this.#made.set(key, one)
    return one
  }
}
