/** Errors of the plugin host, by code. */
import { test } from '@japa/runner'
import { defineResource, extendResource, type ResourceDefinition } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { definePlugin, type PluginDefinition, type PluginManifest } from '#core/define_plugin'
import { collectContributions } from '#core/contributions'
import { PluginHost } from '#core/plugin_host'
import { orderPlugins } from '#core/plugin_loader'
import { checkRequirements } from '#core/requirement_check'
import { PluginError } from '#app/support/plugin_error'
import type { AdminList } from '#app/console/admin/admin_list'
import { defineBulkTable, type BulkTable } from '#app/bulk/define_bulk_table'
import { defineJob, type JobDefinition } from '#app/jobs/define_job'
import type { Access } from '#api/gate'
import type { Version } from '#api/version'
import { extendSearchIndex, type SearchIndexDefinition } from '#app/search/define_search_index'
import type { SearchTypeDefinition } from '#app/search/define_search_type'

const plugin = (name: string, more: Partial<PluginManifest> = {}) =>
  definePlugin({ name, description: name, ...more })

const resource = (path: string, more: Partial<ResourceDefinition> = {}) =>
  defineResource({
    path,
    table: path,
    label: path,
    description: path,
    fields: { id: f.id(), name: f.text({ help: 'Name.' }) },
    ...more,
  })

const ENDPOINT = { label: 'Find', description: 'Finds.', methods: {}, answer: {} }

const bringing = (name: string, ...resources: ResourceDefinition[]) =>
  plugin(name, {
    resources: resources.map((declaration) => async () => ({ default: declaration })),
  })

/** A plugin with bulk files, by stem. */
const filling = (name: string, files: Record<string, Partial<BulkTable>>) =>
  plugin(name, {
    bulk: [
      async () => ({
        default: Object.entries(files).map(([stem, more]) =>
          defineBulkTable({ stem, table: stem, ...more })
        ),
      }),
    ],
  })

