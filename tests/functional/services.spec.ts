import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { AccountCache } from '#app/accounts/account_cache'
import { RightRegistry } from '#app/accounts/rights'
import { Gate } from '#api/gate'
import { ResourceRegistry } from '#api/registry'
import { ConsoleRegistry } from '#app/console/console_registry'
import { OpenDatabase } from '#app/database/connection'
import { Reader } from '#app/database/reader'
import { EventRegistry } from '#app/events/events'
import { ConsumerRegistry } from '#app/events/consumer_definition'
import { Consumers } from '#app/events/consumers'
import { JobRegistry } from '#app/jobs/job_registry'
import { Jobs } from '#app/jobs/jobs'
import { SearchEngine } from '#app/search_engine/engine'
import { SearchRegistry } from '#app/search/search_registry'
import { Throttle } from '#app/throttle/throttle'
import { SiteRegistry } from '#app/web/site_registry'
import { PluginHost } from '#core/plugin_host'

const { container } = app

test.group('services', () => {
  for (const service of [
    OpenDatabase,
    Reader,
    AccountCache,
    Gate,
    Consumers,
    Jobs,
    SearchEngine,
    Throttle,
  ] as const) {
    test(`${service.name} is bound by its class and created once`, async ({ assert }) => {
      assert.isTrue(container.hasBinding(service))
      const make = () => container.make<unknown>(service)
      assert.strictEqual(await make(), await make())
    })
  }

  test('the registries of plugin declarations are bound by their classes', async ({ assert }) => {
    const { assembled } = await container.make(PluginHost)
    const { resources, rights, site, console, search, consumers, events, jobs } = assembled
    for (const [registry, bound] of [
      [resources, ResourceRegistry],
      [rights, RightRegistry],
      [site, SiteRegistry],
      [console, ConsoleRegistry],
      [search, SearchRegistry],
      [consumers, ConsumerRegistry],
      [events, EventRegistry],
      [jobs, JobRegistry],
    ] as const)
      assert.strictEqual(await container.make<unknown>(bound), registry)
  })
})
