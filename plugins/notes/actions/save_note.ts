import type { FormWrite } from '#app/console/form_writes'
import Note, { type NotedRecord } from '../models/note.js'

/** Creates or changes the caller's note on a record by the API's rules. */
export class SaveNote {
  /** @throws ApiError for invalid values */
  async handle(
    { trx, writer, caller }: FormWrite,
    record: NotedRecord,
    text: string
  ): Promise<void> {
    const resource = writer.registry.get('notes')
    const note = await Note.onRecord(caller.account.id, record, { client: trx })
    await (note
      ? writer.update(trx, resource, String(note.id), { caller, body: { text }, partial: true })
      : writer.create(trx, resource, { caller, body: { [record.kind]: record.id, text } }))
  }
}
