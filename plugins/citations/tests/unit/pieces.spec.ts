import { test } from '@japa/runner'
import { lookupCsv } from '../../pages/lookup_rows.js'
import { areNamesAlike } from '#app/citations/case_names/compare_names'
import { batchCitations } from '../../lookup/pieces_task.js'

const at = (start: number, end = start + 10) => ({
  citation: '1 U.S. 1',
  start,
  end,
  volume: '1',
  reporter: 'U.S.',
  page: '1',
  reporters: ['U.S.'],
  citedName: null,
})
const starts = (pieces: ReturnType<typeof batchCitations>) =>
  pieces.map((piece) => piece.map(({ start }) => start))

test.group('pieces of a long text', () => {
  test('a short text is one piece, with or without citations', ({ assert }) => {
    assert.deepEqual(starts(batchCitations([at(5)], 64_000)), [[5]])
    assert.deepEqual(starts(batchCitations([], 10)), [[]])
  })

  test('end between citations', ({ assert }) => {
    assert.deepEqual(starts(batchCitations([at(63_990), at(64_001)], 64_020)), [[63_990], [64_001]])
    assert.deepEqual(starts(batchCitations([at(63_995)], 64_020)), [[], [63_995]])
    assert.deepEqual(starts(batchCitations([at(200_000)], 200_010)), [[], [], [], [200_000]])
  })

  test('have at most 250 citations', ({ assert }) => {
    const citations = Array.from({ length: 501 }, (_, place) => at(place * 20))
    assert.deepEqual(
      batchCitations(citations, 20_000).map(({ length }) => length),
      [250, 250, 1]
    )
  })

  test('include the text after the last citation', ({ assert }) => {
    assert.lengthOf(batchCitations([at(0)], 192_000), 3)
  })
})

test.group('cited and archived names', () => {
  test('match if each party shares a word, in full or abbreviated')
    .with([
      ['Brown v. Board of Education', 'Brown v. Board of Education of Topeka'],
      ['Brown v. Bd. of Educ.', 'Brown v. Board of Education'],
      ["Nat'l Ass'n of Mfrs. v. EPA", 'National Association of Manufacturers v. EPA'],
      ['Nixon v. United States', 'United States v. Nixon'],
      ['In re Gault', 'In re Gault'],
      ['Marbury', 'Marbury v. Madison'],
      ['Müller v. Oregon', 'Muller v. Oregon'],
    ] as const)
    .run(({ assert }, [cited, archived]) =>
      assert.isTrue(areNamesAlike(cited, [archived], { isShort: true, anySide: true }))
    )

  test('differ if a party has another name')
    .with([
      ['Smith v. Jones', 'Brown v. Board of Education'],
      ['Brown v. Mississippi', 'Brown v. Board of Education'],
    ] as const)
    .run(({ assert }, [cited, archived]) =>
      assert.isFalse(areNamesAlike(cited, [archived], { isShort: true, anySide: true }))
    )
})

test.group('citations as CSV', () => {
  test('have one line per case and escape quotes, commas, and formulas', ({ assert }) => {
    const row = {
      ...at(0),
      citedName: '=HYPERLINK("x", "y")',
      status: 300,
      state: 'Several decisions',
      tone: '',
      error: '',
      matched: 'Citation',
      matchedOn: 'citation',
      cases: [
        { id: 1, path: '/', name: 'A, B', fits: true },
        { id: 2, path: '/', name: '+C', fits: false },
      ],
      more: 0,
    }
    const unmatched = { ...row, citedName: null, status: null, matchedOn: null, cases: [] }
    assert.deepEqual(lookupCsv([row, unmatched]).split('\r\n'), [
      'citation,start_index,end_index,status,error_message,matched_on,cited_name,case_name,cluster_id',
      `1 U.S. 1,0,10,300,,citation,"'=HYPERLINK(""x"", ""y"")","A, B",1`,
      `1 U.S. 1,0,10,300,,citation,"'=HYPERLINK(""x"", ""y"")",'+C,2`,
      '1 U.S. 1,0,10,,,,,,',
      '',
    ])
  })
})
