/** Changes that courts make to pages must not lose values that are still there. */
import { test } from '@japa/runner'
import { parseCourtPage } from '#app/court_pages/read_page'
import { INVENTED_PAGES } from '#tests/court_pages/invented_pages'
import { compareFields, listMutations } from '#tests/court_pages/mutate_data'

/** Minimum share of the fields of each kind that survive. */
const SURVIVAL = 0.98
/** Minimum number of changes of each kind. */
const CHANGES = 20

test.group('changed pages', () => {
  for (const { kind, court, source } of INVENTED_PAGES) {
    test(`of the kind ${kind} keep their fields`, async ({ assert }) => {
      const before = await parseCourtPage(Buffer.from(source), court)
      const lost: string[] = []
      let changes = 0
      let fields = 0
      for (const mutation of listMutations(kind, source)) {
        const page = mutation.apply(source)
        if (page === source) continue
        changes++
        const after = await parseCourtPage(Buffer.from(page), court)
        const survival = compareFields(before?.result, after?.result, mutation.removes)
        fields += survival.fields
        for (const path of survival.lost) lost.push(`${mutation.title}: ${path}`)
        assert.equal(after?.kind, kind, mutation.title)
      }
      assert.isAtMost(lost.length, fields * (1 - SURVIVAL), lost.join('\n'))
      assert.isAtLeast(changes, CHANGES)
    }).timeout(60_000)
  }
})

test.group('comparison of changed pages', () => {
  const before = { name: 'Quill', entries: [{ date: '2031-01-02', text: '' }], none: null }

  test('counts lost and changed fields', ({ assert }) => {
    assert.deepEqual(compareFields(before, before), { fields: 2, lost: [] })
    assert.deepEqual(compareFields(before, null).lost.length, 2)
    assert.deepEqual(compareFields(before, { ...before, name: 'Blot' }).lost, ['/name'])
    assert.deepEqual(compareFields(before, { name: 'Quill', entries: [] }).lost, [
      '/entries/0/date',
    ])
  })

  test('ignores fields that the change removes', ({ assert }) => {
    assert.deepEqual(compareFields(before, { name: 'Quill' }, /^\/entries/), {
      fields: 1,
      lost: [],
    })
  })
})
