/**
 * Endpoints and fields as arguments of tools.
 */
import type { Catalog } from '#api/catalog'
import type { Resource } from '#api/resource'
import type { JsonSchema } from './define_tool.js'

/** Schema of an argument that names fields. */
export const FIELDS: JsonSchema = {
  anyOf: [
    { type: 'array', items: { type: 'string' }, maxItems: 200 },
    { type: 'string', maxLength: 4000 },
    { type: 'null' },
  ],
  description: 'Fields to return, as a list or separated by commas. All fields when left out.',
}

/** Resources whose records tools read: those of v4, but for those that hold secrets. */
export function readableResources({ resources }: Catalog): Resource[] {
  return resources
    .all()
    .filter(
      (resource) =>
        resource.versions.includes('v4') &&
        !resource.holdsSecrets &&
        resource.methods('list').includes('GET')
    )
}

/** Schema of the argument that names one of them. */
export function endpointArgument(catalog: Catalog, description: string): JsonSchema {
  return {
    type: 'string',
    enum: readableResources(catalog).map(({ path }) => path),
    description,
  }
}

/** Fields an argument names; undefined for all. */
export function fieldNames(fields: string[] | string | undefined): string[] | undefined {
  if (fields === undefined) return undefined
  const names = Array.isArray(fields) ? fields : fields.split(/[\s,]+/)
  const given = names.map((name) => name.trim()).filter(Boolean)
  return given.length ? given : undefined
}

/** Fields as a parameter of the API; undefined for all. */
export function fieldList(fields: string[] | string | undefined): string | undefined {
  return fieldNames(fields)?.join(',')
}
