/**
 * Records of the simulated public service: each has the fields of the contract, under the names
 * of the public service, with the values that this service uses for missing data.
 */
import { namedResources, publicName, type NamedField } from '#tests/helpers/named_keys'

export type Json = Record<string, unknown>

/** A field of the contract. */
interface ContractField extends NamedField {
  type: string
  nullable?: boolean
  null_in_data?: boolean
  empty_is_null_real?: boolean
  write_only?: boolean
  choices?: { value: unknown }[]
}

interface ContractResource {
  fields: Record<string, ContractField>
  filters?: Record<string, unknown>
  real_path: string
  cursor_ordering?: string[]
  auth_real?: string
}

/** A resource of the simulated service. */
export interface SimulatedResource {
  /** Name in the API, which is also its path. */
  path: string
  fields: Map<string, ContractField>
  /** Null for lists that ignore all parameters. */
  filters: Set<string> | null
  cursor: string[]
  needsAccount: boolean
  /** Names of the public service, by those of the contract. */
  publicNames: Map<string, string>
}

/** The resources with records that aren't those of accounts. */
const RESOURCES =
  /^(courts|people|schools|positions|retention-events|educations|political-affiliations|sources|aba-ratings|originating-court-information|bankruptcy-information|federal-integrated-database|tag|dockets|clusters|opinions|opinions-cited|docket-entries|archive-documents|parties|attorneys|audio|financial-disclosures|investments|disclosure-positions|agreements|non-investment-incomes|spouse-incomes|reimbursements|gifts|debts)$/

/** Reads the resources of the contract. */
export async function readResources(): Promise<Map<string, SimulatedResource>> {
  const contract = (await namedResources()) as unknown as Record<string, ContractResource>
  const found = new Map<string, SimulatedResource>()
  for (const [name, resource] of Object.entries(contract)) {
    if (!RESOURCES.test(name)) continue
    const path = resource.real_path.slice(1, -1)
    const named = Object.entries({ ...resource.filters, ...resource.fields } as Json)
    const publicNames = new Map(
      named.map(([own, field]) => [own, publicName(field as NamedField) ?? own])
    )
    const fields = Object.entries(resource.fields).filter(([, field]) => !field.write_only)
    found.set(path, {
      path,
      fields: new Map(fields.map(([own, field]) => [publicNames.get(own)!, field])),
      filters:
        resource.filters && Object.keys(resource.filters).length
          ? new Set(Object.keys(resource.filters).map((own) => publicNames.get(own)!))
          : null,
      cursor: resource.cursor_ordering ?? [],
      needsAccount: resource.auth_real === 'required',
      publicNames,
    })
  }
  return found
}

/**
 * Builds a record with all fields of its resource.
 *
 * @param base URL of the API's version
 */
export function makeRecord(
  { path, fields }: SimulatedResource,
  base: string,
  given: Json & { id: number | string }
): Json {
  const record: Json = {}
  for (const [name, field] of fields) record[name] = emptyValue(field)
  if ('resource_uri' in record) record.resource_uri = `${base}${path}/${given.id}/`
  // Fields that other servers don't have, which the service may add at any time.
  return { ...record, ...given, field_added_later: 'new' }
}

function emptyValue(field: ContractField): unknown {
  if (field.type === 'list') return []
  if (field.null_in_data || field.nullable || field.empty_is_null_real) return null
  switch (field.type) {
    case 'string':
      return field.choices?.[0]?.value ?? ''
    case 'integer':
    case 'float':
      return field.choices?.[0]?.value ?? 0
    case 'boolean':
      return false
    case 'datetime':
      return '1749-12-31T16:07:02-07:52'
    default:
      return null
  }
}
