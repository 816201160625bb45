/** Writes of prayers when a statement fails. */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { assertAllOrNothing, type WritePath } from '#tests/helpers/all_or_nothing'
import { makeDocket, type OwnDocket } from '#tests/helpers/own_docket'
import { signedIn } from '#tests/helpers/visitor'
import { apiWrite, formWrite } from '#tests/helpers/write_paths'
import { takesMinutes } from '#tests/helpers/long_tests'

const PRAYERS = '/api/rest/v4/prayers/'

test.group('prayers with failing statements', (group) => {
  takesMinutes(group)
  let docket: OwnDocket
  let document: number

  group.setup(async () => {
    docket = await makeDocket()
    ;[document] = (await docket.addEntry('ORDER')).documents as [number]
    return () => docket.remove()
  })

  const post = async (account: Awaited<ReturnType<typeof makeAccount>>) =>
    apiWrite(account, 'POST', PRAYERS, { recap_document: document })

  const paths: WritePath[] = [
    { name: 'POST /prayers/', prepare: async () => post(await makeAccount()) },
    {
      name: 'DELETE /prayers/',
      prepare: async () => {
        const account = await makeAccount()
        const { text } = await (await post(account))()
        return apiWrite(account, 'DELETE', `${PRAYERS}${JSON.parse(text).id}/`)
      },
    },
    {
      name: 'the request button of a document',
      prepare: async () =>
        formWrite(
          await signedIn(await makeAccount()),
          `/prayer/create/${document}/`,
          {},
          '/profile/settings/'
        ),
    },
  ]
  for (const path of paths) {
    test(`rolls back: ${path.name}`, async ({ assert }) => {
      assert.isAbove(await assertAllOrNothing(assert, path), 2)
    })
  }
})
