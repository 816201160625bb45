/**
 * Forms of the browsable page that create, change and delete a visitor's own
 * records. They are sent to `/api-forms/`, which asks the API in their place.
 */
import { fieldColumn } from '../columns.js'
import type { Field, ValueField } from '../field_definitions.js'
import type { Resource } from '../resource.js'
import { isWritable } from '../writes/validate.js'
import { formInput, type FormInput, type FormedField } from './field_control.js'

/** Where the forms are sent. */
const FORMS_ROOT = '/api-forms/'

export interface WriteForms {
  /** Where the forms are sent. */
  action: string
  /** Of the form that creates, on the list, or changes, on a record. */
  fields?: FormInput[]
  /** Whether the record can be deleted. */
  destroys?: boolean
  /** Value of `_csrf`. */
  csrf?: string
  /** What is wrong with what was sent, by field. */
  problems?: Record<string, string>
}

/** Values by field, as texts. */
export type FormTexts = Readonly<Record<string, string>>

/** The form that creates a record; undefined where none can be created by one. */
export function createForm(resource: Resource, typed?: FormTexts): WriteForms | undefined {
  // A file is sent to its own page, which takes more than a text.
  if (!resource.ownership || !resource.writes.includes('create') || resource.file) return undefined
  const fields = formedFields(resource).map(([name, field]) =>
    formInput(name, field, typed?.[name] ?? defaultOf(field))
  )
  return { action: `${FORMS_ROOT}${resource.path}/`, fields }
}

/**
 * The forms that change and delete a record.
 *
 * @param record as the API shows it, with all or some of its fields
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
    // What is not shown would be blanked; what was set for good is not asked for.
    if (field.createOnly || shown === undefined) return []
    return [formInput(name, field, typed[name] ?? shown)]
  })
  return {
    action: `${FORMS_ROOT}${resource.path}/${encodeURIComponent(key)}/`,
    destroys,
    ...(updates && fields.length ? { fields } : {}),
  }
}

/** Fields a form can write, by name. */
function formedFields(resource: Resource): [name: string, field: FormedField][] {
  return [...resource.fields].filter((entry): entry is [string, FormedField] => {
    const [name, field] = entry
    return isWritable(field) && !isOwner(resource, name, field)
  })
}

/** The account a record belongs to follows from who is signed in. */
function isOwner({ ownership }: Resource, name: string, field: Field): boolean {
  return field.kind === 'value' && fieldColumn(name, field) === ownership?.column
}

function defaultOf(field: FormedField): string {
  const { default: value } = field as Partial<ValueField>
  return value === undefined || value === null ? '' : String(value)
}

/** A value of a record as text; undefined for one a form cannot hold. */
function shownText(value: unknown): string | undefined {
  if (value === null) return ''
  if (typeof value !== 'object') return value === undefined ? undefined : String(value)
  const { id } = value as { id?: unknown }
  return id === undefined ? JSON.stringify(value, null, 2) : String(id)
}

/**
 * The body of a request for what was typed. Inputs that were left blank are
 * left out of a create, but for required texts, and null or blank in a change.
 *
 * @returns the body, or what no request can be made of, by field
 */
export function bodyOfForm(
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
