/**
 * `defineRecordEdit`: fields of a resource that staff can edit. Forms, validation, and the
 * audit log are derived from the declaration of the resource.
 */
import { fieldColumn, hasColumn } from '#api/columns'
import type { LinkField, ValueField } from '#api/field_definitions'
import type { ResourceRegistry } from '#api/registry'
import type { Resource } from '#api/resource'
import { isWritable } from '#api/writes/validate'
import type { Declared } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'
import { ACTION_RIGHTS } from '#app/accounts/authority'
import { hasRight } from '#app/accounts/rights'
import type { PageLink, RecordPages } from '#app/web/record_pages'

export interface RecordEdit {
  /** Path of the resource. */
  resource: string
  /** Field names, in form order. */
  fields: string[]
}

/** A link on the page of a record and on its edit page, for staff who can edit records. */
export interface RecordLink {
  label: string
  /** Undefined without a link for the record. */
  path: (resource: Resource, key: string) => string | undefined
}

export interface EditableField {
  name: string
  column: string
  field: ValueField | LinkField
}

export interface EditableResource {
  resource: Resource
  fields: EditableField[]
}

/**
 * Declares fields of a resource as editable; multiple plugins can declare fields of one
 * resource.
 */
export function defineRecordEdit(edit: RecordEdit): RecordEdit {
  return edit
}

export class RecordEdits {
  readonly #resources = new Map<string, EditableResource>()

  /** @throws PluginError for unknown fields, and for those that writes don't accept */
  constructor(
    declared: Declared<RecordEdit>[],
    readonly registry: ResourceRegistry,
    readonly links: readonly RecordLink[] = []
  ) {
    for (const { plugin, declaration } of declared) {
      const { resource: path, fields } = declaration
      const resource = registry.get(path)
      const editable = this.#resources.get(path) ?? { resource, fields: [] }
      editable.fields.push(...fields.map((name) => editableField(plugin, resource, name)))
      this.#resources.set(path, editable)
    }
  }

  /** In declaration order. */
  all(): EditableResource[] {
    return [...this.#resources.values()]
  }

  find(path: string): EditableResource | undefined {
    return this.#resources.get(path)
  }

  /** Links of plugins for a record. */
  linksOf(resource: Resource, key: string): PageLink[] {
    return this.links.flatMap(({ label, path }) => {
      const found = path(resource, key)
      return found === undefined ? [] : [{ label, path: found }]
    })
  }
}

function editableField(plugin: string, resource: Resource, name: string): EditableField {
  const field = resource.fields.get(name)
  const takesForms =
    field &&
    isWritable(field) &&
    hasColumn(field) &&
    (field.kind === 'link' || (field.kind === 'value' && field.type !== 'json'))
  if (!takesForms)
    throw new PluginError(
      'E_BAD_RECORD_EDIT',
      `plugin "${plugin}" lets staff edit "${name}" of "${resource.path}", which is not a field that forms can write`
    )
  const editable = field as ValueField | LinkField
  return { name, column: fieldColumn(name, editable), field: editable }
}

/** Adds links to the form, and those of plugins, to pages of records, for staff who can edit them. */
export function addEditLinks(pages: RecordPages, edits: RecordEdits): void {
  for (const resource of edits.registry.all())
    pages.addSection(resource.path, {
      view: 'console/admin/edit_links',
      load: async (_records, { id }, visitor) => {
        if (!visitor || !hasRight(visitor.account.rights, ACTION_RIGHTS['record.edit']))
          return undefined
        const key = String(id)
        const path = `/admin/records/${resource.path}/${encodeURIComponent(key)}/`
        const form = edits.find(resource.path) ? [{ label: 'Edit this record', path }] : []
        const links = [...form, ...edits.linksOf(resource, key)]
        return links.length ? { links } : undefined
      },
    })
}
