/** Pages with notes, divisions, lists, and courts of citations in the styles of the states. */
import { test } from '@japa/runner'
import type { Citation } from '#app/citations/citation'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '../../citation_tables.js'

const extract = makeExtractor(citationTables())

type Part = Extract<keyof Citation, 'kind' | 'pinCite' | 'year' | 'court' | 'defendant'>

/** `12 F.3d 4|7 & n.5`: the citation, and one of its parts. */
const shown = (text: string, part: Part) =>
  extract(text).map((citation) => `${citation.text}|${citation[part] ?? ''}`)

test.group('pages with notes', () => {
  test('{pin}')
    .with([
      { text: 'Doe v. Roe, 410 U.S. 113, 152 n.3 (1973)', pin: '152 n.3' },
      { text: 'Doe v. Roe, 378 B.R. 385, 390 n. 13 (Bankr. S.D. Fla. 2007)', pin: '390 n. 13' },
      { text: 'Doe v. Roe, 12 F.3d 4, 7 & n.5 (9th Cir. 1993)', pin: '7 & n.5' },
      { text: 'Doe v. Roe, 33 F.4th 1, 9 nn.2-3 (1st Cir. 2022)', pin: '9 nn.2-3' },
      { text: 'Doe v. Roe, 33 F.4th 1, 9 nn. 2–3 (1st Cir. 2022)', pin: '9 nn. 2–3' },
      { text: 'People v Hall, 18 NY3d 122, 130 n 4 [2011]', pin: '130 n 4' },
      { text: 'Doe v. Roe, 5 Cal.4th 6, 9, fn. 2 (1993)', pin: '9, fn. 2' },
      { text: 'Doe v. Roe, 5 Cal.4th 6, 9 fn. 2 (1993)', pin: '9 fn. 2' },
      { text: 'State v. Roe, 312 Kan. 1, Syl. ¶ 2, 471 P.3d 1 (2020)', pin: 'Syl. ¶ 2' },
      { text: 'State v. Roe, 191 W. Va. 1, Syl. Pt. 3, 443 S.E.2d 2 (1994)', pin: 'Syl. Pt. 3' },
      { text: 'Id. at 99 n. 7, and so on.', pin: 'at 99 n. 7' },
      { text: 'Doe v. Roe, 1 F.3d 2 (1st Cir. 1993). Doe, supra, at 9 n.1.', pin: 'at 9 n.1' },
    ])
    .run(({ assert }, { text, pin }) =>
      assert.include(
        extract(text).map(({ pinCite }) => pinCite),
        pin
      )
    )
})

test.group('years', () => {
  test('{$self}')
    .with([
      'People v Hall, 18 NY3d 122, 130 n 4 [2011, Ciparick, J., dissenting]|2011',
      'People v Hall, 18 NY3d 122 [2011 (Smith, J., concurring)]|2011',
      'State v. Brown, 115 Ohio St.3d 55, 2007-Ohio-4837, 873 N.E.2d 858, ¶ 9|2007',
      'State v. Brown, 115 Ohio St.3d 55, 873 N.E.2d 858, 2007-Ohio-4837, ¶ 9|2007',
      'Smith v. Jones, 2018 S.D. 12, ¶ 8|2018',
      'Smith v. Jones, 2003 N.D. 9|2003',
      'In re Smith, 2016 BNH 002|2016',
      'In re L.M., 2011 MT 55N|2011',
      'Jackson v. State, 306 Ga. 69, 73 (2) (a) (829 SE2d 142) (2019)|2019',
      'Scott v. Bell, 44,123 (La. App. 2 Cir. 4/8/09), 9 So. 3d 1|2009',
    ])
    .run(({ assert }, row) => {
      const [text, year] = row.split('|') as [string, string]
      assert.equal(String(extract(text)[0]!.year), year)
    })

  test('a citation whose volume is a year is neutral', ({ assert }) => {
    assert.equal(extract('Smith v. Jones, 2015 S.D. 45')[0]!.kind, 'neutral')
    assert.equal(extract('Smith v. Jones, 58 S.D. 45 (1931)')[0]!.kind, 'case')
    assert.equal(extract('Smith v. Jones, 2019 WL 1234567')[0]!.kind, 'case')
  })
})

