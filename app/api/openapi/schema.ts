/**
 * JSON Schemas as OpenAPI 3.1 takes them, and those that several places share.
 */
import type { Choice } from '../field_types.js'

export type Schema = Record<string, unknown>

/** A reference to a component. */
export function ref(kind: 'schemas' | 'parameters' | 'responses', name: string): Schema {
  return { $ref: `#/components/${kind}/${componentName(name)}` }
}

/** Name of the component of a path: they have no slashes (OpenAPI 3.1, 4.8.7). */
export function componentName(path: string): string {
  return path.replaceAll('/', '.')
}

/** Shorter lists are written where they are used. */
const MIN_SHARED = 8

/** Schemas of code lists. A long one is a component, however often it is used. */
export class CodeLists {
  /** The components. */
  readonly schemas: Record<string, Schema> = {}
  readonly #names = new Map<Choice[], string>()

  /**
   * @param choices the list, recognized by its identity
   * @param owner names the component if this is its first use
   */
  of(choices: Choice[], owner: string): Schema {
    const values = choices.map(({ value }) => value)
    if (values.length < MIN_SHARED) return { enum: values }
    const name = this.#names.get(choices) ?? `codes.${owner}`
    this.#names.set(choices, name)
    this.schemas[name] ??= { enum: values }
    return ref('schemas', name)
  }
}

/** Parameters that several lists take become components. */
export class SharedParameters {
  /** The components. */
  readonly components: Record<string, Schema> = {}
  readonly #known = new Map<string, { owner: string; uses: number }>()

  /** Notes what a list takes; all lists are noted before the first is written. */
  note(owner: string, parameters: Schema[]): void {
    for (const parameter of parameters) {
      const text = JSON.stringify(parameter)
      const known = this.#known.get(text) ?? { owner, uses: 0 }
      known.uses++
      this.#known.set(text, known)
    }
  }

  /** The parameters of a list, shared ones as references. */
  written(parameters: Schema[]): Schema[] {
    return parameters.map((parameter) => {
      const { owner, uses } = this.#known.get(JSON.stringify(parameter)) ?? { owner: '', uses: 1 }
      if (uses < 2) return parameter
      const name = `${owner}.${String(parameter.name).replace('!', '.not')}`
      this.components[name] = parameter
      return ref('parameters', name)
    })
  }
}

/** A parameter of a query string. */
export function query(
  name: string,
  description: string | undefined,
  schema: Schema = { type: 'string' }
): Schema {
  return { name, in: 'query', ...(description ? { description } : {}), schema }
}

export const SECURITY_SCHEMES: Record<string, Schema> = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Token`, a space, then the token: `Token 0123…`.',
  },
  basic: { type: 'http', scheme: 'basic' },
}

/** Any of them, or (the first) none where anonymous callers are welcome. */
export const SECURITY: Schema[] = [
  {},
  ...Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
]
