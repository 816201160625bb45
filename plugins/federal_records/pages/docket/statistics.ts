/** A docket's row in the federal integrated database, with readable values. */
import { choiceWords } from '#api/choices'
import { formatFieldLabel } from '#api/labels'
import type { Field } from '#api/field_definitions'
import type { PageSection } from '#app/web/record_pages'

/** Fields that the docket's page already shows, or that aren't about the case. */
const LEFT_OUT = new Set([
  'resource_uri',
  'id',
  'date_created',
  'date_modified',
  'docket_number',
  'date_filed',
  'date_terminated',
  'version',
  'circuit',
  'district',
])
const THOUSANDS = new Set(['monetary_demand', 'amount_received'])

export default {
  view: 'federal_records::statistics',
  isLong: true,
  load: async ({ registry }, { idb_data: row }) => {
    if (!row) return undefined
    const values = row as Record<string, unknown>
    const { fields } = registry.get('federal-integrated-database')
    const items = Array.from(fields, ([name, field]) => {
      const value = values[name]
      const isShown = !LEFT_OUT.has(name) && value !== null && value !== ''
      return isShown && shownValue(name, field, value)
    })
    return { items: items.filter(Boolean), json: values.resource_uri }
  },
} satisfies PageSection

function shownValue(name: string, field: Field, value: unknown) {
  const label = formatFieldLabel(name)
  if (field.kind === 'value') {
    if (field.choices) return { label, value: choiceWords(field.choices, value) }
    if (field.type === 'date') return { label, value, time: true }
  }
  if (typeof value === 'boolean') return { label, value: value ? 'Yes' : 'No' }
  if (THOUSANDS.has(name)) return { label, value: dollars(Number(value)) }
  return { label, value: String(value) }
}

function dollars(thousands: number): string {
  return `$${(thousands * 1000).toLocaleString('en-US')}`
}
