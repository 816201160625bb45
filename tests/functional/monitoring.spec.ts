/**
 * Pages for monitoring and robots (web, 6).
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Monitoring } from '#app/web/monitoring'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn } from '#tests/helpers/visitor'
import { HealthCheck } from '#app/database/health_check'
import { PluginHost } from '#core/plugin_host'
import { SearchEngine } from '#app/search_engine/engine'

test.group('monitoring', () => {
  test('the heartbeat is plain OK', async ({ client, assert }) => {
    const beat = await client.get('/monitoring/heartbeat/')
    beat.assertStatus(200)
    assert.equal(beat.text(), 'OK')
    assert.include(beat.header('content-type'), 'text/plain')
  })

  test('the health check names the services, and is 500 when one is down', async ({
    client,
    cleanup,
  }) => {
    const up = await client.get('/monitoring/health-check/')
    up.assertStatus(200)
    up.assertBody({ is_postgresql_up: true, is_redis_up: true })

    const health = await app.container.make(HealthCheck)
    const { run } = health
    cleanup(() => void (health.run = run))
    health.run = () => Promise.reject(new Error('away'))
    const down = await client.get('/monitoring/health-check/')
    down.assertStatus(500)
    down.assertBody({ is_postgresql_up: false, is_redis_up: true })
  })

  test('queues are named with the number of their queued jobs', async ({ client, assert }) => {
    const { jobs } = await app.container.make(PluginHost)
    const { body } = await client.get('/monitoring/celery-queues/').then((response) => ({
      body: response.body(),
    }))
    assert.sameMembers(
      Object.keys(body),
      jobs.all().map(({ name }) => name)
    )
    for (const length of Object.values(body)) assert.isNumber(length)
  })

  test('search is up when every index can be searched', async ({ client }) => {
    await searchReady()
    const { body, status } = await client
      .get('/monitoring/elasticsearch-status/')
      .then((response) => ({ body: response.body(), status: response.status() }))
    if (status !== 200 || !body.is_elastic_up) throw new Error(JSON.stringify(body))
  })

  test('search is down while an index is not built, and when its health is unknown', async ({
    assert,
  }) => {
    await searchReady()
    const engine = await app.container.make(SearchEngine)
    const { indexes } = await engine.health()
    const isUp = (health: () => Promise<unknown>) => {
      const make = async (token: typeof SearchEngine) =>
        token === SearchEngine ? { health } : app.container.make(token)
      return new Monitoring({ make } as never).isSearchUp()
    }
    assert.isTrue(await isUp(async () => ({ indexes })))
    const [first, ...others] = indexes
    assert.isFalse(
      await isUp(async () => ({ indexes: [{ ...first, checkpoint: null }, ...others] }))
    )
    assert.isFalse(await isUp(() => Promise.reject(new Error('away'))))
  })

  test('Redis is not written to where there is none', async ({ client }) => {
    ;(await client.get('/monitoring/redis-writes/')).assertStatus(404)
  })

  test('figures are in the format of Prometheus, for staff only', async ({ client, assert }) => {
    const path = '/monitoring/prometheus/'
    ;(await client.get(path)).assertStatus(401)
    const staff = await makeAccount({ rights: ['dashboard.view'] })
    const figures = await client.get(path).header('authorization', staff.authorization)
    figures.assertStatus(200)
    assert.match(figures.text(), /^# TYPE curia_postgresql_up gauge\ncuria_postgresql_up 1$/m)
    assert.match(figures.text(), /^curia_queued_jobs\{job="curia\.send_mail"\} \d+$/m)
    for (const line of figures.text().trimEnd().split('\n'))
      assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[\w.]+"\})? [\d.e+]+)$/, line)
  })
})

test.group('pages for programs and their owners', () => {
  test('robots.txt closes the API and pages of accounts', async ({ client, assert }) => {
    const robots = await client.get('/robots.txt')
    robots.assertStatus(200)
    assert.include(robots.header('content-type'), 'text/plain')
    assert.match(
      robots.text(),
      /^User-agent: \*\n(Disallow: \/[\w-]+\/\n)+\nSitemap: http:\/\/[\w.:]+\/sitemap\.xml\n$/
    )
    assert.include(robots.text(), 'Disallow: /api/\n')
  })

  test('/profile/api/ leads to the documentation', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const { status, text } = await visitor.get('/profile/api/')
    assert.equal(status, 200)
    for (const path of ['/docs/', '/docs/api/', '/profile/api-token/'])
      assert.include(text, `href="${path}"`)
  })
})
