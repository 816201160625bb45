/**
 * Every operation with a body, under both roots, with generated values: the server accepts only
 * bodies that conform to the declared schema, rejects only bodies that the schema or a documented
 * rule forbids, and each response conforms to its declaration.
 */
import { test } from '@japa/runner'
import { OWN_ROOT } from '#api/roots'
import { listOperations, type Operation } from '#tests/helpers/openapi_operations'
import { searchReady } from '#tests/helpers/search_indexes'
import { refused, scriptRegistry } from '#plugins/fetch/tests/scripted_registry'
import { clientSamples, makeOwnRecords } from './client_samples.js'
import type { Samples } from './client_requests.js'
import type { Body } from './write_bodies.js'
import {
  findResponseProblems,
  makeParents,
  openContext,
  ROOTS,
  send,
  tryOperation,
  type Context,
} from './write_trials.js'

/** Emails are signed by their sender; they are tested with the plugin. */
const LEFT_OUT = ['archive-email']

/** A valid body of each operation that creates, by its path under Curia's own root. */
function validBodies(samples: Samples, own: Record<string, number>): Record<string, Body> {
  const number = (name: string) => Number(samples[name])
  return {
    'alerts': { name: 'Alert', query: 'q=order&type=o', rate: 'dly' },
    'archive': {
      court: samples['docket.court'],
      registry_case_id: samples['docket.case'],
      upload_type: 1,
    },
    'archive-fetch': {
      request_type: 2,
      registry_username: 'reader',
      registry_password: 'password',
      recap_document: number('unavailable.id'),
    },
    'citation-lookup': { text: samples['citation.text'] },
    'docket-alerts': { docket: number('docket.id') },
    'docket-tags': { docket: number('docket.id'), tag: own.tag },
    'increment-event': { label: `d.${samples['docket.id']}:view` },
    'notes': { docket: number('docket.id'), text: 'A note' },
    'prayers': { recap_document: number('unavailable.id') },
    'search': { embedding: Array.from({ length: 768 }, (_, at) => (at ? 0 : 1)) },
    'tags': { name: 'valid' },
    'visualizations': {
      title: 'Map',
      cluster_start: `/api/rest/v4/clusters/${samples['newer.cluster']}/`,
      cluster_end: `/api/rest/v4/clusters/${samples['older.cluster']}/`,
    },
    'webhook-deliveries': { webhook: own.webhook },
    'webhook-secrets': { webhook: own.webhook },
    'webhooks': { url: 'https://example.org/hook', event_type: 2 },
  }
}

/** A name under a root. */
function nameUnder(root: string, name: string): string {
  return root === OWN_ROOT ? name : name.replace(/^registry_/, 'pacer_')
}

test.group('OpenAPI: accepted and rejected bodies', (group) => {
  group.setup(searchReady)
  group.setup(async () => {
    const registry = await scriptRegistry()
    registry.session.document = registry.session.receipt = async () => {
      throw refused('not_a_pdf')
    }
    return () => registry.restore()
  })

  test('under {$self}')
    .with(ROOTS)
    .run(async ({ client, assert }, root) => {
      const context = await openContext(client, root)
      const samples = await clientSamples()
      const bodies = validBodies(samples, await makeParents(context))
      const problems: string[] = []
      const counts = new Map<string, number>()
      for (const operation of listOperations(context.document)) {
        const [type] = Object.keys(operation.bodies)
        const path = ownPath(context, operation)
        if (!type || LEFT_OUT.includes(path)) continue
        const valid = Object.fromEntries(
          Object.entries(bodies[path] ?? {}).map(([name, value]) => [nameUnder(root, name), value])
        )
        const found = await tryOperation(context, operation, { type, path, valid, counts })
        problems.push(...found)
      }
      if (process.env.CURIA_SHOW_RESPONSES)
        console.log(problems.join('\n'), counts, process.cpuUsage())
      assert.deepEqual([...new Set(problems)].slice(0, 60), [])
      for (const outcome of ['accepted', 'forbidden', 'rule'])
        assert.isAbove(counts.get(outcome) ?? 0, 20, outcome)
    })
    .timeout(600_000)

  test('lists and records that require an account, under {$self}')
    .with(ROOTS)
    .run(async ({ client, assert }, root) => {
      const context = await openContext(client, root)
      const { account, catalog, document } = context
      await makeOwnRecords(client, account, await clientSamples())
      await makeParents(context)
      const problems: string[] = []
      const empty: string[] = []
      const operations = listOperations(document)
      for (const { path, ownership, access } of catalog.resources.all()) {
        if (!ownership && !access.account) continue
        for (const include of ['', 'include=note,follow_appeals,details,result']) {
          const list = operations.find((each) => each.path === `/${path}/` && each.method === 'get')
          if (!list) continue
          const url = `${root}v4/${path}/`
          const names = include && offeredBy(list, include)
          const response = await send(context, 'get', `${url}?${names}`, undefined)
          problems.push(...findResponseProblems(context, list, response, `${url}?${names}`))
          const [first] = response.body().results ?? []
          if (!first) empty.push(path)
          const detail = operations.find(
            (each) => each.path === `/${path}/{id}/` && each.method === 'get'
          )
          if (!first || !detail) continue
          const one = await send(context, 'get', `${url}${first.id}/`, undefined)
          problems.push(...findResponseProblems(context, detail, one, `${url}${first.id}/`))
        }
      }
      assert.deepEqual(problems, [])
      assert.isBelow(new Set(empty).size, 4, [...new Set(empty)].join())
    })
    .timeout(120_000)
})

/** The names of an `include` parameter that a list accepts. */
function offeredBy({ parameters }: Operation, include: string): string {
  const offered = parameters.find(({ name }) => name === 'include')?.description ?? ''
  const names = include
    .slice('include='.length)
    .split(',')
    .filter((name) => offered.includes(`\`${name}\``))
  return names.length ? `include=${names.join(',')}` : ''
}

function ownPath({ catalog }: Context, { path }: Operation): string {
  return catalog.ownPath(path.replaceAll(/^\/|\/$|\/\{id\}\/$/g, ''))
}
