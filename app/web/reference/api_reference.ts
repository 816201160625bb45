/**
 * The API reference, generated from the OpenAPI document: a page for each resource and
 * endpoint. It uses the templates of the server, so it has the same design and search, prints,
 * and needs no script.
 */
import type { Catalog } from '#api/catalog'
import { buildOpenApi } from '#api/openapi/document'
import type { Schema } from '#api/openapi/schema'
import { type FieldRow, Schemas } from './fields.js'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

interface Operation {
  /** Anchor on the page. */
  id: string
  method: string
  path: string
  title: string
  description: string
  needsAccount: boolean
  parameters: ParameterRow[]
  /** Fields of the body. */
  body: FieldRow[]
  responses: { status: string; description: string }[]
}

export interface ReferencePage {
  name: string
  description: string
  operations: Operation[]
  /** Records in responses. */
  records: { title: string; fields: FieldRow[] }[]
}

interface OpenApi extends Schema {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DocumentedOperation | undefined>>
}

interface DocumentedOperation extends Schema {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: Schema[]
  security?: Schema[]
  requestBody?: Schema
  responses: Record<string, Schema>
}

interface Described extends Schema {
  description?: string
  content?: Record<string, { schema: Schema }>
}

export class ApiReference {
  #document: OpenApi | undefined
  readonly #pages = new Map<string, ReferencePage>()

  constructor(private readonly catalog: Catalog) {}

  /** Introduction, in Markdown. */
  get introduction(): string {
    return this.#built.info.description
  }

  /** Resources and endpoints with a page, in document order. */
  get entries(): { name: string; description: string }[] {
    return this.#built.tags
  }

  /** @returns undefined if no resource or endpoint has this name */
  page(name: string): ReferencePage | undefined {
    const known = this.#pages.get(name)
    if (known) return known
    const entry = this.entries.find((each) => each.name === name)
    if (!entry) return undefined
    const page = describe(this.#built, entry)
    this.#pages.set(name, page)
    return page
  }

  get #built(): OpenApi {
    return (this.#document ??= buildOpenApi(this.catalog, {
      address: '',
      complete: true,
    }) as OpenApi)
  }
}

function describe(document: OpenApi, { name, description }: OpenApi['tags'][number]) {
  const schemas = new Schemas(document)
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      return operation?.tags.includes(name) ? [{ path, method, operation }] : []
    })
  )
  const records = found.flatMap(({ operation }) =>
    ['200', '201'].flatMap((status) =>
      recordsIn(bodyOf(operation.responses[status], schemas), schemas)
    )
  )
  return {
    name,
    description,
    operations: found.map(({ path, method, operation }) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      title: operation.summary,
      description: operation.description === description ? '' : (operation.description ?? ''),
      needsAccount: !!operation.security,
      parameters: parameterRows(operation.parameters ?? [], schemas),
      body: schemas.rows(bodyOf(operation.requestBody, schemas)),
      responses: Object.entries(operation.responses).map(([status, response]) => ({
        status,
        description: schemas.resolve<Described>(response).description ?? '',
      })),
    })),
    records: [...new Map(records.map((each) => [each.title, each])).values()],
  }
}

/** The schema of a request or response in JSON. */
function bodyOf(given: Schema | undefined, schemas: Schemas): Schema {
  if (!given) return {}
  return Object.values(schemas.resolve<Described>(given).content ?? {})[0]?.schema ?? {}
}

/** Records in a response: those of a list, those of each search type, or the response itself. */
function recordsIn(given: Schema, schemas: Schemas): { title: string; fields: FieldRow[] }[] {
  const { $ref: path } = given as { $ref?: string }
  const shape = schemas.resolve<
    Schema & {
      properties?: Record<string, Schema>
      items?: Schema
      anyOf?: Schema[]
      oneOf?: Schema[]
    }
  >(given)
  const choices = shape.oneOf ?? shape.anyOf
  if (choices) return choices.flatMap((each) => recordsIn(each, schemas))
  if (shape.items) return recordsIn(shape.items, schemas)
  const results = shape.properties?.results
  if (results) return recordsIn(results, schemas)
  if (!shape.properties) return []
  return [{ title: path?.split('/').at(-1) ?? 'Response', fields: schemas.rows(shape) }]
}

interface ParameterRow {
  name: string
  type: string
  values: string[]
  description: string
  isRequired: boolean
  /** Lookups of this field's filters: `gte`, `range`. */
  lookups: string[]
  /** Whether adding `!` to the name excludes matches. */
  canExclude: boolean
}

interface Parameter extends Schema {
  name: string
  in: string
  description?: string
  required?: boolean
  schema: Schema
}

/**
 * Groups parameters by field.
 *
 * @param given parameters of an operation, or references to them
 */
function parameterRows(given: Schema[], schemas: Schemas): ParameterRow[] {
  const all = given.map((each) => schemas.resolve<Parameter>(each))
  const names = new Set(all.map(({ name }) => name))
  const rows = new Map<string, ParameterRow>()
  for (const { name, description = '', required = false, schema } of all) {
    const plain = name.endsWith('!') && names.has(name.slice(0, -1)) ? name.slice(0, -1) : name
    const at = plain.lastIndexOf('__')
    const field = at > 0 && names.has(plain.slice(0, at)) ? plain.slice(0, at) : plain
    const row = rows.get(field) ?? {
      name: field,
      ...schemas.describeSchemaType(schema),
      description,
      isRequired: required,
      lookups: [],
      canExclude: false,
    }
    if (plain !== name) row.canExclude = true
    else if (field !== plain) row.lookups.push(plain.slice(at + 2))
    rows.set(field, row)
  }
  return [...rows.values()]
}
