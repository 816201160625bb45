import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** An attempt to deliver an event. */
export default class WebhookAttempt extends BaseModel {
  static override table = 'webhook_attempts'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column({ ...KEY })
  declare deliveryId: number

  @column()
  declare milliseconds: number

  @column()
  declare requestHeaders: Record<string, string>

  @column()
  declare statusCode: number | null

  @column()
  declare responseBody: string

  @column()
  declare error: string

  static ofDelivery(deliveryId: number): Promise<WebhookAttempt[]> {
    return this.query().where({ deliveryId }).orderBy('id')
  }
}