test.group('courts of citations', () => {
  test('{$self}')
    .with([
      'State v. Jim, 105 Haw. 319, 97 P.3d 395 (App. 2004)|hawapp',
      "State v. Jim, 105 Hawai'i 319 (App. 2004)|hawapp",
      'State v. Lee, 150 Wis. 2d 10, 440 N.W.2d 1 (Ct. App. 1989)|wisctapp',
      'In re A.B., 200 N.J. Super. 1 (App. Div. 1985)|njsuperctappdiv',
      'Doe v. Roe, 12 Misc. 3d 1 (Sup. Ct. 2006)|nysupct',
      'Jones v. State, 10 P.3d 20 (Ct. App. 2001)|',
      'Jones v. State, 10 P.3d 20 (App. 2001)|',
      'Jones v. State, 10 A.3d 20 (Super. Ct. 2001)|',
      'Doe v. Roe, 5 S.W.3d 1 (Tex. Crim. App. 1999)|texcrimapp',
      'Doe v. Roe, 5 N.E.3d 1 (Ind. Ct. App. 2010)|indctapp',
    ])
    .run(({ assert }, row) => {
      const [text, court] = row.split('|') as [string, string]
      for (const citation of extract(text)) assert.equal(citation.court ?? '', court)
    })
})

test.group('names before docket numbers', () => {
  test('{$self}')
    .with([
      'State v. Smith, 1st Dist. Hamilton No. C-180499, 2019-Ohio-3257, ¶ 14|Smith',
      'State v. Xu, 11th Dist. Lake No. 2019-L-045, 2020-Ohio-1234|Xu',
      'In re A.R., 10th Dist. No. 18AP-12, 2019-Ohio-22|A.R.',
      'State ex rel. Roe v. Jones, 2nd Dist. Montgomery No. 98765, 2013-Ohio-1|Jones',
      'Doe v. Roe, --- F.4th ----, 2023 WL 555, at *2 (9th Cir. 2023)|Roe',
      'Doe v. Roe, ___ F. Supp. 3d ___, 2023 WL 555 (D. Mass. 2023)|Roe',
      'Scott v. Bell, 44,123 (La. App. 2 Cir. 4/8/09), 9 So. 3d 1|Bell',
      'Scott v. Bell, 52,001-CA (La. App. 2 Cir. 5/23/18), 248 So. 3d 1|Bell',
    ])
    .run(({ assert }, row) => {
      const [text, defendant] = row.split('|') as [string, string]
      assert.equal(extract(text)[0]!.defendant, defendant)
    })
})

test.group('parallel reports', () => {
  test('{$self}')
    .with([
      'Jackson v. State, 306 Ga. 69, 73 (2) (a) (829 SE2d 142) (2019)',
      'Doe v. State, 340 Ga. App. 2, 4 (1) (b) (796 SE2d 3) (2017)',
      'State v. Roe, 312 Kan. 1, Syl. ¶ 2, 471 P.3d 1 (2020)',
      'Doe v. Roe, 122 Conn.App. 546, 552 n. 10, 2 A.3d 1 (2010)',
    ])
    .run(({ assert }, text) =>
      assert.deepEqual(
        extract(text).map(({ kind }) => kind),
        ['case', 'parallel']
      )
    )
})

