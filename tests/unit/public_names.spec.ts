/** Combining public names, and the errors the host reports. */
import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { ApiError } from '#app/support/api_error'
import { defineResource, extendResource, type ResourceDefinition } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { defineBulkTable } from '#app/bulk/define_bulk_table'
import { definePublicNames, type PublicNames } from '#app/names/define_public_names'
import { Names, withPublicKeys } from '#app/names/names'
import { defineWebhookEvent } from '#app/webhooks/define_webhook_event'
import { definePlugin, type PluginDefinition } from '#core/define_plugin'
import { PluginError } from '#app/support/plugin_error'
import { PluginHost } from '#core/plugin_host'
import { loadHost } from '#core/plugin_loader'

const lazy =
  <T>(value: T) =>
  async () => ({ default: value })

const files = defineResource({
  path: 'files',
  table: 'files',
  label: 'File',
  description: 'Files.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    shelf: f.link('shelves', { help: 'Shelf.' }),
    shelf_id: f.key('shelf', { help: 'ID of the shelf.' }),
    file_number: f.text({ help: 'Number.' }),
    sort_key: f.integer({ column: 'position', help: 'Sort key.' }),
    pages: f.rows({
      table: 'pages',
      column: 'file_id',
      order: 'id',
      scopedBy: { shelf: 'shelf_id' },
      fields: { shelf: f.link('shelves', { help: 'Shelf.' }) },
      help: 'Pages.',
    }),
  },
  filters: {
    file_number: filter.text(),
    number: filter.text({ field: 'file_number' }),
    shelf: filter.related(),
    box: filter.related('shelves'),
  },
  ordering: ['id', 'sort_key'],
  defaultOrder: '-sort_key',
})
const shelves = defineResource({
  path: 'shelves',
  table: 'shelves',
  label: 'Shelf',
  description: 'Shelves.',
  fields: { id: f.id(), name: f.text({ help: 'Name.' }) },
  filters: { name: filter.text() },
})

const library = (names: PublicNames, more: Partial<PluginDefinition> = {}) =>
  definePlugin({
    name: 'library',
    description: 'library',
    resources: [lazy(files), lazy(shelves)],
    publicNames: [lazy(definePublicNames(names))],
    ...more,
  })

const NAMES: PublicNames = {
  resources: {
    files: {
      path: 'records',
      label: 'Record',
      names: { file_number: 'record_number', sort_key: 'rank', shelf: 'rack', box: 'crate' },
    },
    shelves: { path: 'racks' },
  },
}

