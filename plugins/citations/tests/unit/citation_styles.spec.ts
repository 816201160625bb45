/** Styles of case citations: spellings of reporters, and where states put name, court, and year. */
import { test } from '@japa/runner'
import { makeExtractor } from '#app/citations/extractor'
import { resolve } from '#app/citations/resolve'
import { sameAuthority } from '#app/citations/resolve'
import { citationTables } from '../../citation_tables.js'
import { FOREIGN_REPORTS, JOURNAL_ARTICLES } from '../citation_variants.js'

const extract = makeExtractor(citationTables())
const first = (text: string) => extract(text)[0]!

test.group('spellings of reporters', () => {
  test('{written} is {reporter}')
    .with(
      Object.entries({
        'F2d': 'F.2d',
        'F 2d': 'F.2d',
        'F. 2d': 'F.2d',
        'F.2nd': 'F.2d',
        'F3d': 'F.3d',
        'F.3rd': 'F.3d',
        'FSupp': 'F. Supp.',
        'F Supp': 'F. Supp.',
        'FSupp2d': 'F. Supp. 2d',
        'F Supp 2d': 'F. Supp. 2d',
        'F. Supp.2d': 'F. Supp. 2d',
        'FSupp3d': 'F. Supp. 3d',
        'FRD': 'F.R.D.',
        'FedAppx': "F. App'x",
        'SCt': 'S. Ct.',
        'LEd2d': 'L. Ed. 2d',
        'NE2d': 'N.E.2d',
        'NW2d': 'N.W.2d',
        'SE2d': 'S.E.2d',
        'SW3d': 'S.W.3d',
        'So2d': 'So. 2d',
        'P2d': 'P.2d',
        'A2d': 'A.2d',
        'NYS2d': 'N.Y.S.2d',
        'AD3d': 'A.D.3d',
        'Misc3d': 'Misc. 3d',
        'CalApp4th': 'Cal. App. 4th',
        'Cal App 4th': 'Cal. App. 4th',
        'CalRptr2d': 'Cal. Rptr. 2d',
        'IllApp3d': 'Ill. App. 3d',
        'OhioApp': 'Ohio App.',
        'Mich App': 'Mich. App.',
        'NJSuper': 'N.J. Super.',
        'Ariz': 'Ariz.',
        'Nev': 'Nev.',
        'Kan': 'Kan.',
      }).map(([written, reporter]) => ({ written, reporter }))
    )
    .run(({ assert }, { written, reporter }) => {
      const citation = first(`Smith v. Jones, 12 ${written} 345 (1990).`)
      assert.equal(citation?.edition?.name, reporter)
      assert.equal(citation.page, '345')
    })

  test('ignores words and dates of prose', ({ assert }) => {
    for (const text of [
      'On 12 Dec 1999 and 5 Mar 2001.',
      'Paragraph 22 All 50 states agree.',
      'He paid 12 Me 5 more.',
      'In row 5 Will 12 appeared.',
      'Item 4 At 30 degrees.',
    ])
      assert.deepEqual(
        extract(text).map((citation) => citation.text),
        [],
        text
      )
  })
})

interface Style {
  text: string
  name?: (string | undefined)[]
  year?: number
  court?: string
  pin?: string
}

