/** Code lists of the data set. */
import { choices } from '#api/fields'

export const RACES = choices({
  w: 'White',
  b: 'Black or African American',
  i: 'American Indian or Alaska Native',
  a: 'Asian',
  p: 'Native Hawaiian or Other Pacific Islander',
  mena: 'Middle Eastern/North African',
  h: 'Hispanic/Latino',
  o: 'Other',
})

export const NAME_SUFFIXES = choices([
  ['jr', 'Jr.'],
  ['sr', 'Sr.'],
  ['1', 'I'],
  ['2', 'II'],
  ['3', 'III'],
  ['4', 'IV'],
])

export const DATE_GRANULARITIES = choices({
  '%Y': 'Year',
  '%Y-%m': 'Month',
  '%Y-%m-%d': 'Day',
})

export const US_STATES = choices({
  AL: 'Alabama',
  AK: 'Alaska',
  AS: 'American Samoa',
  AZ: 'Arizona',
  AR: 'Arkansas',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  MP: 'Northern Mariana Islands',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VI: 'Virgin Islands',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
})

export const GENDERS = choices({
  m: 'Male',
  f: 'Female',
  o: 'Other',
})

export const RELIGIONS = choices({
  ca: 'Catholic',
  pr: 'Protestant',
  je: 'Jewish',
  mu: 'Muslim',
  at: 'Atheist',
  ag: 'Agnostic',
  mo: 'Mormon',
  bu: 'Buddhist',
  hi: 'Hindu',
  ep: 'Episcopalian',
  ro: 'Roman Catholic',
  me: 'Methodist',
  pe: 'Presbyterian',
  un: 'Unitarian',
})

/** Judicial positions. */
export const JUDICIAL_POSITION_TYPES = choices({
  'jud': 'Judge',
  'jus': 'Justice',
  'ad-law-jud': 'Administrative Law Judge',
  'act-jud': 'Acting Judge',
  'act-jus': 'Acting Justice',
  'act-pres-jud': 'Acting Presiding Judge',
  'act-c-admin-jus': 'Acting Chief Administrative Justice',
  'ass-jud': 'Associate Judge',
  'ass-jus': 'Associate Justice',
  'ass-c-jud': 'Associate Chief Judge',
  'ass-pres-jud': 'Associate Presiding Judge',
  'asst-pres-jud': 'Assistant Presiding Judge',
  'c-jud': 'Chief Judge',
  'c-jus': 'Chief Justice',
  'c-spec-m': 'Chief Special Master',
  'c-admin-jus': 'Chief Administrative Justice',
  'c-spec-tr-jud': 'Chief Special Trial Judge',
  'pres-jud': 'Presiding Judge',
  'pres-jus': 'Presiding Justice',
  'sup-jud': 'Supervising Judge',
  'ad-pres-jus': 'Administrative Presiding Justice',
  'com': 'Commissioner',
  'com-dep': 'Deputy Commissioner',
  'jud-pt': 'Judge Pro Tem',
  'jus-pt': 'Justice Pro Tem',
  'ref-jud-tr': 'Judge Trial Referee',
  'ref-off': 'Official Referee',
  'ref-state-trial': 'State Trial Referee',
  'ret-act-jus': 'Active Retired Justice',
  'ret-ass-jud': 'Retired Associate Judge',
  'ret-c-jud': 'Retired Chief Judge',
  'ret-jus': 'Retired Justice',
  'ret-senior-jud': 'Senior Judge',
  'mag': 'Magistrate',
  'c-mag': 'Chief Magistrate',
  'pres-mag': 'Presiding Magistrate',
  'mag-pt': 'Magistrate Pro Tem',
  'mag-rc': 'Magistrate (Recalled)',
  'mag-part-time': 'Magistrate (Part-Time)',
  'spec-chair': 'Special Chairman',
  'spec-jud': 'Special Judge',
  'spec-m': 'Special Master',
  'spec-scjcbc': 'Special Superior Court Judge for Complex Business Cases',
  'spec-tr-jud': 'Special Trial Judge',
  'chair': 'Chairman',
  'chan': 'Chancellor',
  'presi-jud': 'President',
  'res-jud': 'Reserve Judge',
  'trial-jud': 'Trial Judge',
  'vice-chan': 'Vice Chancellor',
  'vice-cj': 'Vice Chief Judge',
})