test.group('divisions of laws', () => {
  test('{$self}')
    .with([
      'Evid. Code, § 352|subd. (b)',
      'Pen. Code, § 1385|subds. (a), (c)',
      'Gov. Code, § 12940|subds. (h)-(k)',
      'Minn. Stat. § 609.185|subd. 1(a)(1)',
      'Minn. R. Crim. P. 26.03|subd. 18',
      '40 C.F.R. pt. 60|subpt. Da',
      'Cal. Const., art. I, § 7|subd. (a)',
    ])
    .run(({ assert }, row) => {
      const [law, pin] = row.split('|')
      assert.deepEqual(shown(`See ${law}, ${pin}; and so on.`, 'pinCite'), [row])
    })

  test('{$self} after the section')
    .with([
      'Restatement (Second) of Torts § 402A|cmt. k',
      'USSG §4A1.2|cmt. n.3(A)',
      'Penal Law § 125.25|[1]',
      'Executive Law § 296|[1] [a]',
      'CPL 440.10|(1) (h)',
      'G. L. c. 265, § 13A|(b)',
    ])
    .run(({ assert }, row) => {
      const [law, pin] = row.split('|')
      assert.deepEqual(shown(`See ${law} ${pin} here.`, 'pinCite'), [row])
    })

  test('“{$self}” isn’t part of a section')
    .with(['(West)', '(1994)', '(2018)', '(emphasis added)', '[sic]'])
    .run(({ assert }, words) =>
      assert.deepEqual(shown(`18 U.S.C. § 3582(c)(1) ${words}`, 'pinCite'), [
        '18 U.S.C. § 3582|(c)(1)',
      ])
    )

  test('{$self} is one section')
    .with([
      'Treas. Reg. § 1.501(c)(3)-1',
      '26 C.F.R. § 1.401(k)-1',
      'Treas. Reg. §1.704-1',
      'Temp. Treas. Reg. § 1.469-5T',
      'Prop. Reg. § 1.861-20',
      'Treas. Reg. § 1.263(a)-3',
      'Treas. Reg. § 1.409A-1',
      '5 U.S.C. app. 3 § 4',
      'Tex. Const. art. V, § 3-b',
      'Exec. Order No. 13,769',
      'Executive Order 12866',
      'E.O. 13563',
      'Proclamation No. 9645',
      '1999-1 C.B. 432',
    ])
    .run(({ assert }, text) =>
      assert.deepEqual(
        extract(`See ${text}.`).map((citation) => citation.text),
        [text]
      )
    )
})

test.group('lists of laws', () => {
  test('{list}')
    .with([
      {
        list: '18 U.S.C. §§ 924(c)(1)(A)(i)–(iii), 1951(b)(3) & 2',
        found: ['18 U.S.C. §§ 924|(c)(1)(A)(i)–(iii)', '1951|(b)(3)', '2|'],
      },
      {
        list: '8 U.S.C. §§ 1101(a)(15)(F)(i)–(iii) and 1184(c)',
        found: ['8 U.S.C. §§ 1101|(a)(15)(F)(i)–(iii)', '1184|(c)'],
      },
      {
        list: 'Fed. R. Civ. P. 8(a)(2), 9(b), and 12(b)(6)',
        found: ['Fed. R. Civ. P. 8|(a)(2)', '9|(b)', '12|(b)(6)'],
      },
      {
        list: 'Fed. R. Evid. 401 and 403 bar it',
        found: ['Fed. R. Evid. 401|', '403|'],
      },
      {
        list: 'U.S. Const. amends. V, VI, and XIV',
        found: ['U.S. Const. amends. V|', 'VI|', 'XIV|'],
      },
      {
        list: '45 C.F.R. §§ 164.502(a), .504(e)',
        found: ['45 C.F.R. §§ 164.502|(a)', '.504|(e)'],
      },
      {
        list: 'Treas. Reg. §§ 1.263(a)-3(k), 1.482-1(b)',
        found: ['Treas. Reg. §§ 1.263(a)-3|(k)', '1.482-1|(b)'],
      },
      {
        list: 'Fed. R. Civ. P. 12(b)(6), 550 U.S. 544 (2007)',
        found: ['Fed. R. Civ. P. 12|(b)(6)', '550 U.S. 544|'],
      },
      {
        list: 'Fed. R. Evid. 401 and 33 Cal. App. 4th 12',
        found: ['Fed. R. Evid. 401|', '33 Cal. App. 4th 12|'],
      },
      {
        list: 'U.S. Const. amend. V, X said',
        found: ['U.S. Const. amend. V|'],
      },
    ])
    .run(({ assert }, { list, found }) =>
      assert.deepEqual(shown(`Under ${list}.`, 'pinCite'), found)
    )

  test('a section after a dot has the part before it', ({ assert }) => {
    const [, second] = extract('45 C.F.R. §§ 164.502(a), .504(e)')
    assert.equal(second!.groups.section, '164.504')
  })
})