const STYLES: Style[] = [
  // New York
  {
    text: 'People v Smith, 12 NY3d 345, 350 [2009]',
    name: ['People', 'Smith'],
    year: 2009,
    pin: '350',
  },
  { text: 'Rogers v Rogers (63 NY2d 582 [1984])', name: ['Rogers', 'Rogers'], year: 1984 },
  {
    text: 'Doe v Roe, 90 AD2d 5, 6 [2d Dept 1983]',
    name: ['Doe', 'Roe'],
    year: 1983,
    court: 'nyappdiv',
  },
  { text: 'Doe v Roe, 200 F3d 5 [2d Cir 2000]', year: 2000, court: 'ca2' },
  { text: 'Mavis v Pool, 427 F Supp 2d 1084 [D Kan 2006]', year: 2006, court: 'ksd' },
  { text: 'Newbold v Arvid, 105 Idaho 663, 672 P2d 231 [1983]', year: 1983 },
  {
    text: 'Matter of Smith (Jones), 12 AD3d 5 [1st Dept 2004]',
    name: [undefined, 'Matter of Smith (Jones)'],
    year: 2004,
    court: 'nyappdiv',
  },
  // California
  {
    text: 'In re K.F. (2009) 173 Cal.App.4th 655, 661',
    name: [undefined, 'K.F.'],
    year: 2009,
    pin: '661',
  },
  {
    text: 'Estate of Bray (1964) 230 Cal.App.2d 136',
    name: [undefined, 'Estate of Bray'],
    year: 1964,
  },
  {
    text: 'Conservatorship of Wendel (2001) 26 Cal.4th 519, 530',
    name: [undefined, 'Conservatorship of Wendel'],
    year: 2001,
  },
  { text: 'Matter of Doe (2001) 26 Cal.4th 519', name: [undefined, 'Matter of Doe'], year: 2001 },
  {
    text: 'In re Marriage of Brown (1976) 15 Cal.3d 838',
    name: [undefined, 'Marriage of Brown'],
    year: 1976,
  },
  {
    text: '(See Yield Dynamics, Inc. v. Tea Corp. (2007) 154 Cal.App.4th 547, 558 [66 Cal.Rptr.3d 1].)',
    name: ['Yield Dynamics, Inc.', 'Tea Corp.'],
    year: 2007,
  },
  {
    text: 'Grant v. Esquire, Inc. (S.D.N.Y. 1973) 367 F.Supp. 876',
    name: ['Grant', 'Esquire, Inc.'],
    year: 1973,
    court: 'nysd',
  },
  // Georgia, Louisiana, Michigan, Ohio, Texas, Illinois
  {
    text: 'See Harper v. State, 286 Ga. 216, 218 (1) (686 SE2d 786) (2009)',
    name: ['Harper', 'State'],
    year: 2009,
    pin: '218',
  },
  {
    text: 'Lake Hosp. v. Vann, 95-0754, p. 3 (La.App. 1 Cir. 12/15/95), 669 So.2d 463',
    name: ['Lake Hosp.', 'Vann'],
    year: 1995,
    court: 'lactapp',
  },
  { text: 'People v Doe, 500 Mich 1, 5; 600 NW2d 2 (2010)', name: ['People', 'Doe'], year: 2010 },
  {
    text: 'State v. Smith, 10th Dist. Franklin No. 12AP-345, 2013-Ohio-1234, ¶ 12',
    name: ['State', 'Smith'],
    year: 2013,
    pin: '¶ 12',
  },
  {
    text: 'Doe v. Roe, 100 S.W.3d 5 (Tex. App.—Dallas 2005, pet. denied)',
    name: ['Doe', 'Roe'],
    year: 2005,
  },
  {
    text: 'Ex parte Williams, 250 S.W.3d 100 (Tex. 2019)',
    name: [undefined, 'Williams'],
    year: 2019,
    court: 'tex',
  },
  {
    text: 'People v. Jones, 2015 IL App (1st) 131234, ¶ 12.',
    name: ['People', 'Jones'],
    year: 2015,
    pin: '¶ 12',
  },
  // Neutral citations
  { text: 'State v. Denny, 2017 WI 17', year: 2017 },
  { text: 'Smith v. Jones, 2020 WL 123456', year: 2020 },
  { text: 'State v. Roe, 2004 MT 66', year: 2004 },
  { text: 'State v. Roe, 2001 ND 5', year: 2001 },
  { text: 'Doe v. Roe, 2010 UT 12', year: 2010 },
  { text: 'Doe v. Roe, 2012-NMSC-005', year: 2012 },
  { text: 'State v. Roe, 2023 ME 1, ¶¶ 5-6', year: 2023, pin: '¶¶ 5-6' },
  // Names
  { text: 'The order stands.” 27 McDougle v. State, 15 F.3d 2', name: ['McDougle', 'State'] },
  { text: 'Affirmed. 84 Lumber Co. v. Smith, 15 F.3d 2', name: ['84 Lumber Co.', 'Smith'] },
  {
    text: 'Smith v. Jones, No. 12-345, 2019 WL 12345 (S.D.N.Y. Jan. 2, 2019)',
    name: ['Smith', 'Jones'],
    year: 2019,
    court: 'nysd',
  },
  {
    text: 'Roe v. Wade, the Court held in its decision, 410 U.S. 113 (1973)',
    name: ['Roe', 'Wade'],
    year: 1973,
  },
  {
    text: 'Houston Cmty. Coll. Sys. v. Wilson, 142 S. Ct. 1253, 1259 (2022)',
    name: ['Houston Cmty. Coll. Sys.', 'Wilson'],
  },
  {
    text: 'See Miller Const. Co. v. City and County of Denver, 676 P.2d 1170 (Colo.1984)',
    name: ['Miller Const. Co.', 'City and County of Denver'],
  },
  // The year of the next case isn't the year of this one.
  {
    text: 'Smith v. State, 15 F.3d 2. Doe v. Roe, 16 F.3d 3 (5th Cir. 2019)',
    name: ['Smith', 'State'],
    year: undefined,
  },
]

