/** Names of cases: abbreviated as citations have them, and compared with names in the archive. */
import { test } from '@japa/runner'
import { abbreviateCaseName } from '#app/citations/case_names/abbreviate_name'
import { areNamesAlike } from '#app/citations/case_names/compare_names'

const ALIKE: [cited: string, archived: string][] = [
  [
    "Springfield Dep't of Transp. v. Int'l Bhd. of Elec. Workers",
    'Springfield Department of Transportation v. International Brotherhood of Electrical Workers, Local 15',
  ],
  [
    "Nat'l Ass'n of Mfrs. v. EPA",
    'National Association of Manufacturers v. Environmental Protection Agency',
  ],
  ['Brown v. Bd. of Educ.', 'Brown v. Board of Education of Topeka, Shawnee County, Kansas'],
  ['Gideon v. Wainwright', 'Gideon v. Wainwright, Corrections Director'],
  ['Ashcroft v. Iqbal', 'Ashcroft, Attorney General, et al. v. Iqbal et al.'],
  ['In re Smith', 'Matter of Smith'],
  ['In re Estate of Jones', 'Estate of Jones'],
  ['Conservatorship of K.F.', 'In re Conservatorship of K.F.'],
  ['In re K.F.', 'In the Matter of K.F., a Minor'],
  ['Ex parte Young', 'Ex parte Young'],
  ['People v. Garcia', 'People of the State of New York v. Garcia'],
  ['State v. García', 'State of Ohio v. Garcia'],
  ['Ohio v. Roberts', 'State of Ohio v. Roberts'],
  ['U.S. v. Nixon', 'United States v. Nixon'],
  ['United States v. Nixon', 'United States of America v. Richard M. Nixon'],
  [
    'NLRB v. Jones & Laughlin Steel Corp.',
    'National Labor Relations Board v. Jones and Laughlin Steel Corporation',
  ],
  ['Roe v. Wade', 'Jane Roe, et al. v. Henry Wade'],
  ['Jane Roe v. Henry Wade', 'Roe v. Wade'],
  ['AT&T Mobility LLC v. Concepcion', 'AT&T Mobility v. Concepcion'],
  [
    'Chevron U.S.A. Inc. v. NRDC',
    'Chevron U.S.A., Inc. v. Natural Resources Defense Council, Inc.',
  ],
  ["O'Connor v. St. Mary's Hosp.", 'O’Connor v. Saint Mary’s Hospital'],
  ['N.Y. Times Co. v. Sullivan', 'New York Times Co. v. Sullivan'],
  ['W. Va. Univ. Hosps. v. Casey', 'West Virginia University Hospitals, Inc. v. Casey'],
  ["Comm'r v. Glenshaw Glass Co.", 'Commissioner v. Glenshaw Glass Company'],
  [
    'Penn Cent. Transp. Co. v. City of New York',
    'Penn Central Transportation Company v. New York City',
  ],
  ['Pa. R.R. v. Smith', 'Pennsylvania Railroad Co. v. Smith'],
  ['Hosp. Corp. of Am. v. FTC', 'Hospital Corporation of America v. Federal Trade Commission'],
  ['Smith vs. Jones', 'Smith v. Jones'],
  ["Sec. & Exch. Comm'n v. W.J. Howey Co.", 'SEC v. W. J. Howey Co.'],
]
const DIFFERENT: [cited: string, archived: string][] = [
  ['Smith v. Jones', 'Brown v. Board of Education'],
  ['Roe v. Bolton', 'Roe v. Wade'],
  ['Doe v. Wade', 'Roe v. Wade'],
  ['Brown v. United States', 'Brown Shoe Co. v. United States'],
  ['Brown Shoe Co. v. United States', 'Brown v. United States'],
  ['United States v. Jones', 'United States Steel Corp. v. Jones'],
  ['State v. Roberts', 'People v. Garcia'],
  ['Ohio v. Roberts', 'Michigan v. Roberts'],
  ['In re Smith', 'In re Smythe'],
  ['In re Smith', 'Smith v. Jones'],
  ['Jones v. Smith', 'Smith v. Jones'],
  [
    "Nat'l Ass'n of Realtors v. EPA",
    'National Association of Manufacturers v. Environmental Protection Agency',
  ],
  ["Springfield Dep't of Educ. v. Jones", 'Springfield Department of Transportation v. Jones'],
  ['City of Akron v. Lee', 'City of Toledo v. Lee'],
]
const ABBREVIATED: [name: string, citation: string][] = [
  [
    'Springfield Department of Transportation v. National Association of Manufacturers, Inc.',
    "Springfield Dep't of Transp. v. Nat'l Ass'n of Mfrs., Inc.",
  ],
  ['Brown v. Board of Education of Topeka', 'Brown v. Bd. of Educ. of Topeka'],
  ['Gideon v. Wainwright, Corrections Director', 'Gideon v. Wainwright'],
  ['Ashcroft, Attorney General, et al. v. Iqbal et al.', 'Ashcroft v. Iqbal'],
  ['In the Matter of K.F., a Minor', 'In re K.F.'],
  ['State of Ohio v. Roberts', 'Ohio v. Roberts'],
  ['United States of America v. Nixon', 'United States v. Nixon'],
  ['United States Postal Service v. Smith', 'U.S. Postal Serv. v. Smith'],
  ['West v. Atkins', 'West v. Atkins'],
  ['New York Times Company v. Sullivan', 'N.Y. Times Co. v. Sullivan'],
  ['Hospital Corporation of America v. Smith', 'Hosp. Corp. of Am. v. Smith'],
  ['The Mutual Life Insurance Company v. Kanye West', 'Mut. Life Ins. Co. v. Kanye West'],
]

test.group('names of cases', () => {
  test('{0} is {1}')
    .with(ALIKE)
    .run(({ assert }, [cited, archived]) => {
      assert.isTrue(areNamesAlike(cited, [archived]))
    })

  test('{0} is not {1}')
    .with(DIFFERENT)
    .run(({ assert }, [cited, archived]) => {
      assert.isFalse(areNamesAlike(cited, [archived]))
    })

  test('{0} is cited as {1}')
    .with(ABBREVIATED)
    .run(({ assert }, [name, citation]) => {
      assert.equal(abbreviateCaseName(name), citation)
    })

  test('a short name agrees with a party', ({ assert }) => {
    const names = ['United States v. Carolene Products Co.', 'Carolene Products']
    assert.isTrue(areNamesAlike('Carolene Products', names, { isShort: true }))
    assert.isTrue(areNamesAlike('Carolene', names, { isShort: true }))
    assert.isFalse(areNamesAlike('Filburn', names, { isShort: true }))
  })
})
