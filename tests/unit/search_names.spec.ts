/** Name filters find names in the forms that people and courts write. */
import { test } from '@japa/runner'
import { analyseRow, matches } from '#app/search_engine/query/evaluate'
import { parseFilterText, parseQuery } from '#app/search_engine/query/parse_query'
import { caseIndex } from '#tests/helpers/search_index'

const index = caseIndex({
  caseName: { kind: 'text', level: 'parent', weight: 4, names: 'organization' },
  judge: { kind: 'text', level: 'parent', names: 'person' },
})

/** The names of each line are the same name in other forms; each finds the others. */
const SAME = [
  ['U.S. v. Nixon', 'United States v. Nixon', 'US versus Nixon', 'U. S. vs. Nixon'],
  ["Nat'l Ass'n of Mfrs.", 'National Association of Manufacturers', 'Natl Assn of Manufacturer'],
  ["Comm'r v. Glenshaw Glass Co.", 'Commissioner v. Glenshaw Glass Company'],
  ['Comm’r v. Glenshaw Glass', 'Commissioner vs Glenshaw Glass'],
  ['Brown v. Bd. of Educ.', 'Brown v. Board of Education', 'Brown v Bd of Ed'],
  ['Johnson & Johnson v. Amgen', 'Johnson and Johnson v. Amgen'],
  ['AT&T v. Twombly', 'A.T. & T. v. Twombly', 'AT and T v. Twombly'],
  ['J.P. Morgan v. Doe', 'JP Morgan v. Doe', 'J P Morgan v. Doe', 'J. P. Morgan v. Doe'],
  ['Penn Cent. Transp. Co.', 'Penn Central Transportation Company'],
  ['Acme Prods., Inc.', 'Acme Products Incorporated', 'Acme Product, Inc.'],
  ["Smith's Foods", 'Smith Food', 'Smith’s Foods'],
  ['N.Y. Times Co. v. Sullivan', 'New York Times Company v. Sullivan', 'NY Times Co v Sullivan'],
  ['W. Va. State Bd.', 'West Virginia State Board', 'WV State Bd.'],
  ["Dep't of Commerce", 'Department of Commerce', 'Dept. of Com.'],
  ['Erie R.R. v. Tompkins', 'Erie Railroad v. Tompkins'],
  ['N. Pac. Ry. Co.', 'Northern Pacific Railway Company'],
  ["Int'l Bhd. of Elec. Workers", 'International Brotherhood of Electrical Workers'],
  ["Gov't Emps. Ins. Co.", 'Government Employees Insurance Company', 'Govt Employee Ins Co'],
  ['In re Gault', 'In the Matter of Gault', 'Matter of Gault'],
  ["St. Mary's Hosp.", 'Saint Mary’s Hospital', 'Ste. Mary Hosp'],
  ["Sec. & Exch. Comm'n", 'Securities and Exchange Commission'],
  ['The Boeing Co.', 'Boeing Company'],
  ['Hosp. Corp. of Am.', 'Hospital Corporation of America'],
  ['Mass. v. EPA', 'Massachusetts v. EPA'],
  ["Ass'n of Am. Univs.", 'Association of American Universities', 'Assoc. of American University'],
  ["Prof'l Eng'rs Ass’n", 'Professional Engineers Association'],
]

const DIFFERENT: [query: string, stored: string][] = [
  ['U.S. v. Nixon', 'Nixon v. Sirica'],
  ['"U.S." v. Nixon', 'United States v. Nixon'],
  ['"Bd. of Educ."', 'Board of Education'],
  ['"United States v. Nixon"', 'U.S. v. Nixon'],
  ['"Products"', 'Acme Product Co.'],
  ['caseName.exact:Products', 'Acme Product Co.'],
  ['Board of Education', 'Board of Review'],
  ['Brown NOT Education', 'Brown v. Bd. of Educ. of Education City'],
]

const fits = (query: string, caseName: string) =>
  matches(parseFilterText(query, 'caseName', index), analyseRow(index, { caseName }))

test.group('names in searches', () => {
  test('{0} is found in every form')
    .with(SAME)
    .run(({ assert }, forms) => {
      for (const query of forms) {
        for (const stored of forms) {
          assert.isTrue(fits(query, stored), `${query} finds ${stored}`)
          const row = analyseRow(index, { caseName: stored })
          assert.isTrue(matches(parseQuery(`caseName:(${query})`, index).tree, row), 'in q')
        }
      }
    })

  test('{0} does not find {1}')
    .with(DIFFERENT)
    .run(({ assert }, [query, stored]) => {
      assert.isFalse(fits(query, stored))
    })

  test('leaves out "et al." and "the"', ({ assert }) => {
    assert.isTrue(fits('Smith et al. v. The Jones Co.', 'Smith v. Jones Company'))
    assert.isTrue(fits('Al Smith', 'Al Smith'))
    assert.isFalse(fits('Al Smith', 'Bob Smith'))
    assert.isTrue(fits('The The', 'The The'))
  })

  test('a direction is not the initial of a person', ({ assert }) => {
    const judged = (query: string, judge: string) =>
      matches(parseFilterText(query, 'judge', index), analyseRow(index, { judge }))
    assert.isFalse(judged('West', 'W. Harold Albritton'))
    assert.isTrue(judged('J P Stevens', 'J.P. Stevens'))
    assert.isTrue(judged('Kavanaugh, Jr.', 'Kavanaugh Junior'))
    assert.isTrue(judged("O'Connor", 'O’Connor'))
  })

  test('a long name has a bounded number of alternatives', ({ assert }) => {
    const long = Array.from({ length: 60 }, () => 'Nat’l Ass’n of Elec. Mfrs. Co.').join(' ')
    assert.doesNotThrow(() => parseFilterText(long, 'caseName', index))
  })
})
