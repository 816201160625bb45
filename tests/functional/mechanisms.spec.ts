/** The examples of the page on mechanisms that need the declarations. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { QueryCompiler } from '#api/query'
import { PluginHost } from '#core/plugin_host'
import { listStatement } from '#tests/helpers/list_statements'

test.group('mechanisms', () => {
  test('requests of the same shape share a statement', async ({ assert }) => {
    const { resources } = await app.container.make(PluginHost)
    const compiler = new QueryCompiler(resources)
    const statement = (query: Record<string, string>) =>
      listStatement(compiler, resources.get('dockets'), query).statement
    const first = statement({ court: 'scotus', date_filed__gte: '2020-01-01' })
    assert.strictEqual(statement({ court: 'ca9', date_filed__gte: '2010-01-01' }), first)
    assert.notEqual(statement({ court: 'scotus', date_filed__gt: '2020-01-01' }).text, first.text)
    assert.isFalse(statement({ docket_number__icontains: 'cv' }).mayPrepare)
  })
})
