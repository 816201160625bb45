/** Statutes, regulations, rules, constitutions, and other authorities that aren't cases. */
import { test } from '@japa/runner'
import { makeExtractor } from '#app/citations/extractor'
import { citationTables } from '../../citation_tables.js'
import { IDS, LAWS, NEAR_MISSES } from '../citation_variants.js'

const extract = makeExtractor(citationTables())

/** The code of each law in a text with the parts of the citation, without the abbreviation. */
function laws(text: string): string[] {
  return extract(text)
    .filter(({ kind }) => kind === 'law')
    .map(({ edition, groups: { reporter: _, ...parts }, pinCite }) =>
      [edition?.name, ...Object.values(parts), pinCite].filter(Boolean).join(' | ')
    )
}

const ONE_SECTION = [
  '42 U.S.C. § 1983',
  '42 U.S.C. 1983',
  '42 U. S. C. § 1983',
  '42 USC § 1983',
  '42 USC 1983',
  '42 U.S.C.A. § 1983',
  '42 U.S.C.S. § 1983',
  '42 U.S.C. Sec. 1983',
  '42 U.S.C. sec. 1983',
  '42 U.S.C. section 1983',
  '42 U.S.C., § 1983',
  '42 U.S.C. §1983',
  '42 U.S. Code § 1983',
  'Title 42 U.S.C. § 1983',
  'title 42, United States Code, section 1983',
]

