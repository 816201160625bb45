/** The pages of the brief check. */
import { test } from '@japa/runner'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { Visitor, signedIn } from '#tests/helpers/visitor'

const PAGE = '/profile/brief-check/'
const TEXT = `The court decided it. Roe v. Smith, 347 U.S. 483 (1954). It said "segregation of <b> children is wonderful." Brown v. Board of Education, 347 U.S. 483 (1955). See 42 U.S.C. § 1983; 999 U.S. 1 (1990); 45 Zork. Rep. 2d 101 (1999).`

test.group('brief check pages', (group) => {
  let visitor: Visitor
  group.each.setup(async () => {
    visitor = await signedIn(await makeAccount())
  })

  test('mark each citation and list problems first', async ({ assert }) => {
    const { status, text } = await visitor.submit(PAGE, { text: TEXT })
    assert.equal(status, 200)
    const labels = [...text.matchAll(/<span class="badge[^>]*>([^<]+)</g)].map(([, label]) => label)
    assert.deepEqual(labels, [
      'Name differs',
      'Year differs',
      'Not in this archive',
      'Unknown reporter',
      'Statute or rule',
    ])
    assert.include(text, 'Name: cited as Roe v. Smith, archive has Brown v. Board of Education')
    assert.include(text, 'Year: cited as 1955, archive has 1954.')
    assert.include(text, 'segregation of &lt;b&gt; children')
    for (const place of [0, 1, 2, 3, 4]) {
      assert.include(text, `id="cite-${place}" href="#result-${place}"`)
      assert.include(text, `id="result-${place}"`)
    }
  })

  test('download the results as JSON', async ({ assert }) => {
    const { text } = await visitor.submit(PAGE, { text: TEXT, format: 'json' })
    const { states, results } = JSON.parse(text) as {
      states: Record<string, number>
      results: { citation: string; state: string; decision: { id: number } | null }[]
    }
    assert.deepEqual(Object.keys(states)[0], 'name_differs')
    assert.equal(results[0]!.citation, '347 U.S. 483')
    assert.isNumber(results[0]!.decision!.id)
  })

  test('reject text: {problem}')
    .with([
      { given: ' ', problem: 'Enter a text.' },
      { given: 'a'.repeat(256_001), problem: 'Enter at most 256,000 characters.' },
      { given: '410 U.S. 113; '.repeat(251), problem: 'This text has 251 full citations' },
    ])
    .run(async ({ assert }, { given, problem }) => {
      const { status, text } = await visitor.submit(PAGE, { text: given })
      assert.equal(status, 422)
      assert.include(text, problem)
    })

  test('count citations against the rate limit, and show when it ends', async ({ assert }) => {
    await withLimits(async () => {
      const limited = await signedIn(await makeAccount({ overrides: { citations: ['2/hour'] } }))
      const one = '410 U.S. 113'
      assert.equal((await limited.submit(PAGE, { text: `${one}; ${one}` })).status, 200)
      const { status, text } = await limited.submit(PAGE, { text: one })
      assert.equal(status, 422)
      assert.include(text, 'Your rate limit is reached. You can check this text at')
    })
  })

  test('require an account', async ({ assert }) => {
    const { status, location } = await new Visitor().get(PAGE)
    assert.equal(status, 302)
    assert.match(location!, /^\/sign-in\//)
  })
})
