import { column } from '@adonisjs/lucid/orm'
import type { ModelAdapterOptions } from '@adonisjs/lucid/types/model'
import { DatedRow, KEY } from '#app/models/dated_row'

const ID = /^\d{1,18}$/
/** Deliveries per page of the log. */
const PAGE = 20

export interface LogFilter {
  /** ID; only earlier deliveries are returned. */
  before?: string
  status?: number
  /** True for test events only, false for live events only. */
  debug?: boolean
}

/** The delivery of an event to an endpoint. */
export default class WebhookDelivery extends DatedRow {
  static override table = 'webhook_deliveries'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column()
  declare dateCreated: Date

  @column()
  declare dateModified: Date

  @column({ ...KEY })
  declare webhookId: number

  /** The same for every attempt and resend. */
  @column()
  declare eventId: string

  @column()
  declare status: number

  /** Whether it is a test event. */
  @column()
  declare debug: boolean

  @column({ ...KEY })
  declare replayOf: number | null

  @column()
  declare body: string

  @column()
  declare attempts: number

  @column()
  declare nextAttempt: Date | null

  @column()
  declare statusCode: number | null

  @column()
  declare dateDelivered: Date | null

  /** A page of an endpoint's log, newest first, without bodies. */
  static async log(
    webhookId: number,
    { before, status, debug }: LogFilter,
    options?: ModelAdapterOptions
  ): Promise<{ deliveries: WebhookDelivery[]; more: boolean }> {
    const rows = await this.query(options)
      .where({ webhookId })
      .if(before && ID.test(before), (logged) => logged.where('id', '<', before!))
      .if(status !== undefined, (logged) => logged.where({ status }))
      .if(debug !== undefined, (logged) => logged.where({ debug }))
      .select('id', 'date_created', 'status', 'debug', 'attempts', 'next_attempt', 'status_code')
      .orderBy('id', 'desc')
      .limit(PAGE + 1)
    return { deliveries: rows.slice(0, PAGE), more: rows.length > PAGE }
  }

  /** @returns null for invalid IDs and deliveries of other endpoints */
  static async findByWebhook(
    webhookId: number,
    id: string,
    options?: ModelAdapterOptions
  ): Promise<WebhookDelivery | null> {
    return ID.test(id) ? this.query(options).where({ id, webhookId }).first() : null
  }
}