const CITED: [text: string, ...expected: string[]][] = [
  // Federal statutes
  ['15 U.S.C. § 78j(b)', 'U.S.C. | 15 | 78j | (b)'],
  ['18 U.S.C. § 1028A(a)(1)', 'U.S.C. | 18 | 1028A | (a)(1)'],
  ['42 U.S.C. § 2000e-2(a)', 'U.S.C. | 42 | 2000e-2 | (a)'],
  ['42 U.S.C. § 300aa-11', 'U.S.C. | 42 | 300aa-11'],
  ['26 U.S.C. § 280G', 'U.S.C. | 26 | 280G'],
  ['46 U.S.C. app. § 30', 'U.S.C. | 46 | app | 30'],
  ['42 U.S.C. § 1331 note', 'U.S.C. | 42 | 1331 | note'],
  [
    '28 U.S.C. §§ 1331, 1332(a)(1), and 1367',
    'U.S.C. | 28 | 1331',
    'U.S.C. | 28 | 1332 | (a)(1)',
    'U.S.C. | 28 | 1367',
  ],
  [
    '18 U.S.C. §§ 924(c), 2 and 28 U.S.C. § 2255',
    'U.S.C. | 18 | 924 | (c)',
    'U.S.C. | 18 | 2',
    'U.S.C. | 28 | 2255',
  ],
  ['29 U.S.C. §§ 201 et seq.', 'U.S.C. | 29 | 201 | et seq.'],
  ['section 1983 of title 42 of the United States Code', 'U.S.C. | 1983 | 42'],
  ['I.R.C. § 501(c)(3)', 'I.R.C. | 501 | (c)(3)'],
  ['Pub. L. No. 88-352, 78 Stat. 241', 'Pub. L. | 88-352', 'Stat. | 78 | 241'],
  ['Pub. L. No. 117-2, § 3201, 135 Stat. 4', 'Pub. L. | 117-2 | 3201', 'Stat. | 135 | 4'],
  ['ADEA § 4(a)', 'ADEA | 4 | (a)'],
  ['ERISA § 502(a)(1)(B)', 'ERISA | 502 | (a)(1)(B)'],
  ['section 10(b) of the Exchange Act', 'Exchange Act | 10 | (b)'],
  // Regulations, rules, and guidelines
  ['17 C.F.R. § 240.10b-5', 'C.F.R. | 17 | 240.10b-5'],
  ['29 CFR 541.100', 'C.F.R. | 29 | 541.100'],
  ['29 C.F.R. pt. 541', 'C.F.R. | 29 | 541'],
  ['84 Fed. Reg. 12345', 'FR | 84 | 12345'],
  ['Treas. Reg. § 1.61-1(a)', 'Treas. Reg. | 1.61-1 | (a)'],
  ['Rule 10b-5', 'Exchange Act Rules | 10b-5'],
  ['Fed. R. Civ. P. 12(b)(6)', 'Fed. R. Civ. P. | 12 | (b)(6)'],
  ['Rule 12(b)(6) of the Federal Rules of Civil Procedure', 'Fed. R. Civ. P. | 12 | (b)(6)'],
  ['FRCP 56(c)', 'Fed. R. Civ. P. | 56 | (c)'],
  ['Federal Rule of Evidence 404(b)', 'Fed. R. Evid. | 404 | (b)'],
  ['Fed. R. Crim. P. 11(c)(1)(C)', 'Fed. R. Crim. P. | 11 | (c)(1)(C)'],
  ['Tenn. R. Civ. P. 56.02', 'R. Civ. P. | Tenn. | 56.02'],
  ['TEX. R. APP. P. 33.1(a)', 'R. App. P. | TEX. | 33.1 | (a)'],
  ['Rule 56 of the Tennessee Rules of Civil Procedure', 'R. Civ. P. | 56 | Tennessee'],
  ['Pa.R.A.P. 1925(b)', 'R. App. P. | Pa. | 1925 | (b)'],
  ['MCR 2.116(C)(10)', 'Mich. Ct. R. | 2.116 | (C)(10)'],
  ['Civ.R. 56(C)', 'Ohio Civ. R. | 56 | (C)'],
  ['Cal. Rules of Court, rule 8.1115(a)', 'Cal. R. Ct. | 8.1115 | (a)'],
  ['U.S.S.G. § 2D1.1(b)(1)', 'U.S.S.G. | 2D1.1 | (b)(1)'],
  ['22 NYCRR 130-1.1', 'N.Y. Comp. Codes R. & Regs. | 22 | 130-1.1'],
  ['Ohio Adm.Code 4123-3-09', 'Ohio Admin. Code | 4123-3-09'],
  ['28 Tex. Admin. Code § 134.600', 'Tex. Admin. Code | 28 | 134.600'],
  ['Wis. Admin. Code § DHS 34.03', 'Wis. Admin. Code | DHS | 34.03'],
  // Constitutions
  ['U.S. Const. amend. XIV, § 1', 'Const. | U.S. | XIV | 1'],
  ['U.S. Const. art. I, § 8, cl. 3', 'Const. | U.S. | I | 8 | 3'],
  ['Cal. Const., art. I, § 7', 'Const. | Cal. | I | 7'],
  ['NY Const, art VI, § 5', 'Const. | NY | VI | 5'],
  ['W. Va. Const. art. III, § 10', 'Const. | W. Va. | III | 10'],
  // States, in the forms of their courts
  ['§ 13A-5-40(a), Ala. Code 1975', 'Ala. Code | 13A-5-40 | (a)'],
  ['AS 11.41.100', 'Alaska Stat. | 11.41.100'],
  ['A.R.S. § 13-1105', 'Ariz. Rev. Stat. | 13-1105'],
  ['Ark. Code Ann. § 5-10-101', 'Ark. Code Ann. | 5-10-101'],
  ['Code Civ. Proc., § 425.16', 'Cal. Code | 425.16'],
  ['Bus. & Prof. Code, § 17200', 'Cal. Code | 17200'],
  ['§ 18-3-102(1)(a), C.R.S. 2020', 'Colo. Rev. Stat. | 18-3-102 | (1)(a)'],
  ['General Statutes § 53a-54a', 'Conn. Gen. Stat. | 53a-54a'],
  ['11 Del. C. § 636', 'Del. Code Ann. | 11 | 636'],
  ['D.C. Code § 22-2101', 'D.C. Code | 22-2101'],
  ['section 768.28, Florida Statutes', 'Fla. Stat. | 768.28'],
  ['OCGA § 16-5-1', 'Ga. Code Ann. | 16-5-1'],
  ['HRS § 707-701', 'Haw. Rev. Stat. | 707-701'],
  ['Idaho Code § 18-4001', 'Idaho Code | 18-4001'],
  ['735 ILCS 5/2-1005', 'Ill. Comp. Stat. | 735 | 5 | 2-1005'],
  ['Ill. Rev. Stat. 1987, ch. 38, par. 9-1', 'Ill. Rev. Stat. | 38 | 9-1'],
  ['Ind. Code § 35-42-1-1', 'Ind. Code | 35-42-1-1'],
  ['Iowa Code section 707.2', 'Iowa Code | 707.2'],
  ['K.S.A. 2020 Supp. 21-5402', 'Kan. Stat. Ann. | 21-5402'],
  ['KRS 507.020', 'Ky. Rev. Stat. Ann. | 507.020'],
  ['La. R.S. 14:30', 'La. Stat. Ann. | 14:30'],
  ['La. C.C. art. 2315', 'La. Civ. Code Ann. | 2315'],
  ['17-A M.R.S. § 201(1)(A)', 'Me. Rev. Stat. Ann. | 17-A | 201 | (1)(A)'],
  ['Md. Code Ann., Crim. Law § 2-201', 'Md. Code Ann. | Crim. Law | 2-201'],
  ['G. L. c. 93A, § 2', 'Mass. Gen. Laws | 93A | 2'],
  ['MCL 750.316(1)(b)', 'Mich. Comp. Laws | 750.316 | (1)(b)'],
  ['Minn. Stat. § 609.185', 'Minn. Stat. | 609.185'],
  ['Miss. Code Ann. § 97-3-19', 'Miss. Code Ann. | 97-3-19'],
  ['§ 565.020, RSMo 2016', 'Mo. Rev. Stat. | 565.020'],
  ['§ 45-5-102, MCA', 'Mont. Code Ann. | 45-5-102'],
  ['Neb. Rev. Stat. § 28-303', 'Neb. Rev. Stat. | 28-303'],
  ['NRS 200.030', 'Nev. Rev. Stat. | 200.030'],
  ['RSA 651:2', 'N.H. Rev. Stat. Ann. | 651:2'],
  ['N.J.S.A. 2C:11-3', 'N.J. Stat. Ann. | 2C:11-3'],
  ['NMSA 1978, § 30-2-1', 'N.M. Stat. Ann. | 30-2-1'],
  ['CPLR 3211 (a) (7)', 'N.Y. C.P.L.R. | 3211 | (a) (7)'],
  ['Penal Law § 125.25', 'N.Y. Law | 125.25'],
  ['N.C.G.S. § 14-17', 'N.C. Gen. Stat. | 14-17'],
  ['N.D.C.C. § 12.1-16-01', 'N.D. Cent. Code | 12.1-16-01'],
  ['R.C. 2903.02(A)', 'Ohio Rev. Code Ann. | 2903.02 | (A)'],
  ['21 O.S. 2011, § 701.7', 'Okla. Stat. | 21 | 701.7'],
  ['ORS 163.115', 'Or. Rev. Stat. | 163.115'],
  ['42 Pa.C.S. § 9711', 'Pa. Cons. Stat. | 42 | 9711'],
  ['R.I. Gen. Laws § 11-23-1', 'R.I. Gen. Laws | 11-23-1'],
  ['S.C. Code Ann. § 16-3-10', 'S.C. Code Ann. | 16-3-10'],
  ['SDCL 22-16-4', 'S.D. Codified Laws | 22-16-4'],
  ['Tenn. Code Ann. § 39-13-202', 'Tenn. Code Ann. | 39-13-202'],
  ['TEX. PENAL CODE ANN. § 22.01', 'Tex. Code Ann. | 22.01'],
  ['Tex. Code Crim. Proc. art. 38.22', 'Tex. Code Crim. Proc. Ann. | 38.22'],
  ['Utah Code § 76-5-203', 'Utah Code Ann. | 76-5-203'],
  ['13 V.S.A. § 2301', 'Vt. Stat. Ann. | 13 | 2301'],
  ['Code § 18.2-308.4', 'Va. Code Ann. | 18.2-308.4'],
  ['RCW 9A.32.030', 'Wash. Rev. Code | 9A.32.030'],
  ['W. Va. Code § 61-2-1', 'W. Va. Code | 61-2-1'],
  ['Wis. Stat. § 940.01', 'Wis. Stat. | 940.01'],
  ['Wyo. Stat. Ann. § 6-2-101', 'Wyo. Stat. Ann. | 6-2-101'],
  ['9 GCA § 16.30', 'Guam Code Ann. | 9 | 16.30'],
  ['33 L.P.R.A. § 4629', 'P.R. Laws Ann. | 33 | 4629'],
  ['14 V.I.C. § 922', 'V.I. Code Ann. | 14 | 922'],
  ['6 CMC § 1101', 'N. Mar. I. Code | 6 | 1101'],
  // Model laws, Restatements, treaties, reports
  ['U.C.C. § 2-207', 'U.C.C. | 2-207'],
  ['Model Penal Code § 2.02(2)(d)', 'Model Penal Code | 2.02 | (2)(d)'],
  ['Restatement (Second) of Torts § 402A', 'Restatement | Torts | 402A'],
  ['1155 U.N.T.S. 331', 'U.N.T.S. | 1155 | 331'],
  ['H.R. Rep. No. 104-518', 'H.R. Rep. | 104-518'],
]