test.group('public names', () => {
  test('rename fields, filters, orderings, and paths, but not columns', async ({ assert }) => {
    const { publicCatalog, resources } = await PluginHost.assemble([library(NAMES)])
    const record = publicCatalog.resources.get('records')
    assert.equal(record.label, 'Record')
    assert.deepEqual(
      [...record.fields.keys()],
      ['resource_uri', 'id', 'rack', 'shelf_id', 'record_number', 'rank', 'pages']
    )
    assert.containsSubset(record.fields.get('record_number'), { column: 'file_number' })
    assert.containsSubset(record.fields.get('rank'), { column: 'position' })
    assert.containsSubset(record.fields.get('rack'), { resource: 'racks', column: 'shelf_id' })
    assert.containsSubset(record.fields.get('shelf_id'), { link: 'rack' })
    assert.containsSubset(record.fields.get('pages'), {
      scopedBy: { rack: 'shelf_id' },
      fields: { shelf: { resource: 'racks' } },
    })
    const columns = [...record.filters].map(([name, { column }]) => [name, column])
    assert.deepEqual(Object.fromEntries(columns), {
      record_number: 'file_number',
      number: 'file_number',
      rack: 'shelf_id',
      crate: 'box_id',
    })
    assert.equal(record.filters.get('crate')!.relation!.column, 'box_id')
    assert.equal(record.filters.get('crate')!.relation!.target.name, 'racks')
    assert.deepEqual(record.ordering, ['id', 'rank'])
    assert.equal(record.defaultOrder, '-rank')
    assert.equal(publicCatalog.ownPath('records'), 'files')
    assert.isTrue(resources.get('files').fields.has('file_number'))
  })

  test('of a field added by a plugin are declared by that plugin', async ({ assert }) => {
    const addition = extendResource('files', {
      fields: { color: { ...f.text({ help: 'Color.' }), after: 'file_number' } },
      filters: { color: filter.text() },
      ordering: ['color'],
    })
    const painter = definePlugin({
      name: 'painter',
      description: 'painter',
      requires: ['library'],
      extensions: [lazy(addition)],
      publicNames: [lazy({ resources: { files: { names: { color: 'paint' } } } })],
    })
    const { publicCatalog } = await PluginHost.assemble([library(NAMES), painter])
    const { fields, filters, ordering } = publicCatalog.resources.get('records')
    assert.deepEqual([...fields.keys()].slice(4, 7), ['record_number', 'paint', 'rank'])
    assert.isTrue(filters.has('paint'))
    assert.include(ordering, 'paint')
  })

  test('must have an existing own name and a unique public name: {0}')
    .with([
      ['E_UNKNOWN_NAME', 'the resource "maps"', { resources: { maps: { path: 'charts' } } }],
      ['E_UNKNOWN_NAME', '"files.colour"', { resources: { files: { names: { colour: 'x' } } } }],
      ['E_UNKNOWN_NAME', 'the endpoint "find"', { endpoints: { find: 'seek' } }],
      ['E_UNKNOWN_NAME', 'the search index "maps"', { search: { maps: { a: 'b' } } }],
      [
        'E_DUPLICATE_NAME',
        '"files.id" and "files.file_number" both have the public name "id"',
        { resources: { files: { names: { file_number: 'id' } } } },
      ],
      [
        'E_DUPLICATE_NAME',
        'both have the public path "shelves"',
        { resources: { files: { path: 'shelves' } } },
      ],
    ] as [string, string, PublicNames][])
    .run(async ({ assert }, [code, message, names]) => {
      const error = await PluginHost.assemble([library(names)]).catch((refusal: unknown) => refusal)
      assert.instanceOf(error, PluginError)
      assert.equal((error as PluginError).code, code)
      assert.include((error as PluginError).message, message)
    })

  test('must be declared once', async ({ assert }) => {
    const other = definePlugin({
      name: 'other',
      description: 'other',
      requires: ['library'],
      publicNames: [lazy({ resources: { files: { names: { file_number: 'x' } } } })],
    })
    await assert.rejects(
      () => PluginHost.assemble([library(NAMES), other]),
      'E_DUPLICATE_NAME: plugin "other" declares a public name for "files.file_number", which already has one'
    )
  })

  test('are those of the columns in bulk files', async ({ assert }) => {
    const table = defineBulkTable({ stem: 'files', table: 'files', renames: { a: 'b' } })
    const host = await PluginHost.assemble([library(NAMES, { bulk: [lazy([table])] })])
    assert.deepEqual(host.bulkTables[0]!.declaration.renames, {
      record_number: 'file_number',
      rank: 'position',
      rack: 'shelf_id',
      a: 'b',
    })
  })

  test('apply to the hooks of a resource', async ({ assert }) => {
    const seen: unknown[] = []
    const guarded: ResourceDefinition = {
      ...files,
      guard: ({ filters }) => {
        seen.push([...filters.keys()])
        throw new ApiError(400, { file_number: ['Give file_number or file_number__in.'] })
      },
      rewrite: (parameter, value) => `${parameter}=${value}`,
      hooks: {
        create: async ({ values, publicNames }, save) => {
          seen.push(values, publicNames)
          await save()
        },
      },
    }
    const { publicCatalog, resources } = await PluginHost.assemble([
      library(NAMES, { resources: [lazy(guarded), lazy(shelves)] }),
    ])
    const { guard, rewrite, hooks } = publicCatalog.resources.get('records')
    const filters = new Map([
      ['record_number__in', ['1']],
      ['rack__name!', ['a']],
    ])
    const error = await Promise.resolve(guard!({ ctx: {} as never, filters })).catch(
      (refusal) => refusal
    )
    assert.deepEqual(error.body, { record_number: ['Give record_number or record_number__in.'] })
    assert.equal(rewrite!('record_number__in', '1'), 'file_number__in=1')
    const values = { file_number: '1' }
    await hooks.create!(
      { trx: {} as never, values, answer: {}, wrong: {}, headers: {} },
      async () => ({})
    )
    assert.deepEqual(seen, [['file_number__in', 'shelf__name!'], values, true])
    assert.isUndefined(resources.get('shelves').hooks.create)
  })

  test('apply to event payloads that contain the resource', async ({ assert }) => {
    const event = (resources: string[]) =>
      defineWebhookEvent({
        code: 100,
        name: 'file.added',
        label: 'added file',
        description: 'A file was added.',
        versions: [1],
        shows: { resources },
        example: () => ({}),
      })
    const assembled = (names: PublicNames, ...shown: string[]) =>
      PluginHost.assemble([library(names, { webhooks: [lazy(event(shown))] })])
    const {
      assembled: { webhookEvents: events },
    } = await assembled(NAMES, 'files', 'shelves')
    const names = events.publicNames(events.get('file.added'))
    assert.deepEqual(withPublicKeys({ sort_key: 1, id: 2 }, names), { rank: 1, id: 2 })
    await assert.rejects(() => assembled(NAMES, 'maps'), /E_BAD_WEBHOOK_EVENT.*"maps"/)
    const apart = { files: { names: { id: 'key' } }, shelves: { names: { id: 'number' } } }
    await assert.rejects(
      () => assembled({ resources: apart }, 'files', 'shelves'),
      /E_DUPLICATE_NAME.*"key" and "number"/
    )
  })

  test('of JSON keys are applied at every depth; values stay unchanged', ({ assert }) => {
    const names = new Names({ own: 'theirs' })
    assert.deepEqual(withPublicKeys({ own: [{ own: 'own', other: null }] }, names), {
      theirs: [{ theirs: 'own', other: null }],
    })
  })
})

test.group('the page on public names', () => {
  const page = readFileSync(
    new URL('../../resources/docs/courtlistener.md', import.meta.url),
    'utf8'
  )

  test('lists exactly the declarations of the plugins', async ({ assert }) => {
    const { resources, publicCatalog } = await loadHost()
    const rows = publicCatalog.resources.all().flatMap((published) => {
      const own = resources.get(publicCatalog.ownPath(published.path))
      const fields = [...published.fields.keys()]
      const names = [...own.fields.keys()].flatMap((name, index) =>
        fields[index] === name ? [] : [[own.path, name, fields[index]!]]
      )
      return own.path === published.path ? names : [[own.path, 'path', published.path], ...names]
    })
    const table = /\| Resource .+?\n\n/s.exec(page)![0]
    const listed = table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll('`', ''))
      )
    assert.sameDeepMembers(
      listed.filter(([path]) => resources.all().some((resource) => resource.path === path)),
      rows
    )
  })
})
