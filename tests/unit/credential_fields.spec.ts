/** Fields in all resources that contain credentials or have similar names. */
import { test } from '@japa/runner'
import { loadPlugins } from '#core/plugin_loader'
import { PluginHost } from '#core/plugin_host'
import type { Field } from '#api/field_definitions'

const NAMED = /secret|token|password|passw|signing|credential|cookie|session|otp|(^|_)key$|magic/

/** Names that resemble credentials but are keys that order records. */
const HARMLESS = ['opinions.ordering_key']

/** All fields of a record, including those of nested rows. */
function* fieldsOf(path: string, fields: Iterable<[string, Field]>): Generator<[string, Field]> {
  for (const [name, field] of fields) {
    yield [`${path}.${name}`, field]
    if (field.kind === 'rows') yield* fieldsOf(`${path}.${name}`, Object.entries(field.fields))
  }
}

const isKept = (field: Field) =>
  field.writeOnly ||
  field.kind === 'responseOnly' ||
  (field.kind === 'value' && (!!field.secret || !!field.credential))

test.group('fields with names of credentials', () => {
  test('are declared as credentials, write-only, or in write responses only', async ({
    assert,
  }) => {
    const host = await PluginHost.assemble([...(await loadPlugins())])
    const open: string[] = []
    const credentials: string[] = []
    for (const { namespace, resources } of host.catalogs) {
      for (const { path, fields } of resources.all()) {
        for (const [name, field] of fieldsOf(path, fields)) {
          if (NAMED.test(name.split('.').at(-1)!) && !isKept(field)) open.push(name)
          if (!namespace && field.kind === 'value' && field.credential) credentials.push(name)
        }
      }
    }
    assert.sameMembers([...new Set(open)], HARMLESS)
    assert.isNotEmpty(credentials)
  })
})
