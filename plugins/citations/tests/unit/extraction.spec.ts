/** Extraction of citations that the corpus doesn't cover. */
import { test } from '@japa/runner'
import type { Citation } from '#app/citations/citation'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '#plugins/citations/citation_tables'

const extract = makeExtractor(citationTables())

/** Returns some fields of the citations in a text, without absent ones. */
function rows(text: string, ...fields: (keyof Citation)[]) {
  return extract(text).map((citation) =>
    Object.fromEntries(
      fields
        .filter((field) => citation[field] !== undefined)
        .map((field) => [field, citation[field]])
    )
  )
}

const NAMES = ['text', 'plaintiff', 'defendant', 'antecedent', 'year'] as const

test.group('case names', () => {
  test('an opening parenthesis ends a name', ({ assert }) => {
    assert.deepEqual(rows('Wood v. Carolina Telephone (228 N.C. 605)', ...NAMES), [
      { text: '228 N.C. 605', plaintiff: 'Wood', defendant: 'Carolina Telephone' },
    ])
  })

  test('the initial V. does not mean versus', ({ assert }) => {
    assert.deepEqual(rows('Rollin v. William V. Frankel & Co., 196 Ariz. 350 (2000)', ...NAMES), [
      {
        text: '196 Ariz. 350',
        plaintiff: 'Rollin',
        defendant: 'William V. Frankel & Co.',
        year: 2000,
      },
    ])
  })

  test('an uppercase name has an uppercase versus', ({ assert }) => {
    assert.deepEqual(rows('ROE V. WADE, 410 U.S. 113 (1973)', ...NAMES), [
      { text: '410 U.S. 113', plaintiff: 'ROE', defendant: 'WADE', year: 1973 },
    ])
  })

  test('a name does not start on the previous line', ({ assert }) => {
    assert.deepEqual(rows('Third Spec. Sess.\nRing v. Arizona, 536 U.S. 584 (2002)', ...NAMES), [
      { text: '536 U.S. 584', plaintiff: 'Ring', defendant: 'Arizona', year: 2002 },
    ])
  })

  test('a word such as see is not an antecedent of supra', ({ assert }) => {
    assert.deepEqual(rows('See supra, at 2.', ...NAMES), [{ text: 'supra,' }])
  })

  test('the name of a cited case before a page refers to it, unless many cases share the name', ({
    assert,
  }) => {
    const full = 'State v. Lantern, 228 N.C. 605 (1948). '
    const kinds = (text: string) => rows(full + text, 'kind').map(({ kind }) => kind)
    assert.deepEqual(kinds('In Lantern at 607, it held so.'), ['case', 'reference'])
    assert.deepEqual(kinds('In State at 607, it held so.'), ['case'])
  })

  test('a short form after supra has the complete name', ({ assert }) => {
    assert.deepEqual(
      rows('Shea v. Board of Medical Examiners, supra, 81 Cal. App. 3d at p. 570', ...NAMES),
      [{ text: '81 Cal. App. 3d at p. 570', antecedent: 'Board of Medical Examiners' }]
    )
  })
})

test.group('parallel citations', () => {
  test('share the name of a short form', ({ assert }) => {
    assert.deepEqual(rows('Caballes, 543 U.S. at 410, 125 S. Ct. 834', 'kind', ...NAMES), [
      { kind: 'short', text: '543 U.S. at 410', antecedent: 'Caballes' },
      { kind: 'parallel', text: '125 S. Ct. 834', defendant: 'Caballes' },
    ])
  })

  test('share the name before supra, and have none after id.', ({ assert }) => {
    assert.deepEqual(
      rows('Gilbert, supra at 748, 452 S.E.2d 476. Id. at 749, 452 S.E.2d 476', 'kind', ...NAMES),
      [
        { kind: 'supra', text: 'supra', antecedent: 'Gilbert' },
        { kind: 'parallel', text: '452 S.E.2d 476', defendant: 'Gilbert' },
        { kind: 'id', text: 'Id.' },
        { kind: 'parallel', text: '452 S.E.2d 476' },
      ]
    )
  })

  test('a short form shares the name of a full citation', ({ assert }) => {
    assert.deepEqual(rows('Dockery, 187 Ill. Dec. 757, 618 N.E.2d at 350', 'kind', ...NAMES), [
      { kind: 'case', text: '187 Ill. Dec. 757', defendant: 'Dockery' },
      { kind: 'short', text: '618 N.E.2d at 350', antecedent: 'Dockery' },
    ])
  })

  test('follow the division of an opinion', ({ assert }) => {
    assert.deepEqual(
      rows('Moody v. Dykes, 269 Ga. 217, 221(6), 496 S.E.2d 907 (1998)', 'kind', ...NAMES),
      [
        {
          kind: 'case',
          text: '269 Ga. 217',
          plaintiff: 'Moody',
          defendant: 'Dykes',
          year: 1998,
        },
        {
          kind: 'parallel',
          text: '496 S.E.2d 907',
          plaintiff: 'Moody',
          defendant: 'Dykes',
          year: 1998,
        },
      ]
    )
  })
})

test.group('years', () => {
  test('the year of a quoted case is not that of the quoting one', ({ assert }) => {
    assert.deepEqual(
      rows('536 U.S. 304, quoting Trop v. Dulles, 356 U.S. 86 (1958)', 'text', 'year'),
      [{ text: '536 U.S. 304' }, { text: '356 U.S. 86', year: 1958 }]
    )
  })

  test('a line break can follow a citation', ({ assert }) => {
    assert.deepEqual(rows('725 N.W.2d 684:\nas in the case (2003)', 'text', 'year'), [
      { text: '725 N.W.2d 684' },
    ])
  })
})