test.group('styles of case citations', () => {
  test('reads {text}')
    .with(STYLES)
    .run(({ assert }, { text, name, court, pin, ...rest }) => {
      const citation = first(text)
      if (name) assert.deepEqual([citation.plaintiff, citation.defendant], name)
      if ('year' in rest) assert.equal(citation.year, rest.year)
      if (court) assert.equal(citation.court, court)
      if (pin) assert.equal(citation.pinCite, pin)
    })

  test('a nominative report is the same decision', ({ assert }) => {
    assert.isTrue(sameAuthority(first('5 U.S. 137'), first('5 U.S. (1 Cranch) 137')))
    assert.isTrue(sameAuthority(first('12 FSupp2d 345'), first('12 F. Supp. 2d 345')))
    assert.isFalse(sameAuthority(first('5 U.S. 137'), first('6 U.S. (1 Cranch) 137')))
  })
})

/** The authority of the last citation, as written. */
function lastAuthority(text: string): string | undefined {
  const citations = extract(text)
  return resolve(citations).find(({ mentions }) => mentions.includes(citations.at(-1)!))?.authority
    .text
}

test.group('short forms', () => {
  const FOO = 'Foo v. Bar, 1 U.S. 1, 4 (1790)'
  test('{text}')
    .with([
      { text: `${FOO} (quoting Baz v. Qux, 2 U.S. 2 (1792)). Id. at 6.`, authority: '1 U.S. 1' },
      { text: `${FOO} (citing Baz v. Qux, 2 U.S. 2 (1792)). Id.`, authority: '1 U.S. 1' },
      {
        text: `${FOO} (citing Baz v. Qux, 2 U.S. 2; A v. B, 3 U.S. 3). Id.`,
        authority: '1 U.S. 1',
      },
      { text: `${FOO}; Baz v. Qux, 2 U.S. 2 (1792). Id. at 6.`, authority: '2 U.S. 2' },
      { text: `${FOO}. 42 U.S.C. § 1983. Id. at 6.`, authority: '1 U.S. 1' },
      { text: `${FOO}. 42 U.S.C. § 1983. Id.`, authority: '42 U.S.C. § 1983' },
      { text: `${FOO}. Id. at ¶ 100.`, authority: undefined },
      { text: 'Doe v. Roe, 2015-Ohio-5, ¶ 10. Id. at ¶ 12.', authority: '2015-Ohio-5' },
      { text: '42 U.S.C. § 1983 applies. Under § 1983, more.', authority: '42 U.S.C. § 1983' },
      { text: '42 U.S.C. § 1983 applies. Under § 1985, more.', authority: undefined },
      { text: '42 U.S.C. § 5. 18 U.S.C. § 5. Under § 5, more.', authority: undefined },
      {
        text: 'Lee, Property, 51 Harv. L. Rev. 638 (1938). 51 Harv. L. Rev. at 662.',
        authority: '51 Harv. L. Rev. 638',
      },
      { text: `${FOO}. In Foo , supra, at 3.`, authority: '1 U.S. 1' },
      { text: `${FOO}. Foo, supra, 1 U.S. at 3.`, authority: '1 U.S. 1' },
    ])
    .run(({ assert }, { text, authority }) => assert.equal(lastAuthority(text), authority))

  test('supra and a short form are one citation', ({ assert }) => {
    const citations = extract(`${FOO}. Foo, supra, 1 U.S. at 3.`)
    assert.deepEqual(
      citations.map(({ kind }) => kind),
      ['case', 'short']
    )
  })
})

test.group('foreign reports and journals', () => {
  test('{$self} is a report')
    .with(FOREIGN_REPORTS)
    .run(({ assert }, citation) => {
      const found = extract(`In Smith v. Jones, ${citation}, the court agreed.`)
      assert.deepEqual(
        found.map(({ text }) => text),
        [citation]
      )
      assert.include(['case', 'neutral'], found[0]!.kind)
      assert.equal(found[0]!.defendant, 'Jones')
    })

  test('{$self} is in a journal')
    .with(JOURNAL_ARTICLES)
    .run(({ assert }, citation) => {
      const found = extract(`Jane Roe, Words, ${citation} (1999).`)
      assert.deepEqual(
        found.map(({ kind, text }) => [kind, text]),
        [['journal', citation]]
      )
    })

  test('reads {written}, as a scan prints it')
    .with([
      { written: '410 U.S . 113', page: '113' },
      { written: '123 F .3d 456', page: '456' },
      { written: '12 F. Supp .2d 34', page: '34' },
      { written: '550 U.S.544', page: '544' },
      { written: '127 S. Ct .1955', page: '1955' },
      { written: '2003WL 123456', page: '123456' },
      { written: '45 Cal . App . 4th 67', page: '67' },
      { written: '99 N .E.2d 100', page: '100' },
    ])
    .run(({ assert }, { written, page }) => {
      const found = extract(`Smith v. Jones, ${written} (2001).`)
      assert.deepEqual(
        found.map((citation) => citation.page),
        [page]
      )
    })
})
