/**
 * Pages for monitoring and robots.
 */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { MigrationsCheck } from '#app/web/health/checks'
import { Readiness } from '#app/web/health/readiness'
import { metrics } from '#app/support/metrics'
import { ChangeLog } from '#app/events/change_log'
import { consumerLags } from '#app/events/consumers'
import { ConsumerRegistry } from '#app/events/consumer_definition'
import { settings } from '#start/env'
import { Throttle } from '#app/throttle/throttle'
import { Monitoring } from '#app/web/monitoring'
import { makeScratchDatabase } from '#tests/helpers/scratch_database'
import { makeAccount } from '#tests/helpers/accounts'
import { searchReady } from '#tests/helpers/search_indexes'
import { signedIn } from '#tests/helpers/visitor'
import { HealthCheck } from '#app/database/database_unavailable'
import { PluginHost } from '#core/plugin_host'
import { SearchEngine } from '#app/search_engine/engine'
import { SearchRegistry } from '#app/search/search_registry'

/** Comments and samples; label values contain no user input. */
const LINE = /^(|# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"\n]+"(,\w+="[^"\n]+")*\})? (-?[\d.e+-]+))$/

test.group('monitoring', () => {
  test('the heartbeat returns OK as plain text', async ({ client, assert }) => {
    const beat = await client.get('/monitoring/heartbeat/')
    beat.assertStatus(200)
    assert.equal(beat.text(), 'OK')
    assert.include(beat.header('content-type'), 'text/plain')
  })

  test('the health check lists the services, and returns 500 when one is down', async ({
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

  test('queues are listed with the number of queued jobs', async ({ client, assert }) => {
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

  test('search is up if every index can be searched', async ({ client }) => {
    await searchReady()
    const { body, status } = await client
      .get('/monitoring/elasticsearch-status/')
      .then((response) => ({ body: response.body(), status: response.status() }))
    if (status !== 200 || !body.is_elastic_up) throw new Error(JSON.stringify(body))
  })

  test('search is down if an index is not built or its health is unknown', async ({ assert }) => {
    await searchReady()
    const engine = await app.container.make(SearchEngine)
    const { indexes } = await engine.health()
    const isUp = (health: () => Promise<unknown>) => {
      const search = () => app.container.make(SearchRegistry)
      return new Monitoring({ engine: async () => ({ health }), search } as never).isSearchUp()
    }
    assert.isTrue(await isUp(async () => ({ indexes })))
    const [first, ...others] = indexes
    assert.isFalse(
      await isUp(async () => ({ indexes: [{ ...first, checkpoint: null }, ...others] }))
    )
    assert.isFalse(await isUp(() => Promise.reject(new Error('away'))))
  })

  test('the check of writes to Redis returns 404 without Redis', async ({ client }) => {
    ;(await client.get('/monitoring/redis-writes/')).assertStatus(404)
  })

  test('metrics are in Prometheus format, for staff only', async ({ client, assert }) => {
    const path = '/monitoring/prometheus/'
    ;(await client.get(path)).assertStatus(401)
    const staff = await makeAccount({ rights: ['dashboard.view'] })
    const figures = await client.get(path).header('authorization', staff.authorization)
    figures.assertStatus(200)
    assert.match(figures.text(), /^# TYPE curia_postgresql_up gauge\ncuria_postgresql_up 1$/m)
    assert.match(figures.text(), /^curia_queued_jobs\{job="curia\.send_mail"\} \d+$/m)
    for (const line of figures.text().trimEnd().split('\n')) assert.match(line, LINE, line)
  })
})

test.group('health and metrics for the operator', (group) => {
  const token = 'a token of the operator'
  const path = '/metrics'
  group.each.teardown(() => void (settings.metricsToken = null))

  test('a live process returns 200, even while the database is unavailable', async ({
    client,
    cleanup,
  }) => {
    const health = await app.container.make(HealthCheck)
    const { run } = health
    cleanup(() => void (health.run = run))
    health.run = () => Promise.reject(new Error('away'))
    const live = await client.get('/health/live')
    live.assertStatus(200)
    live.assertBody({ status: 'ok' })
  })

  test('a ready process has run its checks, and only the operator gets details', async ({
    client,
    assert,
  }) => {
    await searchReady()
    const own = await client.get('/health/ready')
    own.assertStatus(200)
    const { status, checks } = own.body()
    assert.notEqual(status, 'error')
    assert.sameMembers(Object.keys(checks), ['database', 'migrations', 'search', 'jobs', 'disk'])
    assert.deepEqual(checks.migrations, { status: 'ok', message: 'All migrations have run' })
    const others = await client.get('/health/ready').header('x-forwarded-for', '192.0.2.7')
    assert.equal(others.body().checks.migrations, 'ok')
  })

  test('a process is not ready without its database or before its migrations have run', async ({
    assert,
    cleanup,
  }) => {
    const away = { run: () => Promise.reject(new Error('away')) }
    const database = await app.container.make('lucid.db')
    const monitoring = await app.container.make(Monitoring)
    const checked = { app, database, health: away, monitoring, dataDir: '/' }
    const report = await new Readiness(checked).report()
    assert.equal(report.status, 'error')
    assert.deepEqual(
      report.checks.map(({ name }) => name),
      ['database']
    )

    const scratch = await makeScratchDatabase(app)
    cleanup(() => scratch.drop())
    const check = () => new MigrationsCheck(app, database, scratch.name).run()
    assert.equal((await check()).status, 'ok')
    await scratch.client.query(
      'DELETE FROM adonis_schema WHERE id = (SELECT max(id) FROM adonis_schema)'
    )
    const pending = await check()
    assert.equal(pending.status, 'error')
    assert.equal(pending.message, '1 pending migrations')
  })

  test('metrics require a local request, or the token if one is set', async ({
    client,
    assert,
  }) => {
    ;(await client.get(path)).assertStatus(200)
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      (await client.get(path).header(header, '192.0.2.7')).assertStatus(403)
    settings.metricsToken = token
    const refused = await client.get(path)
    refused.assertStatus(401)
    assert.equal(refused.header('www-authenticate'), 'Bearer')
    ;(await client.get(path).header('authorization', 'Bearer another')).assertStatus(401)
    const taken = await client
      .get(path)
      .header('authorization', `Bearer ${token}`)
      .header('x-forwarded-for', '192.0.2.7')
    taken.assertStatus(200)
  })

  test('requests are counted by route pattern', async ({ client, assert }) => {
    await client.get('/api/rest/v4/courts/scotus/')
    await client.get(`/made/up/${Math.random()}/`)
    const throttle = await app.container.make(Throttle)
    const charges = [{ scope: 'user', rates: [{ limit: 1, seconds: 60 as const }], cost: 1 }]
    for (let requests = 0; requests < 2; requests++)
      await throttle.admit({ caller: 'address:metrics', charges, counted: false })
    const text = await metrics.metrics()
    assert.match(text, /^curia_throttle_decisions_total\{scope="user",decision="refused"\} [1-9]/m)
    assert.match(
      text,
      /^curia_requests_total\{method="GET",route="\/api\/rest\/v4\/courts\/:\w+",status="200"\} [1-9]/m
    )
    assert.match(text, /^curia_requests_total\{method="GET",route="none",status="404"\} [1-9]/m)
    assert.notInclude(text, '/made/up')
    assert.match(text, /^curia_request_seconds_bucket\{le="0\.1",route="\/api/m)
    assert.match(text, /^curia_throttle_decisions_total\{scope="\w+",decision="admitted"\} [1-9]/m)
  })

  test('metrics include jobs and lags', async ({ client, assert }) => {
    const text = (await client.get(path)).text()
    assert.match(text, /^curia_search_lag_seconds\{index="opinions"\} \S+$/m)
    assert.match(text, /^curia_queued_jobs\{job="curia\.send_mail"\} \d+$/m)
    const log = await app.container.make(ChangeLog)
    const consumers = await consumerLags(log, (await app.container.make(ConsumerRegistry)).all())
    const following = consumers.filter(({ behind }) => behind !== null)
    assert.isNotEmpty(following)
    for (const { name } of following)
      assert.match(text, new RegExp(`^curia_consumer_lag_seconds\\{consumer="${name}"\\} \\d`, 'm'))
  })
})

test.group('pages for programs and their owners', () => {
  test('robots.txt disallows the API and account pages', async ({ client, assert }) => {
    const robots = await client.get('/robots.txt')
    robots.assertStatus(200)
    assert.include(robots.header('content-type'), 'text/plain')
    assert.match(
      robots.text(),
      /^User-agent: \*\n(Disallow: \/[\w-]+\/\n)+\nSitemap: http:\/\/[\w.:]+\/sitemap\.xml\n$/
    )
    assert.include(robots.text(), 'Disallow: /api/\n')
  })

  test('/profile/api/ links to the documentation', async ({ assert }) => {
    const visitor = await signedIn(await makeAccount())
    const { status, text } = await visitor.get('/profile/api/')
    assert.equal(status, 200)
    for (const path of ['/docs/', '/docs/api/', '/profile/api-token/'])
      assert.include(text, `href="${path}"`)
  })
})
