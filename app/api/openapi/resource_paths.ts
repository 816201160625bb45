/** The operations of a resource. */
import { namesWithChoices } from '../choices.js'
import type { Resource } from '../resource.js'
import type { WriteKind } from '../writes/validate.js'
import {
  controls,
  keyParameter,
  offered,
  pageSizeParameter,
  parentParameter,
} from './control_parameters.js'
import { hasMoreFilters } from './filter_parameters.js'
import { errors } from './responses.js'
import { ref, type Schema } from './schema.js'
import type { Security } from './security.js'

/** Schema name of a write method. */
export function bodyName({ path }: Resource, method: WriteKind): string {
  return `${path}.${method}`
}

const neighbor = { type: ['string', 'null'], format: 'uri' }

/** Schemas of responses that are the same for all resources. */
export const COMMON_SCHEMAS: Record<string, Schema> = {
  page: {
    type: 'object',
    // The only member of a response to `count=on`.
    required: ['count'],
    properties: {
      count: {
        type: ['string', 'integer'],
        description: 'URL that returns the total, or the total itself with `count=on`.',
      },
      next: neighbor,
      previous: neighbor,
    },
  },
  choices: {
    type: 'object',
    required: ['field', 'help_text', 'choices'],
    properties: {
      field: { type: 'string' },
      help_text: { type: 'string' },
      choices: {
        type: 'array',
        items: {
          type: 'object',
          required: ['value', 'display_name'],
          properties: {
            value: { type: ['string', 'integer'] },
            display_name: { type: 'string' },
          },
        },
      },
    },
  },
}

/** Responses that are the same for all resources. */
export const COMMON_RESPONSES: Record<string, Schema> = {
  Choices: {
    description: 'The values and their labels.',
    content: { 'application/json': { schema: ref('schemas', 'choices') } },
  },
  NotModified: { description: 'Not modified.' },
}

const NOT_MODIFIED = { 304: ref('responses', 'NotModified') }

/** Verbs of operations that only read. */
const READING = ['list', 'retrieve', 'choices']

const json = (schema: Schema) => ({ 'application/json': { schema } })

export class ResourcePaths {
  /**
   * @param filters parameters of the list
   * @param isParent whether there are lists under its records
   */
  constructor(
    readonly resource: Resource,
    readonly filters: Schema[],
    readonly security: Security,
    readonly isParent: boolean
  ) {}

  /** The list, the record, and the choices. */
  paths(): Schema {
    const { path, writes } = this.resource
    const update = writes.includes('update')
    return {
      [`/${path}/`]: {
        get: this.#list(this.filters),
        ...(writes.includes('create') ? { post: this.#creation() } : {}),
      },
      [`/${path}/{id}/`]: {
        get: this.#retrieval(),
        ...(update ? { put: this.#change('replace'), patch: this.#change('change') } : {}),
        ...(writes.includes('destroy') ? { delete: this.#deletion() } : {}),
      },
      ...this.#choices(),
    }
  }

  /**
   * The list under the records of another resource.
   *
   * @param filters parameters of the list except the one replaced by the path
   */
  below(above: Resource, filters: Schema[]): Schema {
    const { path } = this.resource
    const { parameters, ...rest } = this.#list(filters) as { parameters: Schema[] }
    return {
      [`/${above.path}/{parent_id}/${path}/`]: {
        get: {
          ...rest,
          operationId: `list_${above.path}_${path}`.replace(/\W/g, '_'),
          summary: `List ${path} of a record in ${above.path}`,
          parameters: [parentParameter(above), ...parameters],
        },
      },
    }
  }

  /**
   * The choices of all fields have one path with the field as a parameter, or one path each if
   * the parameter would match the same URLs as the path of a list under a record.
   */
  #choices(): Schema {
    const { path } = this.resource
    const names = namesWithChoices(this.resource)
    if (!names.length) return {}
    if (this.isParent)
      return Object.assign(
        {},
        ...names.map((name) => this.#choicesPath(name, `${path}_${name}`, []))
      )
    const schema = { type: 'string', enum: names }
    const field = {
      name: 'field',
      in: 'path',
      required: true,
      description: 'Name of the field or filter.',
      schema,
    }
    return this.#choicesPath('{field}', path, [field])
  }

  #choicesPath(name: string, id: string, parameters: Schema[]): Schema {
    const { path } = this.resource
    const get = this.#operation('choices', {
      summary: `Values of ${parameters.length ? 'a field' : name} of ${path}`,
      parameters: [...parameters, ...controls('format')],
      responses: {
        200: ref('responses', 'Choices'),
        ...NOT_MODIFIED,
        ...errors(404, ...this.#forbidden),
      },
    })
    return {
      [`/${path}/choices/${name}/`]: {
        get: { ...get, operationId: `choices_${id}`.replace(/\W/g, '_') },
      },
    }
  }

  #operation(verb: string, rest: Schema): Schema {
    const { path, access } = this.resource
    const reads = READING.includes(verb)
    return {
      operationId: `${verb}_${path.replace(/\W/g, '_')}`,
      tags: [path],
      ...this.security.of(access, { reads, account: !!access.account || !reads }),
      ...rest,
    }
  }

  /** Error statuses of reads that require a permission. */
  get #forbidden(): number[] {
    const { access, guard } = this.resource
    return access.right || guard ? [403] : []
  }

  #list(filters: Schema[]): Schema {
    const { resource } = this
    return this.#operation('list', {
      summary: `List ${resource.path}`,
      description: resource.description,
      parameters: [
        ...filters,
        ...(hasMoreFilters(resource) ? controls('related') : []),
        ...controls(
          'order_by',
          'fields',
          'omit',
          'cursor',
          'page',
          'count',
          'format_of_list',
          'rows'
        ),
        ...(resource.largestPage ? [pageSizeParameter(resource)] : []),
        ...offered(resource),
      ],
      responses: {
        200: {
          description: 'One page of records, or only the total with `count=on`.',
          content: json(pageSchema(ref('schemas', resource.path))),
        },
        ...errors(400, 404, ...this.#forbidden),
      },
    })
  }

