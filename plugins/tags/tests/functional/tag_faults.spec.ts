/** Writes of tags when a statement fails. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { assertAllOrNothing, type WritePath } from '#tests/helpers/all_or_nothing'
import { signedIn } from '#tests/helpers/visitor'
import { apiWrite, formWrite } from '#tests/helpers/write_paths'
import { takesMinutes } from '#tests/helpers/long_tests'

const TAGS = '/api/rest/v4/tags/'

async function firstDocket(): Promise<number> {
  const database = await app.container.make('lucid.db')
  const [row] = await database.from('dockets').orderBy('id').limit(1)
  return Number(row.id)
}

async function madeTag() {
  const account = await makeAccount()
  const { text } = await apiWrite(account, 'POST', TAGS, { name: 'water' })()
  return { account, id: JSON.parse(text).id as number }
}

const PATHS: WritePath[] = [
  {
    name: 'POST /tags/',
    prepare: async () => apiWrite(await makeAccount(), 'POST', TAGS, { name: 'water' }),
  },
  {
    name: 'PATCH /tags/',
    prepare: async () => {
      const { account, id } = await madeTag()
      return apiWrite(account, 'PATCH', `${TAGS}${id}/`, { title: 'Water' })
    },
  },
  {
    name: 'DELETE /tags/',
    prepare: async () => {
      const { account, id } = await madeTag()
      return apiWrite(account, 'DELETE', `${TAGS}${id}/`)
    },
  },
  {
    name: 'POST /docket-tags/',
    prepare: async () => {
      const { account, id } = await madeTag()
      const body = { tag: id, docket: await firstDocket() }
      return apiWrite(account, 'POST', '/api/rest/v4/docket-tags/', body)
    },
  },
  {
    name: 'the form to create a tag',
    prepare: async () =>
      formWrite(await signedIn(await makeAccount()), '/profile/tags/', { name: 'water' }),
  },
  {
    name: 'the tag picker of a docket',
    prepare: async () => {
      const visitor = await signedIn(await makeAccount())
      const path = `/docket/${await firstDocket()}/tags/`
      return formWrite(visitor, path, { name: 'water' }, '/profile/tags/')
    },
  },
]

test.group('tags with failing statements', (group) => {
  takesMinutes(group)
  for (const path of PATHS) {
    test(`rolls back: ${path.name}`, async ({ assert }) => {
      assert.isAbove(await assertAllOrNothing(assert, path), 2)
    })
  }
})
