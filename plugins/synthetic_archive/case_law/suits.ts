/**
 * What federal cases are about, as the courts write it. Frequent ones first:
 * they are drawn by Zipf's law.
 */
export const SUITS: [natureOfSuit: string, causes: string[]][] = [
  ['440 Civil Rights: Other', ['42:1983 Civil Rights Act', '28:1343 Violation of Civil Rights']],
  ['550 Prisoner: Civil Rights', ['42:1983 Prisoner Civil Rights']],
  [
    '190 Contract: Other',
    ['28:1332 Diversity-Breach of Contract', '28:1332 Diversity-Other Contract'],
  ],
  [
    '863 Social Security: DIWC/DIWW',
    ['42:405 Review of HHS Decision (DIWC)', '42:205 Denial Social Security Benefits'],
  ],
  [
    '530 Prisoner Petition: Habeas Corpus (General)',
    ['28:2254 Petition for Writ of Habeas Corpus (State)'],
  ],
  [
    '442 Civil Rights: Jobs',
    ['42:2000e Job Discrimination (Employment)', '29:623 Job Discrimination (Age)'],
  ],
  [
    '110 Insurance',
    ['28:1332 Diversity-Insurance Contract', '28:1441 Petition for Removal- Insurance Contract'],
  ],
  [
    '360 P.I.: Other',
    ['28:1332 Diversity-Personal Injury', '28:1441 Petition for Removal- Personal Injury'],
  ],
  ['365 Personal Inj. Prod. Liability', ['28:1332 Diversity-Product Liability']],
  ['510 Prisoner: Vacate Sentence', ['28:2255 Motion to Vacate / Correct Illegal Sentence']],
  [
    '480 Consumer Credit',
    ['15:1692 Fair Debt Collection Act', '15:1681 Fair Credit Reporting Act'],
  ],
  ['710 Labor: Fair Standards', ['29:201 Fair Labor Standards Act']],
  ['791 Labor: E.R.I.S.A.', ['29:1132 E.R.I.S.A.-Employee Benefits']],
  ['830 Patent', ['35:271 Patent Infringement']],
  ['840 Trademark', ['15:1114 Trademark Infringement']],
  ['820 Copyright', ['17:101 Copyright Infringement', '17:504 Copyright Infringement']],
  [
    '446 Civil Rights: Americans with Disabilities - Other',
    ['42:12101 Americans with Disabilities Act'],
  ],
  ['350 Motor Vehicle', ['28:1332 Diversity-Auto Negligence']],
  ['890 Other Statutory Actions', ['28:1331 Fed. Question', '5:702 Administrative Procedure Act']],
  ['220 Real Property: Foreclosure', ['28:1345 Foreclosure']],
  ['850 Securities/Commodities', ['15:78m(a) Securities Exchange Act']],
  ['893 Environmental Matters', ['42:7604 Clean Air Act', '33:1319 Clean Water Act']],
  ['465 Other Immigration Actions', ['28:1361 Petition for Writ of Mandamus']],
  ['422 Bankruptcy Appeal (801)', ['28:0158 Notice of Appeal re Bankruptcy Matter']],
  ['340 Marine', ['28:1333 Admiralty']],
  ['870 Taxes', ['26:7402 IRS: Petition to Enforce IRS Summons']],
]

/** The same for appeals, whose codes have a digit more. */
export const APPEAL_SUITS = [
  '3440 Other Civil Rights',
  '3550 Prisoner-Civil Rights',
  '',
  '3190 Other Contract Actions',
  '2442 Employment',
  '3530 Habeas Corpus',
  '4110 Insurance',
  '3890 Other Statutory Actions',
]

export const JURISDICTION_TYPES = [
  'Federal Question',
  'Diversity',
  'U.S. Government Defendant',
  'U.S. Government Plaintiff',
]

export const JURY_DEMANDS = ['None', 'Plaintiff', '', 'Defendant', 'Both']
