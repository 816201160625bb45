import { test } from '@japa/runner'
import { citationTables } from '../../citation_tables.js'
import { ReporterNames } from '../../lookup/known_reporters.js'

const names = new ReporterNames(citationTables())

test.group('reporter names', () => {
  test('resolves the abbreviation, its slug, and other spellings', ({ assert }) => {
    for (const written of ['U.S.', 'us', 'U.S', 'US', ' U.S. ', 'U. S.'])
      assert.deepEqual(names.find(written), ['U.S.'], written)
    assert.deepEqual(names.find('F. Supp. 2d'), ['F. Supp. 2d'])
    assert.deepEqual(names.find('Atl. Rep.'), ['A.'])
  })

  test('resolves an ambiguous spelling to all its reporters', ({ assert }) => {
    assert.sameMembers(names.find('Marsh.'), ['A.K. Marsh.', 'J.J. Marsh.'])
    assert.sameMembers(names.find('Black Rep.'), ['Black', 'Blackf.'])
  })

  test('reporters and neutral citations that share a slug are distinguished by their exact spelling', ({
    assert,
  }) => {
    for (const [reporter, neutral] of [
      ['Vt.', 'VT'],
      ['La.', 'LA'],
      ['Me.', 'ME'],
      ['Pa.', 'PA'],
      ['N.D.', 'ND'],
      ['N.M.', 'NM'],
      ['S.D.', 'SD'],
      ['M.S.P.B.', 'MSPB'],
    ] as const) {
      assert.deepEqual(names.find(reporter), [reporter])
      assert.deepEqual(names.find(neutral), [neutral])
      const [lower, ofKind] = [neutral.toLowerCase(), `${neutral.toLowerCase()}-neutral`]
      assert.deepEqual(names.find(lower), [reporter])
      assert.deepEqual(names.find(ofKind), [neutral])
    }
    assert.deepEqual([names.find('Day'), names.find('Day.')], [['Day'], ['Day.']])
  })

  test('does not resolve unknown reporters and inherited keys of objects', ({ assert }) => {
    for (const written of ['Foo', '', '.', 'constructor', '__proto__', 'Ü'])
      assert.deepEqual(names.find(written), [], written)
  })
})
