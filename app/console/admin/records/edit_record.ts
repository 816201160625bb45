/**
 * Edits a record for staff: with the validation of API writes, and in one transaction with its
 * audit log entry. It is in the change log like any other change, so search and alerts are
 * updated.
 */
import { createHash } from 'node:crypto'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { authorize } from '#app/accounts/authority'
import type { Caller } from '#app/accounts/account_cache'
import { trimCommonEnds } from '#app/accounts/audit_changes'
import { queryInTransaction } from '#app/database/reader'
import AuditEntry from '#app/models/audit_entry'
import { ApiError } from '#app/support/api_error'
import { ident } from '#app/support/sql_text'
import type { ResourceRegistry } from '#api/registry'
import { missingTarget } from '#api/writes/targets'
import { readFields } from '#api/writes/validate'
import type { Writer } from '#api/writes/writer'
import type { EditableField, EditableResource } from './record_edits.js'

/** Values as text, by field; null for missing values. */
export type RecordTexts = Record<string, string | null>

/** Maximum number of characters that can be edited in a form. */
export const MAX_EDITED = 200_000

/** Maximum number of characters of an unabridged text in the audit log. */
const MAX_AUDITED = 10_000

/** Another change was saved first. */
export class EditConflict extends Error {
  constructor(readonly current: RecordTexts) {
    super('The record has changed.')
  }
}

interface Edit {
  caller: Caller
  key: string
  /** Result of `computeRecordVersion` for the form. */
  version: string
  /** Form values by field; other fields are unchanged. */
  typed: Record<string, string>
}

export class EditRecord {
  constructor(
    readonly writer: Writer,
    readonly registry: ResourceRegistry
  ) {}

  /**
   * @returns names of the changed fields
   * @throws EditConflict, ApiError 400 with all problems by field, ApiError 404
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
    if (!current) throw ApiError.detail(404, "This record doesn't exist.")
    if (version !== computeRecordVersion(current)) throw new EditConflict(current)
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

  /** Reports all problems at once: invalid values, and links to missing records. */
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

/** The editable values of a record; undefined for an unknown key. */
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

/** Returns a hash that changes with any editable value of the record. */
export function computeRecordVersion(texts: RecordTexts): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url')
}

/**
 * Whether a form value differs from the record. Browsers change line endings and drop a leading
 * one.
 */
function differs(typed: string, current: string | null): boolean {
  const [one, other] = [typed, current ?? ''].map((text) =>
    text.replaceAll('\r\n', '\n').replace(/^\n/, '')
  )
  return one !== other
}

/** A value for the body of a write: an empty input is null, except for text. */
function valueOf({ field }: EditableField, typed: string): string | null {
  const isText = field.kind === 'value' && field.type === 'string' && !field.choices
  return typed.trim() === '' && field.nullable && !isText ? null : typed
}

function audited(names: string[], before: RecordTexts, after: RecordTexts) {
  const pairs = names.map((name): [string, string | null, string | null] => {
    const [from, to] = [before[name]!, after[name]!]
    const isLong = (from?.length ?? 0) > MAX_AUDITED || (to?.length ?? 0) > MAX_AUDITED
    if (!isLong) return [name, from, to]
    const [[shortFrom], [shortTo]] = trimCommonEnds(from ?? '', to ?? '', MAX_AUDITED)
    return [name, shortFrom!, shortTo!]
  })
  return {
    before: Object.fromEntries(pairs.map(([name, from]) => [name, from])),
    after: Object.fromEntries(pairs.map(([name, , to]) => [name, to])),
  }
}
