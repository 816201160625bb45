/** A litigator checks the citations of a brief and reads a cited passage. */
import { test } from '@japa/runner'
import { makeAccount } from '#tests/helpers/accounts'
import { BROWSER, NO_BROWSER } from '#tests/helpers/browser'
import { Walker, WAYS, withBrowser } from './walker.js'

const PASSAGE = 'Ten minutes of laughter in a cafeteria is not a disruption.'
const BRIEF = `The newsletter disrupted nothing. "${PASSAGE}" Whitcombe-Adeyemi v. Larkspur County School District, 901 F.4th 301, 302 (6th Cir. 2024).
The court may say what the law is. Smith v. Jones, 5 U.S. (1 Cranch) 137 (1803).
Separate facilities are unequal. Brown v. Board of Education, 347 U.S. 483, 495 (1954).
Nor can the rule stand. Doe v. Roe, 999 U.S. 1 (2099).`

test.group('a litigator', (group) => {
  group.setup(withBrowser)

  test('checks a brief and reads a cited passage ({$self})')
    .with([...WAYS])
    .skip(!BROWSER, NO_BROWSER)
    .run(async ({ assert }, way) => {
      const person = await Walker.start(assert, way)
      await person.signIn(await makeAccount())
      await person.followInMenu('Brief check')
      await person.fill('Text', BRIEF)
      await person.press('Check citations')
      await person.read('Brief check results')

      const results = person.page.getByRole('region', { name: 'Results' })
      await person.read('cited as Smith v. Jones, archive has Marbury v. Madison.', results)
      await person.read('Matches: name, year, court, page, quotation', results)
      await person.read('Other checks match', results)
      await person.read('Not compared: page 495.', results)
      const report = JSON.parse(await person.download('button', 'Download JSON')) as {
        citations: { citation: string; check: { state: string } }[]
      }
      assert.sameDeepMembers(
        report.citations.map(({ citation, check }) => [citation, check.state]),
        [
          ['901 F.4th 301', 'all_match'],
          ['5 U.S. (1 Cranch) 137', 'name_differs'],
          ['347 U.S. 483', 'all_match'],
          ['999 U.S. 1', 'not_in_archive'],
        ]
      )

      await person.inNewTab(/^Whitcombe-Adeyemi v\. Larkspur/, results, async () => {
        assert.match(person.page.url(), /#opinion-\d+-page-302$/)
        await person.follow('Speech of pupils')
        assert.match(person.page.url(), /#opinion-\d+-heading-\d+$/)
        await person.read(PASSAGE)
      })
      await person.inNewTab(/^Check another text/, person.page, () =>
        person.read('No lookups yet.')
      )
      await person.end()
    })
})
