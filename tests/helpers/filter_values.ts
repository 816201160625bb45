import app from '@adonisjs/core/services/app'
import type { Filter } from '#api/resource'
import type { Lookup } from '#api/filters/kinds'

/** A valid value for each kind of filter. */
export function valueFor(
  { kind, valueField, relation, choices = valueField?.choices }: Filter,
  lookup: Lookup
): string {
  if (lookup === 'isnull') return 'true'
  if (['year', 'month', 'day', 'hour', 'minute', 'second'].includes(lookup)) return '1'
  const single = (): string => {
    switch (kind) {
      case 'number':
        return '1'
      case 'boolean':
      case 'nested':
        return 'True'
      case 'date':
      case 'from_day':
      case 'to_day':
        return '2020-02-29'
      case 'datetime':
        return '2020-02-29T12:00:00Z'
      case 'choice':
      case 'choices':
        return String(choices?.[0]?.value ?? 'x')
      case 'related':
        return relation!.target.key.type === 'string' ? 'x' : '1'
      case 'key':
        return valueField?.type === 'string' ? 'x' : '1'
      default:
        return 'x'
    }
  }
  return lookup === 'range' || lookup === 'in' ? `${single()},${single()}` : single()
}

/**
 * Key of an existing related record, because keys that don't exist return 400; undefined for
 * filters of other kinds, and if there are no records that everyone can read.
 */
export async function existingKey({ kind, relation }: Filter): Promise<string | undefined> {
  if (kind !== 'related' || relation!.target.ownership) return undefined
  const { key, table } = relation!.target
  const database = await app.container.make('lucid.db')
  const row = await database.from(table).select(`${key.column} as key`).first()
  return row ? String(row.key) : undefined
}
