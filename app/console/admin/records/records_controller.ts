import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { Database } from '@adonisjs/lucid/database'
import { Reader } from '#app/database/reader'
import { Records } from '#api/records'
import { ResourceRegistry } from '#api/registry'
import { requireAccount } from '#api/rights'
import { Writer } from '#api/writes/writer'
import { ApiError } from '#app/support/api_error'
import { errorResponse } from '#app/support/error_response'
import type { PageLink } from '#app/web/record_pages'
import { notify, type Problems } from '../../forms.js'
import { toFormProblems } from '../../form_writes.js'
import {
  EditConflict,
  EditRecord,
  readRecord,
  computeRecordVersion,
  type RecordTexts,
  MAX_EDITED,
} from './edit_record.js'
import { RecordEdits, type EditableResource, type EditableField } from './record_edits.js'
import { formInput, type FormInput } from '#api/renderers/field_control'

const PAGE = 'console/admin/record'

/** Editing of records by staff. */
@inject()
export default class RecordsController {
  constructor(
    private database: Database,
    private edits: RecordEdits,
    private writer: Writer,
    private registry: ResourceRegistry,
    private reader: Reader
  ) {}

  /** Lists the editable resources, with a form to find a record by ID. */
  async index(ctx: HttpContext) {
    const { resource, id } = ctx.request.qs() as Record<string, unknown>
    const key = typeof id === 'string' ? id.trim() : ''
    const editable = typeof resource === 'string' ? this.edits.find(resource) : undefined
    const found =
      editable && key
        ? await this.database.transaction((trx) => readRecord(trx, editable, key))
        : undefined
    if (found) return ctx.response.redirect(pathOf(editable!, key))
    return ctx.view.render('console/admin/records', {
      typed: { resource, id: key },
      problems: editable && key ? { id: 'No record has this ID.' } : undefined,
      resources: this.edits.all().map(({ resource: one }) => ({
        value: one.path,
        label: one.path.replaceAll('-', ' '),
      })),
    })
  }

  async show(ctx: HttpContext) {
    const editable = this.#editable(ctx)
    const texts = await this.database.transaction((trx) =>
      readRecord(trx, editable, ctx.params.key)
    )
    if (!texts) throw notFound()
    return this.#page(ctx, editable, texts)
  }

  /** Links to the page of a record, in the API, and of plugins. */
  async #links({ resource }: EditableResource, key: string): Promise<PageLink[]> {
    const records = new Records(this.registry, this.reader)
    const page = (await records.find(resource.path, key))?.absolute_url
    return [
      ...(page ? [{ label: 'View the page', path: String(page) }] : []),
      { label: 'View in the API', path: `/api/rest/v4/${resource.path}/${key}/` },
      ...this.edits.linksOf(resource, key),
    ]
  }

  async save(ctx: HttpContext) {
    const editable = this.#editable(ctx)
    const { key } = ctx.params
    const { version, typed } = formOf(ctx, editable)
    try {
      const changed = await this.database.transaction((trx) =>
        new EditRecord(this.writer, this.registry).handle(trx, editable, {
          caller: requireAccount(ctx),
          key,
          version,
          typed,
        })
      )
      notify(ctx, changed.length ? 'Changes saved.' : 'No changes.')
      return ctx.response.redirect(pathOf(editable, key))
    } catch (error) {
      if (error instanceof EditConflict) {
        ctx.response.status(409)
        return this.#page(ctx, editable, error.current, { typed, isConflict: true })
      }
      const response = errorResponse(error)
      const problems = response && toFormProblems(response)
      if (!problems) throw error
      ctx.response.status(422)
      const texts = await this.database.transaction((trx) => readRecord(trx, editable, key))
      if (!texts) throw notFound()
      // The submitted version: a later edit by someone else must still be a conflict.
      return this.#page(ctx, editable, texts, { typed, problems, version })
    }
  }

  #editable({ params }: HttpContext): EditableResource {
    const editable = this.edits.find(String(params.resource))
    if (!editable) throw notFound()
    return editable
  }

  async #page(
    { view, params }: HttpContext,
    editable: EditableResource,
    texts: RecordTexts,
    again: {
      typed?: Record<string, string>
      problems?: Problems
      version?: string
      isConflict?: boolean
    } = {}
  ) {
    return view.render(PAGE, {
      title: `${wordsOf(editable.resource.label)} ${params.key}`,
      path: pathOf(editable, params.key),
      links: await this.#links(editable, params.key),
      version: again.version ?? computeRecordVersion(texts),
      fields: recordForm(editable, texts, again.typed),
      problems: again.problems,
      isConflict: again.isConflict ?? false,
    })
  }
}

/** The text values of editable fields. */
function formOf({ request }: HttpContext, { fields }: EditableResource) {
  const body: unknown = request.body()
  const given = new Map(Object.entries(body && typeof body === 'object' ? body : {}))
  const text = (name: string) => {
    const value: unknown = given.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const typed = fields.flatMap(({ name }) => {
    const value = text(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { version: text('_version') ?? '', typed: Object.fromEntries(typed) }
}

function pathOf({ resource }: EditableResource, key: string): string {
  return `/admin/records/${resource.path}/${encodeURIComponent(key)}/`
}

/** `OpinionCluster` as `Opinion cluster`. */
function wordsOf(label: string): string {
  const words = label.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const notFound = () => ApiError.detail(404, "This record doesn't exist.")

interface FormField extends Omit<FormInput, 'component'> {
  /** Component of the input; `fixed` for a text that is too long for a form. */
  component: FormInput['component'] | 'fixed'
  length?: number
  most?: number
  /** Current value of the record, if it differs from the input. */
  current?: string
}

/**
 * @param current values of the record
 * @param typed values that replace them in the form
 */
function recordForm(
  { fields }: EditableResource,
  current: RecordTexts,
  typed: Record<string, string> = {}
): FormField[] {
  return fields.map((field) => formField(field, current[field.name] ?? '', typed[field.name]))
}

function formField(
  { name, field }: EditableField,
  current: string,
  typed: string | undefined
): FormField {
  const value = typed ?? current
  const longer = current.length > value.length ? current : value
  return {
    ...formInput(name, field, value, longer),
    ...(longer.length > MAX_EDITED
      ? { component: 'fixed', length: longer.length, most: MAX_EDITED }
      : {}),
    ...(typed !== undefined && typed.replaceAll('\r\n', '\n') !== current ? { current } : {}),
  }
}
