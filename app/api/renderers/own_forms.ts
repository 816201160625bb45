/**
 * Forms for writes on browsable pages, for signed-in visitors: on lists in which they may
 * create records, and on their own records.
 */
import { ident } from '#app/support/sql_text'
import type { Reader } from '#app/database/reader'
import type { ApiRequest } from '../api_request.js'
import { Records } from '../records.js'
import type { Resource } from '../resource.js'
import { OWN_ROOT } from '../roots.js'
import { Statement } from '../statement.js'
import { parseExactly } from './exact_json.js'
import { canSubmitForms } from './html.js'
import { createForm, recordForms, type WriteForms } from './write_form.js'

/** Forms are submitted to the newest version of the API under Curia's own names. */
function offersForms({ ctx, format, version, catalog }: ApiRequest): boolean {
  return (
    format === 'html' &&
    version === 'v4' &&
    catalog.resources.root === OWN_ROOT &&
    canSubmitForms(ctx)
  )
}

/** The form of a list. */
export function buildListForms(request: ApiRequest, resource: Resource): WriteForms | undefined {
  return offersForms(request) ? createForm(resource) : undefined
}

/**
 * The forms of a record, if it belongs to the visitor.
 *
 * @param json JSON text of the record
 */
export async function loadRecordForms(
  request: ApiRequest,
  resource: Resource,
  { key, json, reader }: { key: string; json: string; reader: Reader }
): Promise<WriteForms | undefined> {
  if (!resource.ownership || !resource.writes.length || !offersForms(request)) return undefined
  if (!(await isOwn(resource, key, { viewer: request.viewer!, reader }))) return undefined
  const record = parseExactly(json) as Record<string, unknown>
  const { includedWrites: include } = resource
  if (!include.length) return recordForms(resource, key, record)
  const records = new Records(request.catalog.resources, reader)
  const whole = await records.find(resource.path, key, request.viewer, include)
  const added = [...resource.fields].filter(([, field]) => field.include && !field.readOnly)
  const values = added.map(([name]) => [name, whole?.[name]])
  return recordForms(resource, key, { ...record, ...Object.fromEntries(values) })
}

async function isOwn(
  { table, key: id, ownership }: Resource,
  key: string,
  { viewer, reader }: { viewer: number; reader: Reader }
): Promise<boolean> {
  const statement = new Statement(viewer)
  const type = id.type === 'string' ? 'text' : 'bigint'
  const where = `t.${ident(id.column)} = ${statement.bind(key, type)} AND ${ownership!.own('t', statement)}`
  const rows = await reader.rows(
    `SELECT '' FROM ${ident(table)} t WHERE ${where}`,
    statement.values
  )
  return rows.length > 0
}
