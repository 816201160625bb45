/** The pages of the brief check. */
import { test } from '@japa/runner'
import { makeAccount, withLimits } from '#tests/helpers/accounts'
import { Visitor, signedIn } from '#tests/helpers/visitor'
import settings from '../../settings.js'
import { makePdf, makeWord } from '../brief_files.js'

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

  test('download the results as JSON with the keys of the API', async ({ assert, client }) => {
    const { text } = await visitor.submit(PAGE, { text: TEXT, format: 'json' })
    const { states, citations } = JSON.parse(text) as {
      states: Record<string, number>
      citations: Record<string, unknown>[]
    }
    assert.deepEqual(Object.keys(states)[0], 'name_differs')
    assert.lengthOf(citations, 5)
    const { authorization } = await makeAccount()
    const answer = await client
      .post('/api/rest/v4/citation-lookup/?include=checks')
      .header('authorization', authorization)
      .json({ text: TEXT })
    const byStart = new Map(citations.map((one) => [one.start_index, one]))
    assert.lengthOf(answer.body(), 3)
    for (const { citation, start_index: start, end_index: end, check } of answer.body()) {
      const own = { citation, start_index: start, end_index: end, check }
      assert.containsSubset(byStart.get(start), own)
    }
  })

  const upload = (content: Uint8Array | string, { name = 'brief', text = '' } = {}) => {
    const form = new FormData()
    form.set('text', text)
    form.set('file', new File([new Uint8Array(Buffer.from(content))], name))
    return visitor.submitFiles(PAGE, form)
  }

  test('check an uploaded {type}, whatever its name')
    .with([
      { type: 'plain text', make: () => TEXT },
      { type: 'PDF', make: () => makePdf([TEXT.split('(1954). ')]) },
      { type: 'Word file', make: () => makeWord(['A brief.[1]'], [TEXT]) },
    ])
    .run(async ({ assert }, { make }) => {
      const { status, text } = await upload(await make(), { name: 'brief.exe' })
      assert.equal(status, 200)
      assert.include(text, 'Name: cited as Roe v. Smith, archive has Brown v. Board of Education')
      assert.match(text, / id="cite-0"[^>]*>347 U\.S\. 483<\/a>/)
    })

  test('list pages without text', async ({ assert }) => {
    const { text } = await upload(await makePdf([[TEXT], []]))
    assert.include(text, 'Page 2 has no text, like a scan')
  })

  test('reject a file: {problem}')
    .with([
      { content: () => '', problem: 'This file has no text.' },
      { content: () => Buffer.from([0, 1, 2]), problem: 'Select a plain text, PDF, or Word file' },
      { content: () => makePdf([[]]), problem: 'This PDF has no text, like a scan.' },
      {
        content: () => 'a'.repeat(256_001),
        problem: 'This file has more than 256,000 characters.',
      },
      {
        content: () => 'a'.repeat(600_000),
        problem: 'This file has more than 256,000 characters.',
      },
      {
        content: () => Buffer.alloc(settings.maxBriefBytes + 1),
        problem: 'This file exceeds 25 MB.',
      },
    ])
    .run(async ({ assert }, { content, problem }) => {
      const { status, text } = await upload(await content())
      assert.equal(status, 422)
      assert.include(text, problem)
    })

  test('reject a text with a file, two files, and a form without a token', async ({ assert }) => {
    const both = await upload(TEXT, { text: 'Another text' })
    assert.include(both.text, 'Enter a text or select a file, not both.')
    assert.include(both.text, '>Another text</textarea>')
    const two = new FormData()
    for (const name of ['a', 'b']) two.append('file', new File([TEXT], name))
    assert.include((await visitor.submitFiles(PAGE, two)).text, 'Select one file.')
    const { status } = await visitor.ask('POST', PAGE, { body: two })
    assert.equal(status, 403)
  })

  test('show the text of a file that exceeds a limit in the form', async ({ assert }) => {
    const { status, text } = await upload('410 U.S. 113; '.repeat(251))
    assert.equal(status, 422)
    assert.include(text, 'This text has 251 full citations')
    assert.include(text, '>410 U.S. 113; 410')
  })

  test('look up the citations of a file only', async ({ assert }) => {
    const form = new FormData()
    form.set('file', new File([TEXT], 'brief'))
    const options = { from: PAGE }
    const { location } = await visitor.submitFiles('/profile/citation-lookup/', form, options)
    const { text } = await visitor.get(location!)
    assert.include(text, '347 U.S. 483')
    assert.include((await visitor.get(PAGE)).text, location!)
  })

  test('replace the page of citation lookup', async ({ assert }) => {
    const { status, location } = await visitor.ask('GET', '/profile/citation-lookup/')
    assert.deepEqual([status, location], [301, PAGE])
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
