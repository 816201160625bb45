import { IgnorableIndex, type Ignorable } from './ignorable_index.js'
import * as docket from './docket_phrases.js'
import * as message from './message_phrases.js'
import * as report from './report_phrases.js'

/** The lists of each kind of page. */
const LISTS: Record<string, readonly Ignorable[]> = {
  district_docket: [
    docket.NAMES,
    docket.DOCKET,
    docket.CRIMINAL,
    docket.TRADE,
    docket.COUNSEL,
    docket.OTHER_CASES,
    docket.SIZES,
    docket.CONTROLS,
    docket.FLAGS,
  ],
  bankruptcy_docket: [
    docket.NAMES,
    docket.DOCKET,
    docket.BANKRUPTCY,
    docket.DEADLINES,
    docket.COUNSEL,
    docket.OTHER_CASES,
    docket.SIZES,
    docket.CONTROLS,
    docket.FLAGS,
  ],
  acms_docket: [docket.TERMINATION],
  archive_docket: [docket.COUNSEL],
  appellate_docket: [
    docket.NAMES,
    docket.APPELLATE,
    docket.CASE_TYPES,
    docket.PRIOR_CASES,
    docket.APPELLATE_FORM,
    docket.APPELLATE_SITES,
    docket.COUNSEL,
    docket.SIZES,
    docket.CONTROLS,
  ],
  appellate_attachment_menu: [docket.APPELLATE_FORM, docket.SIZES],
  attachment_menu: [report.DOCUMENT_MENU, docket.SIZES],
  case_query: [docket.NAMES, report.HEAD, report.QUERY, docket.DEADLINES, docket.OTHER_CASES],
  history_report: [
    docket.NAMES,
    report.HEAD,
    report.HISTORY,
    report.HISTORY_DATES,
    docket.DEADLINES,
    docket.OTHER_CASES,
  ],
  mobile_query: [report.MOBILE],
  case_search_results: [docket.NAMES, report.SEARCH],
  claims_register: [
    docket.NAMES,
    report.HEAD,
    report.CLAIMS,
    report.CLAIM_TOTALS,
    docket.DEADLINES,
  ],
  claims_activity: [
    docket.NAMES,
    report.HEAD,
    report.CLAIMS,
    report.CLAIMS_ACTIVITY,
    report.CRITERIA,
  ],
  creditor_list: [report.CREDITORS],
  free_opinions_report: [docket.NAMES, report.OPINIONS, report.OPINION_FLAGS, report.CRITERIA],
  confirmation_page: [report.CONFIRMATION, docket.APPELLATE_FORM],
  notice: [
    docket.NAMES,
    message.NOTICE,
    message.NOTICE_FILERS,
    message.NOTICE_WRAPPED,
    message.NOTICE_FILES,
    message.NOTICE_DOCUMENTS,
    message.NOTICE_STAMP,
    message.NOTICE_POST,
    message.NOTICE_RECIPIENTS,
    message.NOTICE_PEOPLE,
    message.NOTICE_END,
  ],
  rss_feed: [message.FEED, message.FEED_TIME],
  supreme_court_page: [message.SUPREME_COURT, message.SUPREME_COURT_DETAILS, message.PRISONERS],
  supreme_court_json: [message.SUPREME_COURT, message.SUPREME_COURT_DETAILS],
  supreme_court_email: [message.SUPREME_COURT_MAIL],
  supreme_court_confirmation: [message.SUPREME_COURT_SIGN_UP],
}

/**
 * Keys, elements, attributes, IDs of elements, and names of sections whose values no record needs:
 * identifiers and links, which aren't visible; copies of other values, such as the caption of an
 * appeal; and the parts of a website around a page.
 */
const HIDDEN: Record<string, readonly string[]> = {
  acms_docket: (
    'caseId docketEntryId byteCount documentCount fileSize receivedDate createdOn endDateFormatted shortCaption ' +
    'caseFormType decisionDate abbreviatedName'
  ).split(' '),
  // The case is on its docket; this page is about one entry.
  acms_attachment_page: (
    'caseDetails docketEntryId documentCount fileSize pageCount endDateFormatted caseFilingDocumentUrl documentUrl ' +
    'docketDocumentDetailsId searchValue searchTransaction docketEntryCreatedOn name'
  ).split(' '),
  supreme_court_json: (
    'sJsonCreationDate sJsonTerm sJsonCaseNumber sJsonCaseType QPLink File DocumentUrl AttorneyHeaderPetitioner ' +
    'AttorneyHeaderRespondent AttorneyHeaderOther'
  ).split(' '),
  appellate_docket: ['case caption'],
  archive_docket: (
    'available court date_entered date_last_filing free_import nonce pacer_case_num pacer_de_seq_num pacer_dm_id ' +
    'pacer_doc_id sha1 upload_date attachment_num'
  ).split(' '),
  rss_feed:
    'link guid lastbuilddate language generator ttl docs webmaster copyright version xmlns:blogchannel href ispermalink'.split(
      ' '
    ),
  possible_case_numbers: ['id', 'sealed', 'sortable', 'xmlns'],
  supreme_court_page: (
    'searchbox searchboxheader navbg subheader bcbg footer pagefooter footerlinks ' + 'footer2'
  ).split(' '),
}

/** Words that the archive's names of cases and judges leave out. */
const FILLERS: readonly string[] = (
  'et al etal the of america plaintiff plaintiffs defendant defendants petitioner petitioners respondent respondents ' +
  'appellant appellants appellee appellees claimant claimants debtor debtors deceased judge judges magistrate mag ' +
  'district dist chief senior sr bankruptcy bankr visiting special master circuit court united states us usdj usmj ' +
  'usbj hon honorable unassigned unknown none docket clerk pro se presiding recalled'
).split(' ')

/** Keys of values that a page repeats for each of their records. */
const REPEATED: Record<string, readonly string[]> = {
  supreme_court_json: ['name'],
  supreme_court_page: ['name'],
  rss_feed: [
    'case_name',
    'date_filed',
    'document_number',
    'type',
    'office',
    'chapter',
    'trustee_str',
  ],
}

/** What to ignore in pages of a kind. */
export interface IgnorableOfKind {
  index: IgnorableIndex
  hidden: ReadonlySet<string>
  repeated: ReadonlySet<string>
}

const prepared = new Map<string, IgnorableOfKind>()

/**
 * The ignorable text of a kind of page.
 *
 * @param kind the name of the kind
 */
export function ignorableText(kind: string): IgnorableOfKind {
  let own = prepared.get(kind)
  if (!own) {
    const lists = [
      docket.MENU,
      docket.RECEIPT,
      docket.EXTENSION,
      docket.WORDS,
      ...(LISTS[kind] ?? []),
    ]
    own = {
      index: new IgnorableIndex(lists, FILLERS),
      hidden: new Set(HIDDEN[kind]),
      repeated: new Set(REPEATED[kind]),
    }
    prepared.set(kind, own)
  }
  return own
}

/**
 * Facts on pages of a kind that its records don't have.
 *
 * @param kind the name of the kind
 */
export const ignorableGaps = (kind: string): string[] => [
  ...new Set((LISTS[kind] ?? []).flatMap(({ gap }) => (gap === undefined ? [] : [gap]))),
]
