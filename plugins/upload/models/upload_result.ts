import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** How long a result is shown and kept. */
const KEPT = `interval '24 hours'`

/** What the check of an upload found. */
export default class UploadResult extends BaseModel {
  static override table = 'upload_results'

  @column({ isPrimary: true, ...KEY })
  declare uploadId: number

  @column()
  declare dateCreated: Date

  @column({ prepare: (value: unknown) => JSON.stringify(value) })
  declare result: object

  /** Results whose time is up. */
  static expired() {
    return this.query().whereRaw(`date_created <= now() - ${KEPT}`)
  }
}

/** SQL of an upload's result by the alias of its row. */
export function shownResult(alias: string): string {
  return `(SELECT r.result FROM upload_results r WHERE r.upload_id = ${alias}.id AND r.date_created > now() - ${KEPT})`
}
