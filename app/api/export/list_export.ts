/** Exports a list as a file. */
import type { Reader } from '#app/database/reader'
import type { ApiRequest } from '../api_request.js'
import type { FilterTree } from '../filters/parse.js'
import { requireRelatedRecords } from '../filters/related_keys.js'
import type { Ordering } from '../ordering.js'
import { listBatches } from '../records.js'
import type { QueryCompiler } from '../query.js'
import type { Resource } from '../resource.js'
import { runInExportQueue, type Export } from './send_export.js'
import { fieldChoices } from '../choices.js'
import type { Selection } from '../select/selection.js'
import type { ExportColumn } from './csv.js'

interface ExportedList {
  resource: Resource
  filters: FilterTree
  ordering: Ordering
  headers: Record<string, string>
}

/** Counts the rows up to the requested number, and prepares reading them. */
export async function exportOfList(
  request: ApiRequest,
  list: ExportedList,
  services: { compiler: QueryCompiler; reader: Reader }
): Promise<Export> {
  const { resource, filters, ordering, headers } = list
  const { compiler, reader } = services
  const { rows } = request.exported!
  const { statement, values } = compiler.count(resource, filters, request.viewer, rows + 1)
  const [counted] = await runInExportQueue(() => reader.rows(statement, values))
  const total = Number(counted![0])
  await requireRelatedRecords(filters, { rows: total, reader, viewer: request.viewer })
  const query = {
    viewer: request.viewer,
    base: request.base,
    suffix: '/',
    selection: request.selection,
    filters,
    ordering,
  }
  return {
    name: resource.path,
    columns: columnsOf(resource, request.selection),
    total,
    rows,
    pageSize: resource.pageSize,
    batches: listBatches(services, resource, query, rows),
    allow: resource.allow('list'),
    headers,
  }
}

/** The columns of a list: the fields of its records, in order. */
function columnsOf({ fields }: Resource, selection: Selection): ExportColumn[] {
  return [...fields].flatMap(([name, field]) => {
    if (field.writeOnly || field.kind === 'responseOnly' || !selection.has(name)) return []
    if (field.include && !selection.included.has(field.include)) return []
    return [{ name, choices: fieldChoices(field) }]
  })
}
