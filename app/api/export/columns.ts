import { fieldChoices } from '../choices.js'
import type { Resource } from '../resource.js'
import type { Selection } from '../select/selection.js'
import type { ExportColumn } from './csv.js'

/** The columns of a list: the fields of its records, in their order. */
export function columnsOf({ fields }: Resource, selection: Selection): ExportColumn[] {
  return [...fields].flatMap(([name, field]) => {
    if (field.writeOnly || field.kind === 'responseOnly' || !selection.has(name)) return []
    if (field.include && !selection.included.has(field.include)) return []
    return [{ name, choices: fieldChoices(field) }]
  })
}
