import type { PluginRouteContext } from '#core/define_plugin'
import type { PageSection, RecordPages } from '#app/web/record_pages'
import { signInPath } from '#app/accounts/sessions'
import { MAX_NOTE_LENGTH, NOTE_KINDS, type NoteKind } from '../models/note.js'
import NotesController from './notes_controller.js'
import { findNoteOnRecord } from './stored_notes.js'

export default function routes({ router, pages, sessions }: PluginRouteContext): void {
  const notes = new NotesController(pages)
  router
    .group(() => {
      router.get('/profile/notes', (ctx) => notes.index(ctx)).as('notes')
      router.get('/profile/notes/:id/delete', (ctx) => notes.confirmDelete(ctx)).as('notes.confirm')
      router.post('/profile/notes/:id/delete', (ctx) => notes.destroy(ctx)).as('notes.delete')
      router.post('/profile/notes/:kind/:record', (ctx) => notes.save(ctx)).as('notes.save')
    })
    .use(sessions.signedIn)
  for (const kind of Object.keys(NOTE_KINDS) as NoteKind[])
    pages.addSection(NOTE_KINDS[kind].resource, noteSection(pages, kind))
}

/** The visitor's note on a record and its form, or a link to sign in. */
function noteSection(pages: RecordPages, kind: NoteKind): PageSection {
  return {
    view: 'notes::record_note',
    load: async (_records, { id, absolute_url: path }, visitor) => {
      if (!visitor) return { signIn: signInPath(`${String(path)}#note`) }
      const note = await findNoteOnRecord(pages, visitor.account.id, { kind, id: String(id) })
      const action = `/profile/notes/${kind}/${id}/`
      return { note, action, maxLength: MAX_NOTE_LENGTH, csrf: visitor.csrfToken }
    },
  }
}
