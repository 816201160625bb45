/**
 * Creates Lucid models from resource declarations, so that column names are declared once.
 * Models with methods extend them.
 */
import { BaseModel } from '@adonisjs/lucid/orm'
import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import { fieldColumn, hasColumn } from './columns.js'
import type { ResourceDefinition } from './define_resource.js'

/** A row whose attributes are the columns of its table. */
export type ResourceRow = LucidRow & Record<string, unknown>
export type ResourceModel = Omit<LucidModel, never> & { new (): ResourceRow }

const models = new WeakMap<ResourceDefinition, ResourceModel>()

/**
 * The model of a resource's table. Attributes have the names of the columns; timestamps stay
 * text to keep microseconds.
 */
export function resourceModel(definition: ResourceDefinition): ResourceModel {
  const known = models.get(definition)
  if (known) return known

  class Model extends BaseModel {
    static override table = definition.table
  }
  Model.boot()
  const columns = new Set(
    Object.entries(definition.fields)
      .filter(([, field]) => hasColumn(field))
      .map(([name, field]) => fieldColumn(name, field))
  )
  for (const column of columns) {
    Model.$addColumn(column, { columnName: column, isPrimary: column === 'id' })
  }
  const model = Model as unknown as ResourceModel
  models.set(definition, model)
  return model
}
