/** Compares OPTIONS of every resource with the contract file. */
import { readFile } from 'node:fs/promises'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import type { Resource } from '#api/resource'
import { sendAs, withEveryRight } from '#tests/helpers/default_caller'
import { DEVIATIONS } from './deviations.js'
import { PluginHost } from '#core/plugin_host'

interface ContractField {
  type: string
  options_type: string
  required: boolean
  read_only: boolean
  write_only?: boolean
  max_length?: number
  min_value?: number
  max_value?: number
  choices?: { value: unknown }[]
  choices_ref?: string
}

interface ContractResource {
  options_name: string
  methods_list: string[]
  methods_detail: string[]
  fields: Record<string, ContractField>
  filters: Record<
    string,
    { type: string; options_type: string; lookups: string[]; related?: string }
  >
  ordering: string[]
  cursor_ordering: string[]
  default_order: string
  page_size: number
}

interface Contract {
  resources: Record<string, ContractResource>
  choice_sets: Record<string, { value: unknown }[]>
}

interface Options {
  name: string
  actions: { POST: Record<string, Record<string, unknown> & { choices?: { value: unknown }[] }> }
  filters?: Record<string, { type: string; lookup_types: string[] | string }>
  ordering?: string[]
}

async function readContract(): Promise<Contract> {
  return JSON.parse(await readFile(new URL('resources.json', import.meta.url), 'utf8'))
}

/** Resources of third-party plugins aren't in the contract. */
async function declaredResources(): Promise<Resource[]> {
  const { resources } = await readContract()
  const host = await app.container.make(PluginHost)
  // For tables without an endpoint, the contract has only columns.
  return host.resources.all().filter(({ path }) => resources[path]?.options_name !== undefined)
}

test.group('contract file', (group) => {
  // Some resources require an account.
  sendAs(group, withEveryRight)

  test('OPTIONS of every resource lists the fields, filters, and orderings of the contract', async ({
    client,
    assert,
  }) => {
    const contract = await readContract()
    const found: string[] = []
    const resources = await declaredResources()
    const declared = new Set(resources.map(({ path }) => path))
    for (const resource of resources) {
      const response = await client.options(`/api/rest/v4/${resource.path}/`)
      response.assertStatus(200)
      const expected = contract.resources[resource.path]!
      found.push(
        ...compare(resource, expected, response.body(), contract, declared).map(
          (what) => `${resource.path}: ${what}`
        )
      )
    }
    const unexplained = found.filter(
      (text) => !DEVIATIONS.some(({ matches }) => matches.test(text))
    )
    assert.deepEqual(unexplained, [])
    const named = (matches: RegExp) =>
      Object.keys(contract.resources).filter((path) => matches.source.includes(path))
    for (const { matches, resource } of DEVIATIONS)
      if (resource ? declared.has(resource) : named(matches).every((path) => declared.has(path)))
        assert.isTrue(
          found.some((text) => matches.test(text)),
          `no longer differs: ${matches}`
        )
  })
})

function compare(
  resource: Resource,
  expected: ContractResource,
  options: Options,
  contract: Contract,
  declared: Set<string>
): string[] {
  const fields = options.actions.POST
  return [
    ...differ('name', [options.name], [expected.options_name]),
    ...differ('fields', Object.keys(fields), Object.keys(expected.fields)),
    ...Object.entries(expected.fields).flatMap(([name, field]) =>
      compareField(name, fields[name], field, contract)
    ),
    ...compareFilters(options.filters ?? {}, expected.filters, declared),
    ...differ('ordering', options.ordering ?? [], expected.ordering),
    ...differ('cursor', resource.cursor, expected.cursor_ordering),
    ...differ('default order', [resource.defaultOrder], [expected.default_order]),
    ...differ('page size', [resource.pageSize], [expected.page_size]),
    ...differ('methods of the list', resource.methods('list'), expected.methods_list),
    ...differ('methods of the record', resource.methods('detail'), expected.methods_detail),
  ]
}

function differ(what: string, actual: unknown[], expected: unknown[]): string[] {
  return JSON.stringify(actual) === JSON.stringify(expected)
    ? []
    : [`${what}: ${actual.join(', ')} instead of ${expected.join(', ')}`]
}

function compareField(
  name: string,
  actual: Options['actions']['POST'][string] | undefined,
  expected: ContractField,
  { choice_sets: sets }: Contract
): string[] {
  if (!actual) return []
  const choices =
    expected.choices ?? (expected.choices_ref ? sets[expected.choices_ref] : undefined)
  const pairs: [string, unknown, unknown][] = [
    ['type', actual.type, expected.options_type],
    ['required', actual.required, expected.required],
    ['read_only', actual.read_only, expected.read_only],
    ['max_length', actual.max_length, expected.max_length],
    ['min_value', actual.min_value, expected.min_value],
    ['max_value', actual.max_value, expected.max_value],
  ]
  return [
    ...pairs
      .filter(([, is, should]) => is !== should)
      .map(([what, is, should]) => `field ${name} has ${what} ${is} instead of ${should}`),
    ...differ(
      `field ${name} choices`,
      (actual.choices ?? []).map(({ value }) => value),
      (choices ?? []).map(({ value }) => value)
    ),
  ]
}

function compareFilters(
  actual: NonNullable<Options['filters']>,
  expected: ContractResource['filters'],
  declared: Set<string>
): string[] {
  const differences: string[] = []
  for (const [name, { options_type: type, lookups, related }] of Object.entries(expected)) {
    const filter = actual[name]
    if (!filter) {
      // A relation to the data set of a removed plugin.
      if (related && !declared.has(related)) continue
      differences.push(`filter ${name} is missing`)
      continue
    }
    if (filter.type !== type && !(type === 'CharFilter' && filter.type === 'ModelChoiceFilter')) {
      differences.push(`filter ${name} is ${filter.type} instead of ${type}`)
    }
    if (related) {
      if (!String(filter.lookup_types).includes(related))
        differences.push(`filter ${name} does not lead to ${related}`)
    } else if (JSON.stringify(filter.lookup_types) !== JSON.stringify(lookups)) {
      differences.push(
        `filter ${name} has lookups ${[filter.lookup_types].flat().join(', ')} instead of ${lookups.join(', ')}`
      )
    }
  }
  return [
    ...differences,
    ...Object.keys(actual)
      .filter((name) => !(name in expected))
      .map((name) => `filter ${name} is not in the contract`),
  ]
}