  #retrieval(): Schema {
    const { resource } = this
    return this.#operation('retrieve', {
      summary: `Get a ${resource.label}`,
      parameters: [
        keyParameter(resource),
        ...controls('fields', 'omit', 'format'),
        ...offered(resource),
      ],
      responses: {
        200: this.#record('The record.'),
        ...NOT_MODIFIED,
        ...errors(400, 404, ...(resource.missing ? [301, 410] : []), ...this.#forbidden),
      },
    })
  }

  #record(description: string): Schema {
    return { description, content: json(ref('schemas', this.resource.path)) }
  }

  #creation(): Schema {
    const { resource } = this
    const { maxBatchSize, ownership, path, file } = resource
    const parameters = [...(ownership ? controls('idempotency_key') : []), ...offered(resource)]
    const oneOrMany = (one: Schema) =>
      maxBatchSize
        ? { anyOf: [one, { type: 'array', items: one, minItems: 1, maxItems: maxBatchSize }] }
        : one
    const schema = oneOrMany(ref('schemas', bodyName(resource, 'create')))
    return this.#operation('create', {
      summary: `Create a ${resource.label}`,
      ...(parameters.length ? { parameters } : {}),
      requestBody: {
        required: true,
        content: file ? { 'multipart/form-data': { schema } } : json(schema),
      },
      responses: {
        201: { description: 'Created.', content: json(oneOrMany(ref('schemas', path))) },
        ...errors(400, 403, 413, 415, ...(ownership ? [422] : []), ...resource.errorStatuses),
        ...(maxBatchSize ? { 400: ref('responses', 'BadRequests') } : {}),
      },
    })
  }

  #change(method: 'replace' | 'change'): Schema {
    const { resource } = this
    const whole = method === 'replace'
    return this.#operation(method, {
      summary: `${whole ? 'Replace' : 'Change'} a ${resource.label}`,
      parameters: [keyParameter(resource), ...offered(resource)],
      requestBody: { required: whole, content: json(ref('schemas', bodyName(resource, method))) },
      responses: {
        200: this.#record(whole ? 'Replaced.' : 'Changed.'),
        ...errors(400, 403, 404, 413, 415),
      },
    })
  }

  #deletion(): Schema {
    return this.#operation('delete', {
      summary: `Delete a ${this.resource.label}`,
      parameters: [keyParameter(this.resource)],
      responses: { 204: { description: 'Deleted.' }, ...errors(403, 404) },
    })
  }
}

function pageSchema(items: Schema): Schema {
  return {
    allOf: [ref('schemas', 'page'), { properties: { results: { type: 'array', items } } }],
  }
}
