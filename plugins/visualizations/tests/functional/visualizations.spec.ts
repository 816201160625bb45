/**
 * `/visualizations/` and `/visualizations/json/` (specification,
 * Visualizations; tags-visualizations 2).
 */
import app from '@adonisjs/core/services/app'
import { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { makeAccount, type TestAccount } from '#tests/helpers/accounts'
import { MAX_VISUALIZATIONS } from '../../limits.js'
import { DIAMOND, makeCitations, type MadeCitations } from '../citation_fixtures.js'

const LIST = '/api/rest/v4/visualizations/'
const NOT_THERE = 'Invalid hyperlink - Object does not exist.'

test.group('visualizations', (group) => {
  let owner: TestAccount
  let other: TestAccount
  let made: MadeCitations

  group.setup(async () => {
    owner = await makeAccount()
    other = await makeAccount()
  })
  group.each.setup(async () => {
    const database = await app.container.make('lucid.db')
    await database.from('visualizations').delete()
    made = await makeCitations({
      ...DIAMOND,
      Later: { year: 1990, cites: ['D'] },
      State: { year: 1985, court: 'ca1', cites: ['A'] },
    })
    return () => made.remove()
  })

  async function ask(method: string, url: string, body?: object, account?: TestAccount) {
    const client = new ApiClient(address())
    const request = client.request(url, method)
    if (account) request.header('authorization', account.authorization)
    return body ? request.json(body) : request
  }
  const address = () => `http://${process.env.HOST}:${process.env.PORT}`
  const urlOf = (name: string) => `${address()}/api/rest/v4/clusters/${made.clusters.get(name)}/`
  const ends = (start: string, end: string) => ({
    title: 'Privacy & Liberty',
    cluster_start: urlOf(start),
    cluster_end: urlOf(end),
  })
  const create = (body: object, account = owner) => ask('POST', LIST, body, account)

  test('create returns the record, with fields in the order of the contract', async ({
    assert,
  }) => {
    const answer = await create({ ...ends('A', 'D'), notes: '*n*', view_count: 9, slug: 'x' })
    assert.equal(answer.status(), 201)
    const {
      id,
      date_created: created,
      date_modified: modified,
      generation_time: seconds,
      json_versions: [version],
      ...rest
    } = answer.body()
    assert.deepEqual(rest, {
      resource_uri: `${address()}${LIST}${id}/`,
      title: 'Privacy & Liberty',
      cluster_start: urlOf('A'),
      cluster_end: urlOf('D'),
      clusters: ['A', 'B', 'C', 'D'].map(urlOf),
      absolute_url: `/visualizations/scotus-mapper/${id}/embed/`,
      date_published: null,
      date_deleted: null,
      slug: 'privacy-liberty',
      notes: '*n*',
      view_count: 0,
      published: false,
      deleted: false,
    })
    assert.equal(
      Object.keys(answer.body()).join(),
      'resource_uri,id,title,cluster_start,cluster_end,json_versions,clusters,absolute_url,' +
        'date_created,date_modified,date_published,date_deleted,slug,notes,view_count,' +
        'published,deleted,generation_time'
    )
    assert.isAbove(seconds, 0)
    assert.isString(created)
    assert.isString(modified)
    assert.equal(version.map, `${address()}${LIST}${id}/`)
    assert.equal(version.resource_uri, `${address()}${LIST}json/${version.id}/`)
    assert.deepEqual((await ask('GET', `${LIST}${id}/`, undefined, owner)).body(), answer.body())
    const read = await ask('GET', `${LIST}json/${version.id}/`, undefined, owner)
    assert.deepEqual(read.body(), version)
  })

  test('the JSON contains the decisions and the links between them', async ({ assert }) => {
    const [version] = (await create(ends('A', 'D'))).body().json_versions
    assert.isString(version.json_data)
    const id = (name: string) => made.clusters.get(name)!
    const node = (
      name: string,
      year: number,
      count: number,
      cited: string[],
      votes: unknown[]
    ) => ({
      id: id(name),
      absolute_url: `/opinion/${id(name)}/${name.toLowerCase()}-v-state/`,
      case_name: `${name} v. State`,
      case_name_short: name,
      citation_count: count,
      date_filed: `${year}-03-04`,
      decision_direction: votes[0],
      votes_majority: votes[1],
      votes_minority: votes[2],
      scdb_id: name === 'A' ? '1949-001' : '',
      sub_opinions: [
        {
          type: 'combined',
          opinions_cited: Object.fromEntries(cited.map((each) => [id(each), { opacity: 1 }])),
        },
      ],
    })
    assert.deepEqual(JSON.parse(version.json_data), {
      meta: { version: 1.1 },
      opinion_clusters: [
        node('A', 1950, 2, [], [2, 7, 2]),
        node('B', 1960, 2, ['A'], [1, 9, 0]),
        node('C', 1970, 1, ['B'], [3, 5, 4]),
        node('D', 1980, 0, ['A', 'B', 'C'], [null, null, null]),
      ],
    })
  })

  test('the earlier decision becomes the start', async ({ assert }) => {
    const { cluster_start: start, cluster_end: end } = (await create(ends('D', 'A'))).body()
    assert.deepEqual([start, end], [urlOf('A'), urlOf('D')])
  })

  test('two unconnected decisions return too_few_nodes and store nothing', async ({ assert }) => {
    for (const body of [ends('A', 'A'), ends('D', 'D')]) {
      const refused = await create(body)
      assert.equal(refused.status(), 400)
      assert.deepEqual(refused.body(), { error: 'too_few_nodes' })
    }
    const database = await app.container.make('lucid.db')
    assert.isEmpty(await database.from('visualizations'))
  })

  test('more than 70 decisions on paths of two citations return too_many_nodes', async ({
    assert,
  }) => {
    const between = Array.from({ length: 69 }, (_, place) => `M${place}`)
    const wide = await makeCitations({
      First: { year: 1950 },
      ...Object.fromEntries(between.map((name) => [name, { year: 1960, cites: ['First'] }])),
      Last: { year: 1970, cites: between },
    })
    const url = (name: string) => `${address()}/api/rest/v4/clusters/${wide.clusters.get(name)}/`
    const refused = await create({
      title: 'Wide',
      cluster_start: url('First'),
      cluster_end: url('Last'),
    })
    await wide.remove()
    assert.equal(refused.status(), 400)
    assert.deepEqual(refused.body(), { error: 'too_many_nodes' })
  })

  test('problem details have the failure as the code', async ({ assert }) => {
    const client = new ApiClient(address())
    const refused = await client
      .post(LIST)
      .header('authorization', owner.authorization)
      .header('accept', 'application/problem+json')
      .json(ends('A', 'A'))
    assert.equal(refused.status(), 400)
    assert.equal(refused.body().code, 'too_few_nodes')
  })

  test('start and end are URLs that this server returns for clusters', async ({ assert }) => {
    const id = made.clusters.get('A')!
    const page = `/opinion/${id}/a-v-state/`
    for (const url of [
      `/api/rest/v4/clusters/${id}/`,
      `/api/rest/v3/clusters/${id}/`,
      `/courtlistener/api/rest/v4/clusters/${id}/`,
      `/courtlistener/api/rest/v3/clusters/${id}/`,
      `/api/rest/v4/clusters/${id}.json`,
      `/api/rest/v4/clusters/${id}`,
      `/api/rest/v4/clusters/${id}/?format=json`,
      page,
      `/opinion/${id}/`,
      ` ${page} `,
    ])
      for (const start of [url, url.replace('/', `${address()}/`)]) {
        const answer = await create({ ...ends('A', 'D'), cluster_start: start })
        assert.equal(answer.status(), 201, `${start}: ${answer.text()}`)
      }
    const { host } = new URL(address())
    for (const start of [
      id,
      String(id),
      `${id}/`,
      `clusters/${id}/`,
      `https://example.org/api/rest/v4/clusters/${id}/`,
      `https://www.courtlistener.com/opinion/${id}/a-v-state/`,
      `//${host}/api/rest/v4/clusters/${id}/`,
      `//example.org/opinion/${id}/x/`,
      `http://${host}@example.org/api/rest/v4/clusters/${id}/`,
      `http://user@${host}/api/rest/v4/clusters/${id}/`,
      `http://${host}.example.org/api/rest/v4/clusters/${id}/`,
      `http://${host}9/api/rest/v4/clusters/${id}/`,
      `ftp://${host}/api/rest/v4/clusters/${id}/`,
      `/api/rest/v4/opinions/${id}/`,
      `/api/rest/v5/clusters/${id}/`,
      `/x/api/rest/v4/clusters/${id}/`,
      `/api/rest/v4/clusters/x/`,
      `/api/rest/v4/clusters/`,
      `/api/rest/v4/clusters/${id}/extra/`,
      `/docket/${id}/x/`,
      `/opinion/${id}/x/cited-by/`,
      `/opinion/${id}/x/#top`,
      `/api/rest/v4/clusters/?id=${id}`,
      `/\\example.org/opinion/${id}/`,
      `/opinion/${id}/ /`,
      '',
      'x',
      null,
      [urlOf('A')],
      { id },
    ]) {
      const answer = await create({ ...ends('A', 'D'), cluster_start: start })
      assert.equal(answer.status(), 400, JSON.stringify(start))
      assert.deepEqual(Object.keys(answer.body()), ['cluster_start'], JSON.stringify(start))
      if (start !== null)
        assert.include(answer.body().cluster_start[0], 'Enter the URL of a record in clusters')
    }
  })

  test('start and end must be decisions of the Supreme Court', async ({ assert }) => {
    const refused = async (body: object) => {
      const answer = await create(body)
      assert.equal(answer.status(), 400)
      return answer.body()
    }
    assert.deepEqual(await refused(ends('A', 'State')), { cluster_end: [NOT_THERE] })
    const nowhere = `${address()}/api/rest/v4/clusters/999999999/`
    assert.deepEqual(await refused({ ...ends('A', 'D'), cluster_start: nowhere }), {
      cluster_start: [NOT_THERE],
    })
    assert.sameMembers(
      Object.keys(await refused({ title: 'x', cluster_start: 'x', cluster_end: 'y' })),
      ['cluster_start', 'cluster_end']
    )
    assert.sameMembers(Object.keys(await refused({})), ['title', 'cluster_start', 'cluster_end'])
    assert.sameMembers(Object.keys(await refused({ ...ends('A', 'D'), title: 'x'.repeat(201) })), [
      'title',
    ])
  })

  test('every request requires an account', async ({ assert }) => {
    const { id, json_versions: versions } = (
      await create({ ...ends('A', 'D'), published: true })
    ).body()
    for (const [method, url] of [
      ['GET', LIST],
      ['POST', LIST],
      ['GET', `${LIST}${id}/`],
      ['PATCH', `${LIST}${id}/`],
      ['DELETE', `${LIST}${id}/`],
      ['GET', `${LIST}json/`],
      ['GET', `${LIST}json/${versions[0].id}/`],
    ])
      assert.equal((await ask(method!, url!)).status(), 401, `${method} ${url}`)
  })

  test('published {published}, deleted {deleted}, {who}: read {read}, write {write}')
    .with(
      (['owner', 'other', 'staff'] as const).flatMap((who) =>
        [false, true].flatMap((published) =>
          [false, true].map((deleted) => {
            const readable = who === 'owner' || (published && !deleted)
            const write = who === 'owner' ? 200 : readable ? 403 : 404
            return { who, published, deleted, read: readable ? 200 : 404, write }
          })
        )
      )
    )
    .run(async ({ assert }, { who, published, deleted, read, write }) => {
      const staff = await makeAccount({ rights: ['*'] })
      const account = { owner, other, staff }[who]
      const { id, json_versions: versions } = (
        await create({ ...ends('A', 'D'), published, deleted })
      ).body()
      const status = async (method: string, url: string, body?: object) =>
        (await ask(method, url, body, account)).status()
      assert.equal(await status('GET', `${LIST}${id}/`), read)
      assert.equal(await status('GET', `${LIST}json/${versions[0].id}/`), read)
      for (const list of [LIST, `${LIST}json/`]) {
        const { results } = (await ask('GET', list, undefined, account)).body()
        assert.lengthOf(results, read === 200 ? 1 : 0, list)
      }
      assert.equal(await status('PATCH', `${LIST}${id}/`, { title: 'x' }), write)
      assert.equal(await status('PUT', `${LIST}${id}/`, ends('A', 'D')), write)
      assert.equal(await status('DELETE', `${LIST}${id}/`), write === 200 ? 204 : write)
    })

  test('start and end are immutable', async ({ assert }) => {
    const { id } = (await create(ends('A', 'D'))).body()
    const moved = await ask('PATCH', `${LIST}${id}/`, { cluster_end: urlOf('Later') }, owner)
    assert.equal(moved.status(), 400)
    assert.sameMembers(Object.keys(moved.body()), ['cluster_end'])
  })

  test('the dates of the first publication and the last deletion are recorded', async ({
    assert,
  }) => {
    const { id } = (await create(ends('A', 'D'))).body()
    const change = async (body: object) =>
      (await ask('PATCH', `${LIST}${id}/`, body, owner)).body() as Record<string, string | null>
    const first = await change({ published: true })
    assert.isString(first.date_published)
    await change({ published: false })
    const again = await change({ published: true })
    assert.equal(again.date_published, first.date_published)
    const deleted = await change({ deleted: true })
    assert.isString(deleted.date_deleted)
    const restored = await change({ deleted: false })
    assert.equal(restored.date_deleted, deleted.date_deleted)
  })

  test('deleting a visualization deletes its network', async ({ assert }) => {
    const { id } = (await create(ends('A', 'D'))).body()
    assert.equal((await ask('DELETE', `${LIST}${id}/`, undefined, owner)).status(), 204)
    const database = await app.container.make('lucid.db')
    for (const table of ['visualization_clusters', 'visualization_versions'])
      assert.isEmpty(await database.from(table))
  })

  test('versions are read-only', async ({ assert }) => {
    const [{ id }] = (await create(ends('A', 'D'))).body().json_versions
    assert.equal((await ask('POST', `${LIST}json/`, {}, owner)).status(), 405)
    assert.equal((await ask('PATCH', `${LIST}json/${id}/`, {}, owner)).status(), 405)
  })

  test('v3 paginates both lists by page number', async ({ assert }) => {
    await create(ends('A', 'D'))
    for (const path of ['visualizations/', 'visualizations/json/']) {
      const list = await ask('GET', `/api/rest/v3/${path}`, undefined, owner)
      assert.equal(list.status(), 200)
      assert.equal(list.body().count, 1)
      assert.include(list.body().results[0].resource_uri, `/api/rest/v3/${path}`)
    }
  })

  test('visualizations per account are limited', async ({ assert }) => {
    const { id } = (await create(ends('A', 'D'))).body()
    const database = await app.container.make('lucid.db')
    await database.rawQuery(
      `INSERT INTO visualizations (user_id, cluster_start_id, cluster_end_id, title)
       SELECT user_id, cluster_start_id, cluster_end_id, title
       FROM visualizations, generate_series(2, ?) WHERE id = ?`,
      [MAX_VISUALIZATIONS, id]
    )
    assert.equal((await create(ends('A', 'D'))).status(), 403)
  })
})
