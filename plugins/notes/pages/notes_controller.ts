import type { HttpContext } from '@adonisjs/core/http'
import { requireAccount } from '#api/rights'
import { submitForm } from '#app/console/form_writes'
import { notify, renderFormErrors } from '#app/console/forms'
import { ApiError } from '#app/support/api_error'
import { parsePageParam } from '#app/web/page_requests'
import type { RecordPages } from '#app/web/record_pages'
import { SaveNote } from '../actions/save_note.js'
import Note, { MAX_NOTES, NOTE_KINDS, type NotedRecord, type NoteKind } from '../models/note.js'
import { findRecordLinks, listNotes, MAX_SEARCH_LENGTH, SHOWN_NOTES } from './stored_notes.js'

const HOME = '/profile/notes/'
const MAX_PAGES = Math.ceil(MAX_NOTES / SHOWN_NOTES)

/** The list of an account's notes, and the forms that save and delete a note. */
export default class NotesController {
  constructor(private pages: RecordPages) {}

  async index(ctx: HttpContext): Promise<string> {
    const { account } = requireAccount(ctx)
    const query = new URLSearchParams(ctx.request.parsedUrl.query ?? '')
    const search = (query.get('q') ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH_LENGTH)
    const page = parsePageParam(query, MAX_PAGES)
    const { notes, hasMore } = await listNotes(this.pages, account.id, { search, page })
    const at = (to: number) =>
      `?${new URLSearchParams({ ...(search ? { q: search } : {}), ...(to > 1 ? { page: String(to) } : {}) })}`
    return ctx.view.render('notes::profile_notes', {
      notes,
      search,
      clear: search && HOME,
      previous: page > 1 && at(page - 1),
      next: hasMore && page < MAX_PAGES && at(page + 1),
    })
  }

  /** Saves the note on a record, and redirects to the record's page. */
  async save(ctx: HttpContext): Promise<string | void> {
    const record = recordParam(ctx)
    const path = await this.#pathOf(record)
    const typed: unknown = ctx.request.input('text')
    const text = typeof typed === 'string' ? typed.replaceAll('\r\n', '\n') : ''
    const problems = await submitForm(ctx, (write) => new SaveNote().handle(write, record, text))
    if (problems) {
      const { detail, non_field_errors: set, text: wrong } = problems
      const worded = { text: wrong ?? detail ?? set ?? Object.values(problems).join(' ') }
      return renderFormErrors(ctx, 'notes::edit_note', worded, { record, path })
    }
    // The page of the record shows the note, but no notices.
    return ctx.response.redirect(`${path}#note`)
  }

  async confirmDelete(ctx: HttpContext): Promise<string> {
    const note = await findOwnNote(ctx)
    const link = await this.#linkTo(note.record)
    return ctx.view.render('notes::delete_note', { note, link })
  }

  async destroy(ctx: HttpContext): Promise<void> {
    const note = await findOwnNote(ctx)
    await submitForm(ctx, ({ trx, writer, caller }) =>
      writer.destroy(trx, writer.registry.get('notes'), String(note.id), { caller })
    )
    notify(ctx, 'Note deleted.')
    return ctx.response.redirect(HOME)
  }

  async #linkTo(record: NotedRecord) {
    const links = await findRecordLinks(this.pages, [record])
    return links.get(`${record.kind}/${record.id}`)
  }

  /** @throws ApiError 404 for a record that doesn't exist */
  async #pathOf(record: NotedRecord): Promise<string> {
    const link = await this.#linkTo(record)
    if (!link) throw ApiError.detail(404, "This record isn't in the archive.")
    return link.path
  }
}

/** @throws ApiError 404 for an invalid record */
function recordParam({ params }: HttpContext): NotedRecord {
  const { kind, record: id } = params as { kind: string; record: string }
  if (!Object.hasOwn(NOTE_KINDS, kind) || !/^\d{1,18}$/.test(id))
    throw ApiError.detail(404, "This record isn't in the archive.")
  return { kind: kind as NoteKind, id }
}

/** @throws ApiError 404 also for notes of other accounts */
async function findOwnNote(ctx: HttpContext): Promise<Note> {
  const note = await Note.own(requireAccount(ctx).account.id, String(ctx.params.id))
  if (!note) throw ApiError.detail(404, "This note doesn't exist.")
  return note
}
