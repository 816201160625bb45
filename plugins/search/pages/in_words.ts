/** A search that is kept somewhere, as people read it. */
import type { ApplicationService } from '@adonisjs/core/types'
import { Parameters } from '#api/parameters'
import { searchServices } from '../services.js'
import { addressOf } from './address.js'
import { chipsOf } from './chips.js'

/**
 * @param query parameters of a search, as an address has them
 * @returns what it looks for and what narrows it: `Case law`, `Words: miranda`, `Court: Supreme Court …`
 */
export async function searchInWords(query: string, app: ApplicationService): Promise<string[]> {
  const services = await searchServices(app)
  const parameters = new Parameters(query, 'v4')
  const { types } = services.declarations
  const code = parameters.filters.get('type')?.at(-1)
  const type = types.find((one) => one.code === code) ?? types[0]!
  const address = addressOf(parameters, type.code, '')
  const q = address.typed('q')
  const chips = await chipsOf(type, address, services.service.reader)
  return [
    type.label,
    ...(q ? [`Words: ${q}`] : []),
    ...chips.map(({ label, value }) => `${label}: ${value}`),
  ]
}
