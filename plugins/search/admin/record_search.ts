/** Records in the staff search, with links to their forms. */
import type { ApplicationService } from '@adonisjs/core/types'
import { ACTION_RIGHTS } from '#app/accounts/authority'
import type { Cell } from '#app/console/admin/admin_list'
import {
  defineStaffSearchGroup,
  plainCells,
  type FoundRecords,
} from '#app/console/admin/search_groups'
import { RecordEdits, type EditableResource } from '#app/console/admin/records/record_edits'
import { ALL_BOXES } from '#app/search/request/parameters'
import { readSearch } from '#app/search/request/search_request'
import { today } from '#app/search/search_service'
import type { SearchTypeDefinition } from '#app/search/define_search_type'
import { RecordPages, type PageLink } from '#app/web/record_pages'
import { getSearchedTable } from '../sample_results.js'
import { searchServices, type SearchServices } from '../services.js'

const KEY = /^[\w-]{1,100}$/

export default defineStaffSearchGroup({
  title: 'Records',
  right: ACTION_RIGHTS['record.edit'],
  find: findRecords,
})

/** Finds records by ID, then by the words of a name, number, or citation. */
async function findRecords(
  app: ApplicationService,
  text: string,
  { limit, timeout }: { limit: number; timeout: number }
): Promise<FoundRecords> {
  const edits = await app.container.make(RecordEdits)
  const pages = await app.container.make(RecordPages)
  const services = await searchServices(app)
  const rows: Cell[][] = []
  // Types can have the same table.
  const shown = new Set<string>()
  const add = async ({ resource }: EditableResource, keys: string[]) => {
    const links = await pages.linksTo(resource.path, keys)
    for (const key of keys) {
      const record = `${resource.path} ${key}`
      if (shown.has(record)) continue
      shown.add(record)
      rows.push(rowOf(resource, key, links.get(key)))
    }
  }
  for (const edit of edits.all()) if (await hasRecord(pages, edit, text)) await add(edit, [text])
  let isMore = false
  for (const type of services.declarations.types) {
    const edit = edits.all().find(({ resource }) => resource.table === tableOfType(type, services))
    if (!edit || type.grain !== 'parent') continue
    const keys = await searchKeys(services, type, text, { size: limit + 1, timeout })
    isMore ||= keys.length > limit
    await add(edit, keys.slice(0, limit))
  }
  return {
    headings: [{ label: 'Record' }, { label: 'ID' }, { label: 'Edit' }],
    rows: rows.map(plainCells),
    more: isMore ? `/search/?${new URLSearchParams({ q: text, straight: 'off' })}` : undefined,
  }
}

function rowOf(
  { path, label }: EditableResource['resource'],
  key: string,
  page?: PageLink
): Cell[] {
  const kind = path.replaceAll('-', ' ')
  return [
    page?.path ? { text: page.label, path: page.path } : label,
    `${kind} ${key}`,
    { text: 'Edit', path: `/admin/records/${path}/${encodeURIComponent(key)}/` },
  ]
}

async function hasRecord(
  pages: RecordPages,
  { resource }: EditableResource,
  key: string
): Promise<boolean> {
  if (!KEY.test(key)) return false
  return (await pages.records.find(resource.path, key)) !== undefined
}

/** The keys of the first matches; none for a text that isn't a valid query. */
async function searchKeys(
  { service, declarations, context }: SearchServices,
  type: SearchTypeDefinition,
  text: string,
  { size, timeout }: { size: number; timeout: number }
): Promise<string[]> {
  const given = new Map([
    ['type', [type.code]],
    ['q', [text]],
    ...(type.boxes ? [[ALL_BOXES, ['on']] as [string, string[]]] : []),
  ])
  const search = await context(text)
    .then((known) => readSearch(given, declarations, { strict: false, context: known }))
    .catch(() => undefined)
  if (!search) return []
  const { hits } = await service.find(search, {
    size,
    children: 0,
    count: false,
    today: today(),
    deadline: timeout,
  })
  return hits.map(({ parent }) => String(parent))
}

function tableOfType(type: SearchTypeDefinition, { declarations }: SearchServices): string {
  const index = declarations.indexes.find(({ name }) => name === type.index)!
  return getSearchedTable({ type, index })
}
