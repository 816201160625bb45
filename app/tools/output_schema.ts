/**
 * Schemas of tool results, derived from the resources and search types whose records a tool
 * returns. They describe types only: a record has the fields that a call selects, so none is
 * required, and formats and codes would reject values that the API returns.
 */
import type { Catalog } from '#api/catalog'
import type { Choice } from '#api/field_types'
import { recordSchema } from '#api/openapi/record_schema'
import { CodeLists, type Schema } from '#api/openapi/schema'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import { resultSchema } from '#app/search/results/result_schema'
import type { JsonSchema, OutputSchema } from './define_tool.js'

/**
 * The schema of a record of any of some resources.
 *
 * @param resources all resources of the catalog
 * @param names fields to include; all by default
 */
export function recordOutput(
  resources: ResourceRegistry,
  included: readonly Resource[],
  names?: readonly string[]
): OutputSchema {
  const sources = { codes: new InlineCodes(), resources }
  return mergeSchemas(
    included.map((resource) => recordSchema(resource, sources)),
    names
  )
}

/** The schema of a result of any search type. */
export function searchResultOutput({
  searchTypes,
  searchIndexes,
}: Pick<Catalog, 'searchTypes' | 'searchIndexes'>): OutputSchema {
  const indexes = new Map(searchIndexes.map((index) => [index.name, index]))
  return mergeSchemas(
    searchTypes.flatMap((type) => [
      resultSchema(type, indexes.get(type.index)!),
      {
        properties: Object.fromEntries(
          Object.entries(type.derived ?? {}).map(([name, { schema }]) => [name, schema])
        ),
      },
    ])
  )
}

/** The schema of the response of an endpoint. */
export function endpointOutput(path: string, { endpoints }: Catalog): OutputSchema {
  return endpoints.find((endpoint) => endpoint.path === path)!.answer as OutputSchema
}

/** The schema of an object that any of some schemas describes. */
export function mergeSchemas(schemas: readonly Schema[], names?: readonly string[]): OutputSchema {
  const found = new Map<string, ValueTypes>()
  for (const schema of schemas) {
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Schemas)) {
      if (names && !names.includes(name)) continue
      const types = found.get(name) ?? new ValueTypes()
      found.set(name, types.add(property))
    }
  }
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    type: 'object',
    properties: Object.fromEntries(sorted.map(([name, types]) => [name, types.schema])),
  }
}

type Schemas = Record<string, Schema>

/** Code lists without references, so that each reference is to a record. */
class InlineCodes extends CodeLists {
  override of(choices: Choice[]): Schema {
    return { enum: choices.map(({ value }) => value) }
  }
}

/** The JSON types of a value, and those of its items. */
class ValueTypes {
  readonly #types = new Set<string>()
  #items: ValueTypes | undefined

  /** Adds the types that a schema allows. */
  add(schema: Schema): this {
    const { type, items, anyOf, enum: values, const: value } = schema
    const named = [type ?? []].flat() as string[]
    for (const each of named) this.#types.add(each)
    for (const each of (anyOf ?? []) as Schema[]) this.add(each)
    for (const each of [...((values ?? []) as unknown[]), ...(value === undefined ? [] : [value])])
      this.#types.add(typeOf(each))
    if (schema.$ref !== undefined) this.#types.add('object')
    if (items) (this.#items ??= new ValueTypes()).add(items as Schema)
    if (!named.length && !anyOf && !values && value === undefined && schema.$ref === undefined)
      for (const each of ALL_TYPES) this.#types.add(each)
    return this
  }

  get schema(): JsonSchema {
    if (ALL_TYPES.every((type) => this.#types.has(type))) return {}
    const types = [...this.#types].filter(
      (type) => type !== 'integer' || !this.#types.has('number')
    )
    const items = this.#items?.schema ?? {}
    return {
      type: types.length > 1 ? types : types[0],
      ...(Object.keys(items).length ? { items } : {}),
    }
  }
}

const ALL_TYPES = ['string', 'number', 'boolean', 'array', 'object', 'null']

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
