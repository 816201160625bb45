import { BaseModel, column } from '@adonisjs/lucid/orm'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { KEY } from '#app/models/dated_row'

/** The OCR text of a page, stored until all pages of the file are done. */
export default class RecognizedPage extends BaseModel {
  static override table = 'recognized_pages'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  /** Path of the file. */
  @column()
  declare path: string

  @column({ columnName: 'sha1' })
  declare sha1: string

  /** From 1. */
  @column()
  declare page: number

  /** Null if the page couldn't be recognized. */
  @column()
  declare text: string | null

  /** The recognized pages of this version of a file. */
  static ofFile({ path, sha1 }: Pick<RecognizedPage, 'path' | 'sha1'>): Promise<RecognizedPage[]> {
    return this.query().where({ path, sha1 })
  }

  /** Deletes the recognized pages of a file. */
  static async forget(
    { path }: Pick<RecognizedPage, 'path'>,
    client?: TransactionClientContract
  ): Promise<void> {
    await this.query({ client }).where({ path }).delete()
  }
}
