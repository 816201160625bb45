/**
 * What the lines of a disclosure have in common, whatever they list.
 */
import { defineResource, type ResourceDefinition } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'

/** Declares an endpoint for one kind of line; the fields and filters given are its own. */
export function disclosureLine({
  fields,
  filters,
  ...definition
}: Pick<ResourceDefinition, 'path' | 'table' | 'label' | 'description' | 'fields' | 'filters'>) {
  return defineResource({
    ...definition,
    fields: {
      resource_uri: f.self(),
      id: f.id(),
      date_created: f.created(),
      date_modified: f.modified(),
      ...fields,
      redacted: f.boolean({ default: false, help: 'Whether the line seems redacted.' }),
      financial_disclosure: f.link('financial-disclosures', {
        required: true,
        help: 'Disclosure the row belongs to.',
      }),
    },
    filters: {
      id: filter.number(),
      date_created: filter.datetime(),
      date_modified: filter.datetime(),
      redacted: filter.boolean(),
      ...filters,
      financial_disclosure: filter.related(),
    },
    ordering: ['id', 'date_created', 'date_modified'],
    cursor: ['id', 'date_created', 'date_modified'],
  })
}
