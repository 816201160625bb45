/** Fields that work as credentials, or are named as if they did, in every resource. */
import { test } from '@japa/runner'
import { loadPlugins } from '#core/plugin_loader'
import { PluginHost } from '#core/plugin_host'
import type { Field } from '#api/field_definitions'

const NAMED = /secret|token|password|passw|signing|credential|cookie|session|otp|(^|_)key$|magic/

/** Named like credentials: keys that order records. */
const HARMLESS = ['opinions.ordering_key']

/** All fields of a record, with those of rows nested in it. */
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

test.group('fields named like credentials', () => {
  test('are declared as such, write-only, or in answers to writes only', async ({ assert }) => {
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
