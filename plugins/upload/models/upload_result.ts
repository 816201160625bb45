import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** How long results are kept. */
const KEPT = `interval '24 hours'`

/** The result of a check (`debug`). */
export default class UploadResult extends BaseModel {
  static override table = 'upload_results'

  @column({ isPrimary: true, ...KEY })
  declare uploadId: number

  @column()
  declare dateCreated: Date

  @column({ prepare: (value: unknown) => JSON.stringify(value) })
  declare result: object

  static expired() {
    return this.query().whereRaw(`date_created <= now() - ${KEPT}`)
  }
}

/** SQL of an upload's result. @param alias of the table of uploads */
export function shownResult(alias: string): string {
  return `(SELECT r.result FROM upload_results r WHERE r.upload_id = ${alias}.id AND r.date_created > now() - ${KEPT})`
}
