/**
 * Forms on browsable pages that create, change, and delete a visitor's own records. They are
 * submitted to `/api-forms/`, which calls the API.
 */
import { fieldColumn } from '../columns.js'
import type { Field, ValueField } from '../field_definitions.js'
import type { Resource } from '../resource.js'
import { isWritable } from '../writes/validate.js'
import { formInput, type FormInput, type FormedField } from './field_control.js'

/** URL to which the forms are submitted. */
const FORMS_ROOT = '/api-forms/'

export interface WriteForms {
  /** URL to which the forms are submitted. */
  action: string
  /** Fields of the create form on a list or of the change form on a record. */
  fields?: FormInput[]
  /** Whether the record can be deleted. */
  destroys?: boolean
  /** Value of `_csrf`. */
  csrf?: string
  /** Errors of the submitted values, by field. */
  problems?: Record<string, string>
}

/** Values by field, as text. */
export type FormTexts = Readonly<Record<string, string>>

/** The create form; undefined if records can't be created with a form. */
export function createForm(resource: Resource, typed?: FormTexts): WriteForms | undefined {
  // Files are uploaded on a separate page, because they need more than a text field.
  if (!resource.ownership || !resource.writes.includes('create') || resource.file) return undefined
  const fields = formedFields(resource).map(([name, field]) =>
    formInput(name, field, typed?.[name] ?? defaultOf(field))
  )
  return { action: `${FORMS_ROOT}${resource.path}/`, fields }
}

/**
 * The forms that change and delete a record.
 *
 * @param record the record as returned by the API, with all or some of its fields
 */
export function recordForms(
  resource: Resource,
  key: string,
  record: Readonly<Record<string, unknown>>,
  typed: FormTexts = {}
): WriteForms | undefined {
  const destroys = resource.writes.includes('destroy')
  const updates = resource.writes.includes('update')
  if (!resource.ownership || (!destroys && !updates)) return undefined
  const fields = formedFields(resource).flatMap(([name, field]) => {
    const shown = field.writeOnly ? '' : shownText(record[name])
    // Fields that aren't shown would be cleared, and create-only fields can't be changed.
    if (field.createOnly || shown === undefined) return []
    return [formInput(name, field, typed[name] ?? shown)]
  })
  return {
    action: `${FORMS_ROOT}${resource.path}/${encodeURIComponent(key)}/`,
    destroys,
    ...(updates && fields.length ? { fields } : {}),
  }
}

/** Fields that a form can write, by name. */
function formedFields(resource: Resource): [name: string, field: FormedField][] {
  return [...resource.fields].filter((entry): entry is [string, FormedField] => {
    const [name, field] = entry
    return isWritable(field) && !isOwner(resource, name, field)
  })
}

/** The owner of a record is the signed-in account. */
function isOwner({ ownership }: Resource, name: string, field: Field): boolean {
  return field.kind === 'value' && fieldColumn(name, field) === ownership?.column
}

function defaultOf(field: FormedField): string {
  const { default: value } = field as Partial<ValueField>
  return value === undefined || value === null ? '' : String(value)
}

/** A value of a record as text; undefined if a form can't contain it. */
function shownText(value: unknown): string | undefined {
  if (value === null) return ''
  if (typeof value !== 'object') return value === undefined ? undefined : String(value)
  const { id } = value as { id?: unknown }
  return id === undefined ? JSON.stringify(value, null, 2) : String(id)
}

/**
 * Converts form input to a request body. Empty inputs are omitted when creating, unless the
 * text is required, and are null or empty when changing.
 *
 * @returns the body, or the errors by field
 */
export function parseWriteForm(
  resource: Resource,
  typed: FormTexts,
  { creates }: { creates: boolean }
): { body: Record<string, unknown>; problems: Record<string, string> } {
  const body: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const [name, field] of formedFields(resource)) {
    const text = typed[name]
    if (text === undefined) continue
    const isText = field.kind === 'value' && field.type === 'string' && !field.choices
    if (text.trim() === '') {
      const mayBeLeftOut = !field.required || !isText
      if (creates ? mayBeLeftOut : !field.required && field.writeOnly) continue
      body[name] = field.nullable && !isText ? null : text
    } else if (field.kind === 'value' && field.type === 'json') {
      try {
        body[name] = JSON.parse(text)
      } catch {
        problems[name] = 'Enter valid JSON.'
      }
    } else body[name] = text
  }
  return { body, problems }
}
