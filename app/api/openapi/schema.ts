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

/**
 * Schemas of code lists. All lists become components: generators name inlined lists after their
 * parameter, and the names of `status` and `status!` would be equal.
 */
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
    const name = this.#names.get(choices) ?? `codes.${owner}`
    this.#names.set(choices, name)
    const type = values.every((value) => typeof value === 'string') ? 'string' : 'integer'
    this.schemas[name] ??= { type, enum: values }
    return ref('schemas', name)
  }
}

/** Parameters that several lists share, which become components. */
export class SharedParameters {
  /** The components. */
  readonly components: Record<string, Schema> = {}
  readonly #known = new Map<string, { owner: string; uses: number; name?: string }>()
  readonly #taken = new Set<string>()

  /** @param reserved names of other components */
  constructor(reserved: string[]) {
    for (const name of reserved) this.#taken.add(identifier(name))
  }

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
      const known = this.#known.get(JSON.stringify(parameter))
      if (!known || known.uses < 2) return parameter
      known.name ??= this.#add(parameter, known.owner)
      return ref('parameters', known.name)
    })
  }

  /** Short if possible, because references are most of a document. */
  #add(parameter: Schema, owner: string): string {
    const short = String(parameter.name).replace('!', '.not')
    const long = `${owner}.${short}`
    const name = [short, long, `${long}.filter`].find((each) => !this.#taken.has(identifier(each)))!
    this.#taken.add(identifier(name))
    this.components[name] = parameter
    return name
  }
}

/** Generators name types after components, in camel case and without punctuation. */
function identifier(name: string): string {
  return name.replace(/[\W_]/g, '').toLowerCase()
}

/** A query parameter. */
export function query(
  name: string,
  description: string | undefined,
  schema: Schema = { type: 'string' }
): Schema {
  return { name, in: 'query', ...(description ? { description } : {}), schema }
}
