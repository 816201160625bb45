/**
 * Pages of people.
 */
import type { Records, ShownRecord } from '#api/records'
import type { PluginRouteContext } from '#core/define_plugin'
import { photoPath } from '../resources/person.js'
import { POSITION_TYPES } from '../resources/codes.js'

export default function routes({ pages }: PluginRouteContext): void {
  pages.add(['/person/:id/:slug?'], {
    resource: 'people',
    view: 'people::person',
    title: nameOf,
    load: async (records, person) => ({
      photo: person.has_photo ? `/storage/${photoPath(person.id)}` : null,
      positions: await positionsOf(records, person),
    }),
  })
}

function nameOf({ name_first: first, name_middle: middle, name_last: last }: ShownRecord): string {
  return [first, middle, last].filter(Boolean).join(' ')
}

async function positionsOf(records: Records, { id }: ShownRecord) {
  const positions = await records.list(
    'positions',
    { person: String(id) },
    { order: 'date_start', omit: 'person,predecessor,supervisor,court__notes' }
  )
  return positions.map((position) => ({
    ...position,
    post:
      position.job_title ||
      POSITION_TYPES.find(({ value }) => value === position.position_type)?.display_name ||
      'Position',
    place:
      (position.court as { full_name: string } | null)?.full_name ??
      (position.school as { name: string } | null)?.name ??
      position.organization_name,
  }))
}
