import { BaseModel, column } from '@adonisjs/lucid/orm'
import { KEY } from '#app/models/dated_row'

/** The network of a visualization as JSON. */
export default class VisualizationVersion extends BaseModel {
  static override table = 'visualization_versions'

  @column({ isPrimary: true, ...KEY })
  declare id: number

  @column({ ...KEY })
  declare visualizationId: number

  @column()
  declare jsonData: string
}
