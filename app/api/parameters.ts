/** The parameters of a list or record request: controls known to all resources, and filters. */
import { Selection } from './select/selection.js'
import type { Version } from './version.js'

/** Controls of every list (contract, list behavior 6). */
export const CONTROLS = [
  'page',
  'page_size',
  'cursor',
  'order_by',
  'format',
  'fields',
  'omit',
  'count',
  'expand',
  'include',
] as const
export type Control = (typeof CONTROLS)[number]

/** Controls that request more than the default fields. */
export const ASKING = ['expand', 'include'] as const satisfies Control[]
export type Asking = (typeof ASKING)[number]

/** Maximum number of names in `expand` or `include`. */
const MAX_ASKED = 20

export class Parameters {
  readonly #all: URLSearchParams
  #pairs: EncodedPair[] | undefined
  readonly filters = new Map<string, string[]>()
  readonly #controls = new Map<string, string>()

  /** @param search the query string with or without its question mark */
  constructor(search: string, version: Version) {
    this.#all = new URLSearchParams(search)
    for (const [name, value] of this.#all) {
      if ((CONTROLS as readonly string[]).includes(name)) {
        this.#controls.set(name, value)
      } else if (version === 'v3' && name === 'fields!') {
        // The v3 syntax for excluding fields (specification, Common list behavior).
        this.#controls.set('omit', [this.#controls.get('omit'), value].filter(Boolean).join(','))
      } else {
        const values = this.filters.get(name)
        if (values) values.push(value)
        else this.filters.set(name, [value])
      }
    }
  }

  /** The value of a control as written. If it is repeated, the last one applies. */
  get(name: Control): string | undefined {
    return this.#controls.get(name)
  }

  selection(): Selection {
    return Selection.parse(
      this.get('fields'),
      this.get('omit'),
      this.asked('expand'),
      this.asked('include')
    )
  }

  /** Names in `expand` or `include`. */
  asked(control: Asking): string[] {
    const names = (this.get(control) ?? '').split(',').map((name) => name.trim())
    return [...new Set(names.filter(Boolean))].slice(0, MAX_ASKED)
  }

  /**
   * Sets or (undefined) removes controls.
   *
   * @returns the query string with a question mark, sorted by name; empty without parameters
   */
  with(changes: Partial<Record<Control, string | undefined>>): string {
    this.#pairs ??= [...this.#all].map(([name, value]) => encodedPair(name, value))
    const changed = Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => encodedPair(name, value!))
    const pairs = this.#pairs.filter(({ name }) => !(name in changes)).concat(changed)
    if (!pairs.length) return ''
    pairs.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    return `?${pairs.map(({ text }) => text).join('&')}`
  }
}

interface EncodedPair {
  name: string
  text: string
}

function encodedPair(name: string, value: string): EncodedPair {
  return { name, text: `${encoded(name)}=${encoded(value)}` }
}

/** Encodes a space as a plus sign, as browsers do in forms. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}
