/** The error catalog lists exactly the errors that are thrown. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { ApiError } from '#app/support/api_error'
import { errorKinds } from '#app/support/errors'
import { PluginError } from '#app/support/plugin_error'
import { errorCatalogue } from '#core/error_catalogue'
import { PluginHost } from '#core/plugin_host'
import { loadPlugins } from '#core/plugin_loader'
import { SiteRegistry } from '#app/web/site_registry'
import { ROOT } from '#tests/helpers/server_process'

const CODE = /^[a-z]+(_[a-z]+)*$/
const SOURCES = globSync(['app/**/*.ts', 'plugins/*/**/*.ts'], { cwd: ROOT })
  .filter((path) => !path.includes('/tests/'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const CATALOGUES = SOURCES.filter(({ text }) => /= errorKinds\(\{/.test(text))

async function listedErrors() {
  const host = await PluginHost.assemble(await loadPlugins())
  return host.registries.find((registry) => registry instanceof SiteRegistry)!.errors
}

test.group('error catalog', () => {
  test('lists all error kinds in the sources', async ({ assert }) => {
    const errors = await listedErrors()
    const listed = new Set(errors.map(({ code }) => code))
    const declared = CATALOGUES.flatMap(({ text }) =>
      Array.from(text.matchAll(/^ {2}([a-z_]+): \{/gm), ([, code]) => code!)
    )
    assert.sameMembers([...listed], declared)
    for (const { code, status, message, hint } of errors) {
      assert.match(code, CODE)
      assert.isTrue(status >= 400 && status < 600, code)
      assert.isNotEmpty(message)
      assert.isNotEmpty(hint)
    }
  })

  test('lists only codes that are thrown', async ({ assert }) => {
    const text = SOURCES.map((source) => source.text).join('\n')
    for (const { code } of await listedErrors())
      assert.match(text, new RegExp(`_ERRORS\\.${code}\\b|\\{ ${code}: kind \\} = \\w+_ERRORS`))
  })

  test('has general codes for statuses, but not for redirects', ({ assert }) => {
    const codeOf = (error: ApiError) => error.kind?.code
    assert.equal(codeOf(ApiError.detail(404, 'x')), 'not_found')
    assert.equal(codeOf(ApiError.detail(400, 'x')), 'bad_request')
    assert.equal(codeOf(new ApiError(400, { name: ['x'] })), 'invalid_values')
    assert.equal(codeOf(ApiError.detail(418, 'x')), 'client_error')
    assert.equal(codeOf(ApiError.detail(500, 'x')), 'internal_error')
    assert.isUndefined(codeOf(new ApiError(301, null)))
  })

  test('rejects duplicate codes', ({ assert }) => {
    const declaration = errorKinds({ not_found: { status: 404, message: 'x', hint: 'x' } })
    try {
      errorCatalogue([{ plugin: 'a', declaration }])
      assert.fail('was taken')
    } catch (error) {
      assert.instanceOf(error, PluginError)
      assert.equal((error as PluginError).code, 'E_DUPLICATE_ERROR')
    }
  })
})