export const POSITION_TYPES = [
  ...JUDICIAL_POSITION_TYPES,
  ...choices({
    'att-gen': 'Attorney General',
    'att-gen-ass': 'Assistant Attorney General',
    'att-gen-ass-spec': 'Special Assistant Attorney General',
    'sen-counsel': 'Senior Counsel',
    'dep-sol-gen': 'Deputy Solicitor General',
    'pres': 'President of the United States',
    'gov': 'Governor',
    'mayor': 'Mayor',
    'clerk': 'Clerk',
    'clerk-chief-dep': 'Chief Deputy Clerk',
    'staff-atty': 'Staff Attorney',
    'prof': 'Professor',
    'adj-prof': 'Adjunct Professor',
    'prac': 'Practitioner',
    'pros': 'Prosecutor',
    'pub-def': 'Public Defender',
    'da': 'District Attorney',
    'ada': 'Assistant District Attorney',
    'legis': 'Legislator',
    'sen': 'Senator',
    'state-sen': 'State Senator',
  }),
]

export const SECTORS = choices({
  '1': 'Private sector',
  '2': 'Public sector',
})

export const JUDICIAL_COMMITTEE_ACTIONS = choices({
  no_rep: 'Not Reported',
  rep_w_rec: 'Reported with Recommendation',
  rep_wo_rec: 'Reported without Recommendation',
  rec_postpone: 'Recommendation Postponed',
  rec_bad: 'Recommended Unfavorably',
})

export const TERMINATION_REASONS = choices({
  ded: 'Death',
  retire_vol: 'Voluntary Retirement',
  retire_mand: 'Mandatory Retirement',
  resign: 'Resigned',
  other_pos: 'Appointed to Other Judgeship',
  lost: 'Lost Election',
  abolished: 'Court Abolished',
  bad_judge: 'Impeached and Convicted',
  recess_not_confirmed: 'Recess Appointment Not Confirmed',
  termed_out: 'Term Limit Reached',
})

export const NOMINATION_PROCESSES = choices({
  fed_senate: 'U.S. Senate',
  state_senate: 'State Senate',
  election: 'Primary Election',
  merit_comm: 'Merit Commission',
})

export const VOTE_TYPES = choices({
  s: 'Senate',
  p: 'Partisan Election',
  np: 'Non-Partisan Election',
})

export const SELECTION_METHODS = choices({
  e_part: 'Partisan Election',
  e_non_part: 'Non-Partisan Election',
  a_pres: 'Appointment (President)',
  a_gov: 'Appointment (Governor)',
  a_legis: 'Appointment (Legislature)',
  a_judge: 'Appointment (Judge)',
  ct_trans: 'Transferred (Court Restructuring)',
})

export const RETENTION_TYPES = choices({
  reapp_gov: 'Governor Reappointment',
  reapp_leg: 'Legislative Reappointment',
  elec_p: 'Partisan Election',
  elec_n: 'Nonpartisan Election',
  elec_u: 'Uncontested Election',
})

export const DEGREE_LEVELS = choices({
  ba: "Bachelor's (e.g. B.A.)",
  ma: "Master's (e.g. M.A.)",
  jd: 'Juris Doctor (J.D.)',
  llm: 'Master of Laws (LL.M)',
  llb: 'Bachelor of Laws (e.g. LL.B)',
  jsd: 'Doctor of Law (J.S.D)',
  phd: 'Doctor of Philosophy (PhD)',
  aa: 'Associate (e.g. A.A.)',
  md: 'Medical Degree (M.D.)',
  mba: 'Master of Business Administration (M.B.A.)',
  cfa: 'Accounting Certification (C.P.A., C.M.A., C.F.A.)',
  cert: 'Certificate',
})

export const POLITICAL_PARTIES = choices({
  d: 'Democratic',
  r: 'Republican',
  i: 'Independent',
  g: 'Green',
  l: 'Libertarian',
  f: 'Federalist',
  w: 'Whig',
  j: 'Jeffersonian Republican',
  u: 'National Union',
  z: 'Reform Party',
})

export const AFFILIATION_SOURCES = choices({
  b: 'Ballot',
  a: 'Appointer',
  o: 'Other',
})

export const ABA_RATINGS = choices({
  ewq: 'Exceptionally Well Qualified',
  wq: 'Well Qualified',
  q: 'Qualified',
  nq: 'Not Qualified',
  nqa: 'Not Qualified By Reason of Age',
})