test.group('laws', () => {
  test('{$self} is section 1983 of title 42')
    .with(ONE_SECTION)
    .run(({ assert }, text) => assert.deepEqual(laws(`See ${text}.`), ['U.S.C. | 42 | 1983']))

  test('reads {text}')
    .with(CITED.map(([text, ...expected]) => ({ text, expected })))
    .run(({ assert }, { text, expected }) => {
      assert.deepEqual(laws(`See ${text}.`), expected)
      assert.deepEqual(laws(`(${text}; other words)`), expected)
    })

  test('{$self} has no law')
    .with([
      'as 11 of them, and in 5 cases',
      'the Code has sections',
      'CR 5 is a room',
      'the Constitution, article by article',
      'in RC 12 and AS 4',
      'Section 5 of the lease',
      'the ADA applies',
      'Rule 5 of the contest',
    ])
    .run(({ assert }, text) => assert.deepEqual(laws(text), []))

  test('{citation} is one {kind}')
    .with(LAWS)
    .run(({ assert }, { citation }) => {
      const text = `See ${citation}; and more.`
      const found = extract(text)
      assert.deepEqual(
        found.map(({ kind }) => kind),
        ['law']
      )
      const { core } = found[0]!.spans
      const end = core.end + (found[0]!.pinCite?.length ?? 0)
      assert.equal(core.start, text.indexOf(citation))
      // Subsections before the name of the code are part of the core.
      assert.isAtLeast(end, text.indexOf(';'))
    })

  test('Id. in “{$self}” is an authority')
    .with(IDS)
    .run(({ assert }, id) => {
      const found = extract(`Foo v. Bar, 1 U.S. 1 (1990). ${id} `)
      assert.deepEqual(
        found.map(({ kind }) => kind),
        ['case', 'id']
      )
    })

  test('“{$self}” isn’t a citation, even after the citation of a rule and a statute')
    .with(NEAR_MISSES)
    .run(({ assert }, words) => {
      const found = extract(`Fed. R. Civ. P. 12(b); 42 U.S.C. § 1983. He had ${words} there.`)
      assert.deepEqual(
        found.slice(2).map(({ text }) => text),
        []
      )
    })

  test('{text} alone is {expected} if the text cites its code')
    .with([
      { text: 'Smith sues under 42 U.S.C. § 1983. Section 1983 applies.', expected: '42 1983' },
      { text: 'Under 11 U.S.C. § 362(a), and section 363(f) too.', expected: '11 363' },
      { text: 'Code Civ. Proc., § 425.16. See section 425.17.', expected: '425.17' },
      { text: '735 ILCS 5/2-619 is met; section 2-615 is not.', expected: '735 5 2-615' },
      { text: 'Fed. R. Civ. P. 56(a). The Rule 56 record is thin.', expected: '56' },
      { text: 'U.S. Const. amend. V. Article I, Section 8, Clause 3 too.', expected: 'I 8 3' },
    ])
    .run(({ assert }, { text, expected }) => {
      const { reporter: _, ...parts } = extract(text).at(-1)!.groups
      assert.equal(Object.values(parts).join(' '), expected)
    })

  test('{$self} has no supported law')
    .with([
      'Section 1983 of the book',
      'Rule 56 is posted at the door.',
      'Article I, Section 8 of the bylaws',
      'Article I, Section 8, of a novel that has no law',
      'Under section 425.16, nothing.',
    ])
    .run(({ assert }, text) => assert.deepEqual(laws(text), []))
})
