/**
 * `defineRecordEdit`: fields of a resource that staff can edit. Forms, validation, and the
 * audit log are derived from the declaration of the resource.
 */
import { fieldColumn, hasColumn } from '#api/columns'
import type { LinkField, ValueField } from '#api/field_definitions'
import type { ResourceRegistry } from '#api/registry'
import type { Records, ShownRecord } from '#api/records'
import type { Resource } from '#api/resource'
import { isWritable } from '#api/writes/validate'
import type { Declared } from '#app/support/lazy'
import { PluginError } from '#app/support/plugin_error'
import { ACTION_RIGHTS } from '#app/accounts/authority'
import { hasRight } from '#app/accounts/rights'
import type { PageLink, RecordPages } from '#app/web/record_pages'

/** Maximum links to the forms of other records. */
const MAX_LINKS = 30

export interface RecordEdit {
  /** Path of the resource. */
  resource: string
  /** Field names, in form order. */
  fields: string[]
  /** The page with these records, which has links to their forms; by default, their own. */
  shownOn?: ShownOn
}

/** The page of another resource that shows the records. */
interface ShownOn {
  /** Path of the resource. */
  resource: string
  /** Filter that selects the records of the page, by the ID of its record. */
  filter: string
  /** Order of the records on the page, as in `order_by`. */
  order: string
  /** Fields for the label, separated by commas. */
  fields: string
  /** Text of the link to the form of a record. */
  label: (record: ShownRecord) => string
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
  shownOn?: ShownOn
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
      const { resource: path, fields, shownOn } = declaration
      const resource = registry.get(path)
      const editable = this.#resources.get(path) ?? { resource, fields: [] }
      if (shownOn) editable.shownOn = shownOn
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
      load: async (records, { id }, visitor) => {
        if (!visitor || !hasRight(visitor.account.rights, ACTION_RIGHTS['record.edit']))
          return undefined
        const key = String(id)
        const path = `/admin/records/${resource.path}/${encodeURIComponent(key)}/`
        const own = edits.find(resource.path) ? [{ label: 'Edit this record', path }] : []
        const shown = await linkShown(edits, { resource, key, records, viewer: visitor.account.id })
        const links = [...own, ...shown, ...edits.linksOf(resource, key)]
        return links.length ? { links } : undefined
      },
    })
}

/** Links to the forms of other records on the page of a record. */
async function linkShown(
  edits: RecordEdits,
  {
    resource,
    key,
    records,
    viewer,
  }: { resource: Resource; key: string; records: Records; viewer: number }
): Promise<PageLink[]> {
  const links: PageLink[] = []
  for (const { resource: other, shownOn } of edits.all()) {
    if (shownOn?.resource !== resource.path) continue
    const { filter, order, fields, label } = shownOn
    const options = { order, fields: `id,${fields}`, limit: MAX_LINKS, viewer }
    for (const record of await records.list(other.path, { [filter]: key }, options))
      links.push({ label: label(record), path: `/admin/records/${other.path}/${record.id}/` })
  }
  return links
}
