import { test } from '@japa/runner'
import {
  bluebookCitation,
  californiaCitation,
  newYorkCitation,
  markdownCitation,
  pinpointCitation,
  plainCitation,
  shortCitation,
} from '../../pages/decision/case_citation.js'

const BROWN = {
  name: 'Brown v. Board of Education of Topeka',
  shortName: 'Brown',
  citations: [
    { volume: '74', reporter: 'S. Ct.', page: '686', type: 1 },
    { volume: '347', reporter: 'U.S.', page: '483', type: 1 },
  ],
  court: 'SCOTUS',
  courtName: 'Supreme Court of the United States',
  docketNumber: '1',
  decided: '1954-05-17',
}
const OREGON = {
  ...BROWN,
  name: 'Marlowe v. Tidewater',
  citations: [
    { volume: '2019', reporter: 'WL', page: '7', type: 7 },
    { volume: '901', reporter: 'Or.', page: '501', type: 2 },
    { volume: '99', reporter: 'P.3d', page: '4', type: 3 },
  ],
  court: 'Or.',
}

test.group('citation of a decision', () => {
  test('prefers the official reporter of the Supreme Court and omits the court', ({ assert }) => {
    assert.equal(bluebookCitation(BROWN), 'Brown v. Bd. of Educ. of Topeka, 347 U.S. 483 (1954)')
  })

  test('prefers the regional reporter and includes the court', ({ assert }) => {
    assert.equal(bluebookCitation(OREGON), 'Marlowe v. Tidewater, 99 P.3d 4 (Or. 1954)')
  })

  test('has no parentheses for a neutral citation', ({ assert }) => {
    const citations = [{ volume: '2004', reporter: 'MT', page: '66', type: 8 }]
    assert.equal(bluebookCitation({ ...OREGON, citations }), 'Marlowe v. Tidewater, 2004 MT 66')
  })

  test('has the docket number and date of an unreported decision', ({ assert }) => {
    assert.equal(
      bluebookCitation({ ...OREGON, citations: [], docketNumber: '21-9901', court: 'D. Minn.' }),
      'Marlowe v. Tidewater, No. 21-9901 (D. Minn. May 17, 1954)'
    )
    assert.equal(
      bluebookCitation({ ...BROWN, citations: [], docketNumber: '' }),
      'Brown v. Bd. of Educ. of Topeka (U.S. May 17, 1954)'
    )
  })

  test('follows the manuals of California and New York', ({ assert }) => {
    assert.equal(
      californiaCitation(BROWN),
      'Brown v. Board of Education of Topeka (1954) 347 U.S. 483 [74 S.Ct. 686]'
    )
    assert.equal(newYorkCitation(BROWN), 'Brown v Board of Education of Topeka, 347 US 483 [1954]')
    const one = { ...OREGON, citations: [{ volume: '99', reporter: 'P.3d', page: '4', type: 3 }] }
    assert.equal(californiaCitation(one), 'Marlowe v. Tidewater (Or. 1954) 99 P.3d 4')
    assert.equal(newYorkCitation(one), 'Marlowe v Tidewater, 99 P3d 4 [Or 1954]')
  })

  test('has all citations, the court, and the date in plain text', ({ assert }) => {
    assert.equal(
      plainCitation(BROWN),
      'Brown v. Board of Education of Topeka, 74 S. Ct. 686, 347 U.S. 483 (Supreme Court of the United States, May 17, 1954)'
    )
    assert.equal(
      plainCitation({ ...BROWN, citations: [] }),
      'Brown v. Board of Education of Topeka, No. 1 (Supreme Court of the United States, May 17, 1954)'
    )
  })

  test('has the short name and no year in the short form', ({ assert }) => {
    assert.equal(shortCitation(BROWN), 'Brown, 347 U.S. at 483')
    const citations = [{ volume: '2004', reporter: 'MT', page: '66', type: 8 }]
    assert.equal(shortCitation({ ...BROWN, shortName: '', citations }), `${BROWN.name}, 2004 MT 66`)
    assert.equal(shortCitation({ ...BROWN, citations: [] }), 'Brown, No. 1')
  })

  test('escapes the label of the link in Markdown', ({ assert }) => {
    assert.equal(
      markdownCitation(
        { ...BROWN, name: 'In re [Sealed] *A*' },
        'https://example.org/opinion/1/a/'
      ),
      String.raw`[In re \[Sealed\] \*A\*, 347 U.S. 483 (1954)](https://example.org/opinion/1/a/)`
    )
  })

  test('has two parts around a pinpoint, of the report whose pages are shown: {what}')
    .with([
      {
        what: 'the first break is the next page',
        first: '484',
        before: '347 U.S. 483',
        page: '483',
      },
      {
        what: 'a syllabus precedes the first break',
        first: '490',
        before: '347 U.S. 483',
        page: '489',
      },
      { what: 'the break is at the beginning', first: '483', before: '347 U.S. 483', page: '483' },
      { what: 'breaks of a parallel report', first: '687', before: '74 S. Ct. 686', page: '686' },
      { what: 'breaks of another report', first: '873', before: '347 U.S. 483', page: '' },
      { what: 'breaks before the report', first: '12', before: '347 U.S. 483', page: '' },
      { what: 'Roman numerals', first: 'xi', before: '347 U.S. 483', page: '' },
      { what: 'no breaks', first: undefined, before: '347 U.S. 483', page: '' },
    ])
    .run(({ assert }, { first, before, page }) => {
      assert.deepEqual(pinpointCitation(BROWN, { firstBreak: first, isNumbered: true }), {
        before: `Brown v. Bd. of Educ. of Topeka, ${before}`,
        after: ' (1954)',
        page,
      })
    })

  test('has two parts around a pinpoint without a report, or with a neutral one', ({ assert }) => {
    const parts = (cited: Partial<typeof BROWN>) =>
      pinpointCitation({ ...OREGON, ...cited }, { firstBreak: '4', isNumbered: true })
    const neutral = [...OREGON.citations, { volume: '2019', reporter: 'MT', page: '66', type: 8 }]
    assert.deepEqual(parts({ citations: neutral }), {
      before: 'Marlowe v. Tidewater, 2019 MT 66',
      after: '',
      page: '',
    })
    assert.deepEqual(parts({ citations: [], docketNumber: '21-9901' }), {
      before: 'Marlowe v. Tidewater, No. 21-9901',
      after: ' (Or. May 17, 1954)',
      page: '',
    })
    assert.deepEqual(parts({ citations: [], docketNumber: '' }), {
      before: 'Marlowe v. Tidewater',
      after: ' (Or. May 17, 1954)',
      page: '',
    })
  })
})