async function refusal(work: () => unknown): Promise<PluginError> {
  try {
    await work()
  } catch (error) {
    if (error instanceof PluginError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

test.group('plugin order', () => {
  test('plugins load after those they require, and otherwise by name', ({ assert }) => {
    const ordered = orderPlugins([
      plugin('zebra'),
      plugin('alerts', { requires: ['search', 'case_law'] }),
      plugin('search', { requires: ['case_law'] }),
      plugin('case_law'),
    ])
    assert.deepEqual(
      ordered.map(({ name }) => name),
      ['case_law', 'search', 'alerts', 'zebra']
    )
  })

  test('plugins also load after those named with `loadAfter`, if they exist', ({ assert }) => {
    const sheets = plugin('alpha', {
      register(host) {
        host.loadAfter('sample')
        host.loadAfter('absent')
      },
    })
    const names = (...plugins: PluginDefinition[]) => orderPlugins(plugins).map(({ name }) => name)
    assert.deepEqual(names(sheets, plugin('sample')), ['sample', 'alpha'])
    assert.deepEqual(names(sheets), ['alpha'])
  })

  test('rejects invalid requirements', async ({ assert }) => {
    const cases: [code: string, message: string, plugins: PluginDefinition[]][] = [
      ['E_DUPLICATE_PLUGIN', '"a"', [plugin('a'), plugin('a')]],
      [
        'E_UNKNOWN_REQUIREMENT',
        'plugin "a" requires "b", which is not there',
        [plugin('a', { requires: ['b'] })],
      ],
      [
        'E_CIRCULAR_REQUIREMENT',
        'a → b → c → a',
        [
          plugin('a', { requires: ['b'] }),
          plugin('b', { requires: ['c'] }),
          plugin('c', { requires: ['a'] }),
        ],
      ],
    ]
    for (const [code, message, plugins] of cases) {
      const error = await refusal(() => orderPlugins(plugins))
      assert.equal(error.code, code)
      assert.include(error.message, message)
    }
  })
})

test.group('plugin requirements', () => {
  const lazily = <T>(declaration: T) => [async () => ({ default: declaration })]
  const owner = plugin('owner', {
    resources: lazily(resource('courts', { table: 'court_rows' })),
    bulk: lazily(defineBulkTable({ stem: 'court-files', table: 'court_copies' })),
    searchIndexes: lazily({ name: 'court_index', follows: {} } as unknown as SearchIndexDefinition),
    publishes: [{ table: 'court_notes', key: 'court_id' }],
    rights: { 'courts.view': 'View courts.' },
    scopes: { court_reads: { rates: ['1/min'], description: 'Reads courts.' } },
    register: (host) => host.event('court.closed', 'A court was closed.'),
  })
  const court = { help: 'Court.' }
  const served = (access: Access) => lazily(resource('pins', { access }))
  const consumer = (table: string) =>
    lazily({ name: 'pins.seen', tables: [table], handle: async () => {} })
  const linked = (fields: ResourceDefinition['fields']) =>
    lazily(resource('pins', { fields: { id: f.id(), ...fields } }))

  const USES: [by: string, refersTo: string, manifest: Partial<PluginManifest>][] = [
    [
      '"pins.court"',
      'resource "courts"',
      { resources: linked({ court: f.link('courts', court) }) },
    ],
    [
      '"pins.courts"',
      'resource "courts"',
      { resources: linked({ courts: f.links('courts', { column: 'pin_id' }, court) }) },
    ],
    [
      '"pins.court"',
      'resource "courts"',
      { resources: lazily(resource('pins', { filters: { court: filter.related('courts') } })) },
    ],
    [
      '"pins.name"',
      'resource "courts"',
      { resources: lazily(resource('pins', { filters: { name: filter.related('courts') } })) },
    ],
    [
      'an extension of plugin "pins"',
      'resource "courts"',
      { extensions: lazily(extendResource('courts', {})) },
    ],
    [
      'a record edit of plugin "pins"',
      'resource "courts"',
      { register: (host) => host.recordEdits(lazily({ resource: 'courts', fields: [] })[0]!) },
    ],
    [
      'a holding of plugin "pins"',
      'resource "courts"',
      { register: (host) => host.holding({ label: 'Courts', resource: 'courts', path: '/' }) },
    ],
    [
      'a public name of plugin "pins"',
      'resource "courts"',
      { publicNames: lazily({ resources: { courts: { path: 'tribunals' } } }) },
    ],
    ['"pins"', 'permission "courts.view"', { resources: served({ right: 'courts.view' }) }],
    [
      '"pins"',
      'permission "courts.view"',
      { resources: served({ rightOf: { POST: 'courts.view' } }) },
    ],
    [
      '"find"',
      'permission "courts.view"',
      {
        endpoints: lazily({ ...ENDPOINT, path: 'find', access: { right: 'courts.view' } }),
      },
    ],
    [
      'the staff list "/admin/pins/"',
      'permission "courts.view"',
      { admin: lazily({ path: '/admin/pins/', right: 'courts.view' } as AdminList) },
    ],
    [
      'a menu item of plugin "pins"',
      'permission "courts.view"',
      {
        profileMenu: [{ label: 'Pins', path: '/pins/', section: 'Account', right: 'courts.view' }],
      },
    ],
    ['"pins"', 'scope "court_reads"', { resources: served({ scopes: ['court_reads'] }) }],
    ['"pins"', 'scope "court_reads"', { resources: served({ writeScope: 'court_reads' }) }],
    ['the consumer "pins.seen"', 'table "court_rows"', { consumers: consumer('court_rows') }],
    ['the consumer "pins.seen"', 'table "court_copies"', { consumers: consumer('court_copies') }],
    ['the consumer "pins.seen"', 'table "court_notes"', { consumers: consumer('court_notes') }],
    [
      'the search index "pins"',
      'table "court_rows"',
      {
        searchIndexes: lazily({
          name: 'pins',
          follows: { court_rows: {} },
        } as unknown as SearchIndexDefinition),
      },
    ],
    [
      'the search type "p"',
      'search index "court_index"',
      { searchTypes: lazily({ code: 'p', index: 'court_index' } as SearchTypeDefinition) },
    ],
    [
      'a search extension of plugin "pins"',
      'search index "court_index"',
      {
        register: (host) => host.searchExtensions(lazily(extendSearchIndex('court_index', {}))[0]!),
      },
    ],
    [
      'the bulk file "pins"',
      'bulk file "court-files"',
      { bulk: lazily(defineBulkTable({ stem: 'pins', table: 'pins', after: ['court-files'] })) },
    ],
    [
      'a listener of plugin "pins"',
      'event "court.closed"',
      {
        register: (host) =>
          host.listen('court.closed', async () => ({ default: { handler: async () => {} } })),
      },
    ],
  ]

  test('{0} needs the plugin of the {1}')
    .with(USES)
    .run(async ({ assert }, [by, refersTo, manifest]) => {
      const check = async (...plugins: PluginDefinition[]) =>
        checkRequirements(plugins, await collectContributions(plugins))
      const error = await refusal(() => check(owner, plugin('pins', manifest)))
      assert.equal(
        error.message,
        `E_MISSING_REQUIREMENT: ${by} refers to the ${refersTo} of the plugin "owner". ` +
          'Add "owner" to "requires" in plugins/pins/plugin.ts'
      )
      await check(owner, plugin('pins', { ...manifest, requires: ['owner'] }))
      // The server and registries handle names that no plugin declares.
      await check(plugin('pins', manifest))
    })

  test('requirements of a required plugin don’t count', async ({ assert }) => {
    const manifest = { resources: linked({ court: f.link('courts', court) }) }
    const plugins = [
      owner,
      plugin('between', { requires: ['owner'] }),
      plugin('pins', { ...manifest, requires: ['between'] }),
    ]
    const error = await refusal(() => PluginHost.assemble(plugins))
    assert.equal(error.code, 'E_MISSING_REQUIREMENT')
  })
})

test.group('plugin resources', () => {
  test('{0}')
    .with([
      [
        'E_DUPLICATE_RESOURCE',
        'plugins "a" and "b" both declare the resource "courts"',
        [bringing('a', resource('courts')), bringing('b', resource('courts'))],
      ],
      [
        'E_UNKNOWN_RELATION',
        '"courts.judge" refers to the resource "people"',
        [
          bringing(
            'a',
            resource('courts', { fields: { id: f.id(), judge: f.link('people', { help: 'x' }) } })
          ),
        ],
      ],
      [
        'E_UNKNOWN_RELATION',
        '"courts.judges" is scoped by "docket"',
        [
          bringing(
            'a',
            resource('courts', {
              fields: {
                id: f.id(),
                judges: f.rows({
                  table: 'x',
                  column: 'y',
                  order: 'id',
                  fields: {},
                  scopedBy: { docket: 'docket_id' },
                  help: 'x',
                }),
              },
            })
          ),
        ],
      ],
      [
        'E_UNKNOWN_RELATION',
        '"courts.note" would make records of "notes" public',
        [
          bringing(
            'a',
            resource('notes', { owned: {} }),
            resource('courts', { fields: { id: f.id(), note: f.link('notes', { help: 'x' }) } })
          ),
        ],
      ],
      [
        'E_UNKNOWN_RELATION',
        '"pins" belongs to accounts through "courts", whose records have no owner',
        [
          bringing(
            'a',
            resource('courts'),
            resource('pins', {
              owned: { through: 'court' },
              fields: { id: f.id(), court: f.link('courts', { help: 'x' }) },
            })
          ),
        ],
      ],
      [
        'E_UNKNOWN_FIELD',
        '"pins" belongs to accounts through "court", which isn\'t a link',
        [bringing('a', resource('pins', { owned: { through: 'court' } }))],
      ],
      [
        'E_UNKNOWN_RELATION',
        'extends the resource "courts"',
        [plugin('a', { extensions: [async () => ({ default: extendResource('courts', {}) })] })],
      ],
      [
        'E_UNKNOWN_FIELD',
        'filter "colour" of "courts"',
        [bringing('a', resource('courts', { filters: { colour: filter.text() } }))],
      ],
      [
        'E_UNKNOWN_FIELD',
        'filter "name" of "courts" follows a relation',
        [bringing('a', resource('courts', { filters: { name: filter.related() } }))],
      ],
      [
        'E_UNKNOWN_FIELD',
        '"courts" can be ordered by "colour"',
        [bringing('a', resource('courts', { ordering: ['colour'] }))],
      ],
      [
        'E_UNKNOWN_FIELD',
        '"courts" can be ordered by "colour"',
        [bringing('a', resource('courts', { cursor: ['colour'] }))],
      ],
      [
        'E_UNKNOWN_FIELD',
        'shows the key of "judge"',
        [
          bringing(
            'a',
            resource('courts', { fields: { id: f.id(), judge_id: f.key('judge', { help: 'x' }) } })
          ),
        ],
      ],
      [
        'E_NO_KEY',
        'has no field "id"',
        [bringing('a', resource('courts', { fields: { name: f.text({ help: 'x' }) } }))],
      ],
      [
        'E_NO_HELP',
        '"courts.name" has no help text',
        [bringing('a', resource('courts', { fields: { id: f.id(), name: f.text({ help: '' }) } }))],
      ],
      [
        'E_EXPOSED_CREDENTIAL',
        '"courts.access_key" contains a credential',
        [
          bringing(
            'a',
            resource('courts', {
              fields: { id: f.id(), access_key: f.text({ credential: true, help: 'x' }) },
            })
          ),
        ],
      ],
      [
        'E_UNUSED_SECRET',
        '"courts.password" is a secret',
        [
          bringing(
            'a',
            resource('courts', {
              fields: { id: f.id(), password: f.secret({ help: 'x' }) },
              writes: ['create'],
            })
          ),
        ],
      ],
      [
        'E_DUPLICATE_FIELD',
        'plugin "b" declares the field "courts.name", which plugin "a" already has',
        [
          bringing('a', resource('courts')),
          plugin('b', {
            requires: ['a'],
            extensions: [
              async () => ({
                default: extendResource('courts', { fields: { name: f.text({ help: 'x' }) } }),
              }),
            ],
          }),
        ],
      ],
      [
        'E_UNKNOWN_FIELD',
        'adds the field "courts.size" without "after"',
        [
          bringing('a', resource('courts')),
          plugin('b', {
            requires: ['a'],
            extensions: [
              async () => ({
                default: extendResource('courts', { fields: { size: f.integer({ help: 'x' }) } }),
              }),
            ],
          }),
        ],
      ],
      [
        'E_UNKNOWN_RIGHT',
        '"courts" requires the permission "courts.view", which no plugin declares',
        [bringing('a', resource('courts', { access: { right: 'courts.view' } }))],
      ],
      [
        'E_UNKNOWN_RIGHT',
        '"/admin/courts/" requires the permission "courts.view", which no plugin declares',
        [
          plugin('a', {
            admin: [
              async () => ({
                default: { path: '/admin/courts/', right: 'courts.view' } as AdminList,
              }),
            ],
          }),
        ],
      ],
      [
        'E_UNKNOWN_FIELD',
        'after "nothing", which does not exist',
        [
          bringing('a', resource('courts')),
          plugin('b', {
            requires: ['a'],
            extensions: [
              async () => ({
                default: extendResource('courts', {
                  fields: { size: { ...f.integer({ help: 'x' }), after: 'nothing' } },
                }),
              }),
            ],
          }),
        ],
      ],
      [
        'E_DUPLICATE_BULK_FILE',
        'both declare the bulk file "courts"',
        ['a', 'b'].map((name) =>
          plugin(name, {
            bulk: [
              async () => ({
                default: [defineBulkTable({ stem: 'courts', table: 'courts' })],
              }),
            ],
          })
        ),
      ],
      [
        'E_UNKNOWN_BULK_FILE',
        'plugin "a" orders the bulk file "courts" by "states", which no plugin declares',
        [filling('a', { courts: { after: ['states'] } })],
      ],
      [
        'E_CIRCULAR_BULK_FILES',
        'circular: courts → states → courts',
        [filling('a', { courts: { after: ['states'] }, states: { after: ['courts'] } })],
      ],
    ] as [string, string, PluginDefinition[]][])
    .run(async ({ assert }, [code, message, plugins]) => {
      const error = await refusal(() => PluginHost.assemble(plugins))
      assert.equal(error.code, code)
      assert.include(error.message, message)
    })

  test('loads bulk files after those they name, and otherwise in order', async ({ assert }) => {
    const host = await PluginHost.assemble([
      {
        ...filling('a', { dockets: { after: ['courts', 'judges'] }, pages: {}, courts: {} }),
        requires: ['b'],
      },
      filling('b', { notes: {}, judges: {}, cities: { before: ['courts'] } }),
    ])
    assert.deepEqual(
      host.bulkTables.map(({ declaration }) => declaration.stem),
      ['cities', 'courts', 'judges', 'dockets', 'pages', 'notes']
    )
  })

  test('an endpoint is declared once for each version', async ({ assert }) => {
    const serving = (name: string, ...versions: Version[]) =>
      plugin(name, {
        endpoints: [async () => ({ default: { ...ENDPOINT, path: 'find', versions } })],
      })
    const host = await PluginHost.assemble([serving('a', 'v4'), serving('b', 'v3')])
    assert.lengthOf(host.endpoints, 2)
    const twice = await refusal(() =>
      PluginHost.assemble([serving('a', 'v4'), serving('b', 'v3', 'v4')])
    )
    assert.equal(twice.code, 'E_DUPLICATE_ENDPOINT')
    const listed = [bringing('a', resource('find')), serving('b', 'v3')]
    assert.equal((await refusal(() => PluginHost.assemble(listed))).code, 'E_DUPLICATE_ENDPOINT')
  })

  test('an extension fills a slot in place and adds fields after a named field', async ({
    assert,
  }) => {
    const docket = resource('dockets', {
      fields: {
        id: f.id(),
        judge: f.slot('link', 'people', { help: 'Judge.' }),
        name: f.text({ help: 'Name.' }),
      },
      ordering: ['id'],
    })
    const addition = extendResource('dockets', {
      fields: {
        judge: f.link('people', { nullable: true, help: 'Judge.' }),
        judge_id: { ...f.key('judge', { help: 'ID of the judge.' }), after: 'judge' },
        born: { ...f.date({ nullable: true, help: 'Date.' }), after: 'name' },
      },
      filters: { judge: filter.related() },
      ordering: ['born'],
    })
    const host = await PluginHost.assemble([
      bringing('a', docket),
      plugin('b', {
        requires: ['a'],
        resources: [
          async () => ({ default: resource('people', { filters: { name: filter.text() } }) }),
        ],
        extensions: [async () => ({ default: addition })],
      }),
    ])
    const extended = host.resources.get('dockets')
    assert.deepEqual([...extended.fields.keys()], ['id', 'judge', 'judge_id', 'name', 'born'])
    assert.equal(extended.fields.get('judge')!.kind, 'link')
    assert.equal(extended.filters.get('judge')!.relation!.target.name, 'people')
    assert.deepEqual(extended.ordering, ['id', 'born'])
  })
})

test.group('plugin jobs and events', () => {
  const job = (name: string, more: Partial<JobDefinition> = {}) =>
    defineJob({ name, handler: async () => {}, ...more })
  const working = (name: string, ...jobs: JobDefinition[]) =>
    plugin(name, { jobs: [async () => ({ default: jobs })] })
  const following = (name: string, ...consumers: string[]) =>
    plugin(name, {
      consumers: [
        async () => ({
          default: consumers.map((consumer) => ({ name: consumer, handle: async () => {} })),
        }),
      ],
    })
  const listener = async () => ({ default: { handler: async () => {} } })

  test('{0}: {1}')
    .with([
      ['E_FOREIGN_JOB', '"a" declares the job "b.x"', [working('a', job('b.x'))]],
      ['E_FOREIGN_JOB', '"a" declares the job "curia.x"', [working('a', job('curia.x'))]],
      ['E_FOREIGN_JOB', '"a" declares the job "ab.x"', [working('a', job('ab.x'))]],
      ['E_BAD_JOB', '"a.Send it"', [working('a', job('a.Send it'))]],
      ['E_BAD_JOB', 'expireInSeconds', [working('a', job('a.x', { expireInSeconds: 90_000 }))]],
      ['E_DUPLICATE_JOB', '"a.x" is declared twice', [working('a', job('a.x'), job('a.x'))]],
      [
        'E_DUPLICATE_JOB',
        '"a.on.b.done"',
        [
          plugin('a', {
            requires: ['b'],
            jobs: [async () => ({ default: job('a.on.b.done') })],
            register: (host) => host.listen('b.done', listener),
          }),
          plugin('b', { register: (host) => host.event('b.done', 'B is done.') }),
        ],
      ],
      ['E_FOREIGN_CONSUMER', '"a" declares the consumer "b.x"', [following('a', 'b.x')]],
      ['E_DUPLICATE_CONSUMER', '"a.x" is declared twice', [following('a', 'a.x', 'a.x')]],
      [
        'E_UNKNOWN_EVENT',
        '"a" listens to "b.done"',
        [plugin('a', { register: (host) => host.listen('b.done', listener) })],
      ],
      [
        'E_DUPLICATE_EVENT',
        '"a" and "b" both declare the event "x.done"',
        [
          plugin('a', { register: (host) => host.event('x.done', 'x') }),
          plugin('b', { register: (host) => host.event('x.done', 'x') }),
        ],
      ],
      [
        'E_DUPLICATE_PUBLICATION',
        '"a" and "b" both publish the table "books"',
        [
          plugin('a', { publishes: ['books'] }),
          plugin('b', { publishes: [{ table: 'books', key: 'shelf_id' }] }),
        ],
      ],
    ] as [string, string, PluginDefinition[]][])
    .run(async ({ assert }, [code, message, plugins]) => {
      const error = await refusal(() => PluginHost.assemble(plugins))
      assert.equal(error.code, code)
      assert.include(error.message, message)
    })

  test('listeners are jobs named after their plugin', async ({ assert }) => {
    const assembled = await PluginHost.assemble([
      plugin('a', {
        requires: ['b'],
        register: (host) => host.listen('b.done', listener),
      }),
      plugin('b', {
        register: (host) => host.event('b.done', 'B is done.'),
        jobs: [async () => ({ default: job('b.x') })],
      }),
    ])
    const names = assembled.jobs.all().map(({ name }) => name)
    assert.includeMembers(names, ['a.on.b.done', 'b.x', 'curia.send_mail'])
    assert.deepEqual(assembled.assembled.events.listeners.get('b.done'), ['a.on.b.done'])
  })
})
