/** JSON Schema helpers for OpenAPI 3.1, and shared schemas. */
import type { ValueField } from '../field_definitions.js'
import type { Choice } from '../field_types.js'

export type Schema = Record<string, unknown>

/** A reference to a component. */
export function ref(kind: 'schemas' | 'parameters' | 'responses', name: string): Schema {
  return { $ref: `#/components/${kind}/${componentName(name)}` }
}

const MAX_INT32 = 2 ** 31 - 1

/**
 * An integer with the size of its column.
 *
 * @param field undefined for IDs, which have 64 bits
 */
export function integerSchema(field?: Pick<ValueField, 'max' | 'isBigint'>): Schema {
  const isShort = field?.max !== undefined && field.max <= MAX_INT32 && !field.isBigint
  return { type: 'integer', format: isShort ? 'int32' : 'int64' }
}

/** Component name of a path; component names can't contain slashes (OpenAPI 3.1, 4.8.7). */
export function componentName(path: string): string {
  return path.replaceAll('/', '.')
}

/** Shorter lists are inlined. */
const MIN_SHARED = 8

/** Schemas of code lists. Long lists become components. */
export class CodeLists {
  /** The components. */
  readonly schemas: Record<string, Schema> = {}
  readonly #names = new Map<Choice[], string>()

  /**
   * @param choices the list, compared by identity
   * @param owner names the component on first use
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

/** Parameters that several lists share, which become components. */
export class SharedParameters {
  /** The components. */
  readonly components: Record<string, Schema> = {}
  readonly #known = new Map<string, { owner: string; uses: number }>()

  /**
   * Registers the parameters of a list. All lists must be registered before the first one is
   * written.
   */
  note(owner: string, parameters: Schema[]): void {
    for (const parameter of parameters) {
      const text = JSON.stringify(parameter)
      const known = this.#known.get(text) ?? { owner, uses: 0 }
      known.uses++
      this.#known.set(text, known)
    }
  }

  /** The parameters of a list, with references to shared ones. */
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

/** A query parameter. */
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

/** Any of the schemes or, if anonymous requests are allowed, none (the first entry). */
export const SECURITY: Schema[] = [
  {},
  ...Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
]
