import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import { DatedRow, KEY } from '#app/models/dated_row'

/** Maximum notes per account. */
export const MAX_NOTES = 5_000

/** Maximum characters in a note. */
export const MAX_NOTE_LENGTH = 20_000

/** The fields of a note that link to its record, by kind of record. */
export const NOTE_KINDS = {
  cluster: { resource: 'clusters', column: 'clusterId', label: 'Decision' },
  docket: { resource: 'dockets', column: 'docketId', label: 'Docket' },
  document: { resource: 'archive-documents', column: 'documentId', label: 'Document' },
} as const

export type NoteKind = keyof typeof NOTE_KINDS

/** The record of a note. */
export interface NotedRecord {
  kind: NoteKind
  id: string
}

/** A note of an account on one record. */
export default class Note extends DatedRow {
  static override table = 'user_notes'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  @column({ ...KEY })
  declare userId: number

  @column({ ...KEY })
  declare clusterId: number | null

  @column({ ...KEY })
  declare docketId: number | null

  @column({ ...KEY })
  declare documentId: number | null

  @column()
  declare text: string

  /** The record that it is about. */
  get record(): NotedRecord {
    const kinds = Object.keys(NOTE_KINDS) as NoteKind[]
    const kind = kinds.find((one) => this[NOTE_KINDS[one].column] !== null)!
    return { kind, id: String(this[NOTE_KINDS[kind].column]) }
  }

  /** Finds an account's note on a record. */
  static onRecord(
    userId: number,
    { kind, id }: NotedRecord,
    options?: ModelAdapterOptions
  ): Promise<Note | null> {
    return this.query(options)
      .where({ userId, [NOTE_KINDS[kind].column]: id })
      .first()
  }

  /** Finds an account's note by its ID. */
  static async own(userId: number, id: string): Promise<Note | null> {
    return /^\d{1,18}$/.test(id) ? this.query().where({ userId, id }).first() : null
  }
}
