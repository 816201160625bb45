/** The brief check over invented decisions and briefs with planted errors. */
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Reader } from '#app/database/reader'
import { makeScratchDatabase, type ScratchDatabase } from '#tests/helpers/scratch_database'
import { checkBrief, findBriefCitations } from '../../checks/check_brief.js'
import { countStates } from '../../checks/checks.js'
import {
  addInventedDecisions,
  BRIEFS,
  briefText,
  expectedStates,
  makeReader,
} from '../brief_archive.js'

const WHITCOMBE = 'Whitcombe-Adeyemi v. Larkspur County School District'

test.group('brief check', (group) => {
  let scratch: ScratchDatabase
  const expected = expectedStates()

  group.setup(async () => {
    scratch = await makeScratchDatabase(app)
    await addInventedDecisions(scratch.client)
    return () => scratch.drop()
  })

  const check = async (text: string) =>
    checkBrief(makeReader(scratch.client), await findBriefCitations(text))

  test('brief {$self}: states each planted error, and nothing else')
    .with(BRIEFS)
    .run(async ({ assert }, brief) => {
      const results = await check(briefText(brief))
      const left = new Set(results)
      const wrong: string[] = []
      const own = expected.filter((one) => one.brief === brief)
      assert.isNotEmpty(own)
      for (const { text, start, state, accept = [state], decision } of own) {
        const found = [...left].find((one) => one.start < start + text.length && one.end > start)
        if (found) left.delete(found)
        const isRight =
          found !== undefined &&
          accept.includes(found.state) &&
          (found.state !== 'all_match' || found.decision?.id === decision)
        if (!isRight) wrong.push(`${text}: ${found?.state ?? 'not found'} instead of ${state}`)
      }
      for (const { citation, state } of left)
        if (!['all_match', 'statute_recognized'].includes(state))
          wrong.push(`${citation}: ${state}, which is not planted`)
      assert.deepEqual(wrong, [])
    })

  test('lists problems first', async ({ assert }) => {
    const counts = countStates(await check(briefText('03')))
    const states = counts.map(([state]) => state)
    assert.equal(states.at(-1), 'all_match')
    assert.include(states, 'year_differs')
  })

  test('compares quotations with decisions, but not with the summaries of the sample archive', async ({
    assert,
  }) => {
    const reader = await app.container.make(Reader)
    for (const [quotation, citation, state] of [
      [
        'Separate facilities are inherently unequal',
        'Brown v. Board of Education, 347 U.S. 483, 495 (1954)',
        'all_match',
      ],
      [
        'Laughter is always a great disruption',
        'Brown v. Board of Education, 347 U.S. 483, 495 (1954)',
        'all_match',
      ],
      [
        'Laughter is always a great disruption',
        `${WHITCOMBE}, 901 F.4th 301, 302 (6th Cir. 2024)`,
        'quotation_not_found',
      ],
    ]) {
      const text = `The court wrote that “${quotation}.” ${citation}.`
      const [found] = await checkBrief(reader, await findBriefCitations(text))
      assert.equal(found!.state, state, text)
    }
  })

  test('{text} compares nothing')
    .with(
      ['', 'No citations here.', '“Quoted words without a source.”', 'Id. at 5.'].map((text) => ({
        text,
      }))
    )
    .run(async ({ assert }, { text }) => {
      const results = await check(text)
      assert.deepEqual(
        results.filter(({ state }) => state !== 'not_compared'),
        []
      )
    })
})
