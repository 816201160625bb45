/**
 * Edits a record of the archive for the staff: with the rules of the API's
 * writes, in one transaction with its entry in the audit log. The change log
 * sees it as any other change, so search and alerts follow.
 */
import { createHash } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { authorize } from '#app/accounts/authority'
import type { Caller } from '#app/accounts/account_cache'
import { essence } from '#app/accounts/audit_changes'
import { queryInTransaction } from '#app/database/reader'
import AuditEntry from '#app/models/audit_entry'
import { ApiError } from '#app/support/api_error'
import { ident } from '#app/support/sql_text'
import type { ResourceRegistry } from '#api/registry'
import { missingTarget } from '#api/writes/targets'
import { readFields } from '#api/writes/validate'
import type { Writer } from '#api/writes/writer'
import type { EditableField, EditableResource } from './record_edits.js'

/** Values as texts, by field; null for those that have none. */
export type RecordTexts = Record<string, string | null>

/** Characters up to which a text fits into a form. */
export const MAX_EDITED = 200_000

/** Characters up to which the audit log keeps a text whole. */
const MAX_AUDITED = 10_000

/** Another editor was faster. */
export class EditConflict extends Error {
  constructor(readonly current: RecordTexts) {
    super('The record was changed meanwhile.')
  }
}

interface Edit {
  caller: Caller
  key: string
  /** What `versionOf` said when the form was shown. */
  version: string
  /** Values of the form by field; those that are not named are kept. */
  typed: Record<string, string>
}

export class EditRecord {
  constructor(
    readonly writer: Writer,
    readonly registry: ResourceRegistry
  ) {}

  /**
   * @returns names of the fields that were changed
   * @throws EditConflict, and ApiError: 400 keyed by field with all that is wrong, 404
   */
  async handle(
    trx: TransactionClientContract,
    editable: EditableResource,
    { caller, key, version, typed }: Edit
  ): Promise<string[]> {
    const { resource } = editable
    const actor = { id: caller.account.id, name: caller.account.username }
    await authorize(trx, actor, { action: 'record.edit' })
    const current = await readRecord(trx, editable, key, { locked: true })
    if (!current) throw ApiError.detail(404, 'There is no such record.')
    if (version !== versionOf(current)) throw new EditConflict(current)
    const changed = editable.fields.filter(
      ({ name }) => typed[name] !== undefined && differs(typed[name], current[name]!)
    )
    if (!changed.length) return []
    const body = Object.fromEntries(
      changed.map((field) => [field.name, valueOf(field, typed[field.name]!)])
    )
    await this.#check(trx, editable, changed, body)
    await this.writer.update(trx, resource, key, { caller, body, partial: true })
    const after = await readRecord(trx, editable, key)
    const names = changed.map(({ name }) => name)
    await AuditEntry.record(trx, actor, {
      action: 'record.edit',
      subject: `${resource.path} ${key}`,
      ...audited(names, current, after!),
    })
    return names
  }

  /** All that is wrong at once: values, and links to records that are not there. */
  async #check(
    trx: TransactionClientContract,
    { resource }: EditableResource,
    changed: readonly EditableField[],
    body: Record<string, unknown>
  ): Promise<void> {
    const { values, wrong } = readFields(resource, this.registry, body, { method: 'change' })
    for (const { name, column, field } of changed) {
      const key = values[column]
      if (field.kind !== 'link' || wrong[name] || key === null || key === undefined) continue
      const target = this.registry.get(field.resource)
      const rows = await queryInTransaction(
        trx,
        `SELECT '' FROM ${ident(target.table)} WHERE ${ident(target.key.column)}::text = $1 FOR KEY SHARE`,
        [key]
      )
      if (!rows.length) wrong[name] = [missingTarget(field, String(key))]
    }
    if (Object.keys(wrong).length) throw new ApiError(400, wrong)
  }
}

/** The editable values of a record; undefined where there is none with the key. */
export async function readRecord(
  trx: TransactionClientContract,
  { resource, fields }: EditableResource,
  key: string,
  { locked = false } = {}
): Promise<RecordTexts | undefined> {
  const { table, key: id } = resource
  if (!(id.type === 'string' ? /^[\w-]{1,100}$/ : /^\d{1,18}$/).test(key)) return undefined
  const columns = fields.map(({ column }) => `${ident(column)}::text`)
  const [row] = await queryInTransaction(
    trx,
    `SELECT ${columns.join(', ')} FROM ${ident(table)} WHERE ${ident(id.column)} = $1 ${locked ? 'FOR UPDATE' : ''}`,
    [key]
  )
  return row && Object.fromEntries(fields.map(({ name }, at) => [name, row[at]!]))
}

/** Changes with every editable value of the record. */
export function versionOf(texts: RecordTexts): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url')
}

/** Whether a form says something else than the record. Browsers change line ends, and drop a first one. */
function differs(typed: string, current: string | null): boolean {
  const [one, other] = [typed, current ?? ''].map((text) =>
    text.replaceAll('\r\n', '\n').replace(/^\n/, '')
  )
  return one !== other
}

/** A value for the body of a write: an empty input is null where no text is meant. */
function valueOf({ field }: EditableField, typed: string): string | null {
  const isText = field.kind === 'value' && field.type === 'string' && !field.choices
  return typed.trim() === '' && field.nullable && !isText ? null : typed
}

function audited(names: string[], before: RecordTexts, after: RecordTexts) {
  const pairs = names.map((name): [string, string | null, string | null] => {
    const [from, to] = [before[name]!, after[name]!]
    const isLong = (from?.length ?? 0) > MAX_AUDITED || (to?.length ?? 0) > MAX_AUDITED
    if (!isLong) return [name, from, to]
    const [[shortFrom], [shortTo]] = essence(from ?? '', to ?? '', MAX_AUDITED)
    return [name, shortFrom!, shortTo!]
  })
  return {
    before: Object.fromEntries(pairs.map(([name, from]) => [name, from])),
    after: Object.fromEntries(pairs.map(([name, , to]) => [name, to])),
  }
}
