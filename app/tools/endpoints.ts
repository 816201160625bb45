/** Endpoints and fields as tool arguments. */
import type { Catalog } from '#api/catalog'
import type { Resource } from '#api/resource'
import type { JsonSchema } from './define_tool.js'

/** Schema of an argument with field names. */
export const FIELDS: JsonSchema = {
  anyOf: [
    { type: 'array', items: { type: 'string' }, maxItems: 200 },
    { type: 'string', maxLength: 4000 },
    { type: 'null' },
  ],
  description: 'Fields to return, as a list or separated by commas. Returns all fields by default.',
}

/** Resources that tools may read: all of v4 except those that contain secrets. */
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

/** Schema of an argument with the name of one of these resources. */
export function endpointArgument(catalog: Catalog, description: string): JsonSchema {
  return {
    type: 'string',
    enum: readableResources(catalog).map(({ path }) => path),
    description,
  }
}

/** The field names in an argument; undefined for all fields. */
export function fieldNames(fields: string[] | string | undefined): string[] | undefined {
  if (fields === undefined) return undefined
  const names = Array.isArray(fields) ? fields : fields.split(/[\s,]+/)
  const given = names.map((name) => name.trim()).filter(Boolean)
  return given.length ? given : undefined
}

/** The value of the `fields` parameter; undefined for all fields. */
export function fieldList(fields: string[] | string | undefined): string | undefined {
  return fieldNames(fields)?.join(',')
}
