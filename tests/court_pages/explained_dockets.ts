import { harmonize } from '#app/court_pages/case_names'
import type { Explained } from './explained.js'

/** Known differences in dockets, menus, and reports on cases. */

const ANY = /./

/** Texts that differ only in white space. */
const differsInSpaces = (expected: unknown, actual: unknown) =>
  typeof expected === 'string' &&
  typeof actual === 'string' &&
  expected.replace(/\s+/g, '') === actual.replace(/\s+/g, '')

const SPACES =
  'The expectations insert or keep spaces and line breaks at the ends of links, bold text, and line breaks.'

const isMissing = (expected: unknown) => expected === undefined || expected === ''

const isUnnumberedDocument = (entry: unknown) =>
  typeof entry === 'object' &&
  entry !== null &&
  'pacer_doc_id' in entry &&
  'document_number' in entry &&
  entry.pacer_doc_id !== null &&
  entry.document_number === null

/** A contact without the words of its links: email addresses, and parts of them. */
const withoutLinks = (text: unknown) =>
  String(text)
    .replace(/[^\s;,<>()]*@[^\s;,<>()]*/g, '')
    .replace(/[\s;,]+/g, '')

export const EXPLAINED_DOCKETS: Explained[] = [
  {
    folder: 'pacer/dockets_internet_archive',
    file: ANY,
    field: /^\/docket_entries\/\d+$/,
    reason: 'The expectations omit documents whose date is only in their text.',
    covers: (expected: unknown, actual: unknown) =>
      expected === undefined && /\(Entered: /.test(JSON.stringify(actual)),
  },
  {
    folder: 'pacer/dockets/appellate',
    file: ANY,
    field: /^\/originating_court_information\/date_judgment$/,
    reason: 'The expectations omit the date of a decision of an agency ("Date Decided").',
    covers: (expected: unknown, actual: unknown) => expected === undefined && actual !== '',
  },
  {
    folder: 'pacer/dockets/district',
    file: 'dcd_3.html',
    field: /^\/docket_entries\/\d+\/description$/,
    reason: 'The expectation joins words that a line break separates.',
    covers: differsInSpaces,
  },
  {
    folder: 'pacer/dockets/special',
    file: ANY,
    field: /^\/jurisdiction$/,
    reason: 'The expectations omit a jurisdiction on the line below its label.',
    covers: (expected: unknown, actual: unknown) => expected === '' && actual !== '',
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: ANY,
    field: /\/extra_info$/,
    reason: 'The expectations omit further names of a party (aka, dba), which are in bold.',
    covers: (expected: unknown, actual: unknown) =>
      typeof actual === 'string' &&
      actual.startsWith(String(expected)) &&
      /\b(?:[adfnp]\/?[bk]\/?a|f\/?[dk]\/?b?\/?a)\b/i.test(actual.slice(String(expected).length)),
  },
  ...['pacer/dockets/district', 'pacer/dockets/bankruptcy'].map((folder) => ({
    folder,
    file: ANY,
    field: /\/contact$/,
    reason: 'The expectations omit email addresses that are links.',
    covers: (expected: unknown, actual: unknown) =>
      typeof actual === 'string' && withoutLinks(expected) === withoutLinks(actual),
  })),
  ...[
    'pacer/dockets/acms',
    'pacer/dockets/appellate',
    'scotus/dockets/json',
    'scotus/dockets/htm',
  ].map((folder) => ({
    folder,
    file: ANY,
    field: /\/(?:name|contact|description|description_html)$/,
    reason: SPACES,
    covers: differsInSpaces,
  })),
  {
    folder: 'pacer/dockets/district',
    file: ANY,
    field: /^\/case_name$/,
    reason:
      'The expectation removes "et al" last, so that it doesn\'t recognize "United States of America et al" as the United States.',
    covers: (expected, actual) => harmonize(String(expected)) === actual,
  },
  ...['pacer/dockets/district', 'pacer/dockets/bankruptcy'].map((folder) => ({
    folder,
    file: ANY,
    field: /^\/(?:assigned|referred)_to_str$/,
    reason: 'The expectations write an initial in lowercase: a middle initial V becomes "versus".',
    covers: (expected: unknown, actual: unknown) =>
      String(expected).replace(/ [a-z]\. /g, (initial) => initial.toUpperCase()) === actual,
  })),
  {
    folder: 'pacer/dockets/district',
    file: 'txed.html',
    field: /^\/parties\/4\/attorneys\/3\/contact$/,
    reason: 'An email address was replaced in the expectation, but not on the page.',
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: 'mieb_2.html',
    field: /^\/case_name$/,
    reason: 'The case is named after its debtor in possession.',
    covers: (expected) => expected === 'Unknown Case Title',
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: 'txnb_420776.html',
    field: /^\/docket_entries\/\d+\/(?:description|date_entered|pacer_doc_id)$/,
    reason:
      "The expectations read the column of another court's layout, and so lose the texts: the page is of another court.",
    covers: (expected) => expected === null || /^(?:doc|\(\d+ pgs?\))?$/.test(String(expected)),
  },
  ...['pacer/dockets/bankruptcy', 'pacer/docket_history_reports'].map((folder) => ({
    folder,
    file: ANY,
    field: /^\/docket_entries\/\d+$/,
    reason: 'The expectations omit entries whose document has the word "doc" instead of a number.',
    covers: (expected: unknown, actual: unknown) =>
      expected === undefined && isUnnumberedDocument(actual),
  })),
  {
    folder: 'pacer/dockets/acms',
    file: ANY,
    field: /^\/originating_court_information\/(?:docket_number|date_judgment)$/,
    reason: 'The expectations omit the number of the case below and the date of its decision.',
    covers: isMissing,
  },
  {
    folder: 'pacer/dockets/appellate',
    file: ANY,
    field: /^\/originating_court_information\/assigned_to$/,
    reason: 'The expectations ignore the label "Originating Judge".',
    covers: isMissing,
  },
  {
    folder: 'pacer/dockets/appellate',
    file: /^bap/,
    field: /^\/originating_court_information\/date_received_coa$/,
    reason: 'Appellate panels print the same date with the label "Date Rec\'d BAP".',
    covers: isMissing,
  },
  {
    folder: 'pacer/appellate_attachment_pages',
    file: ANY,
    field: /^\/attachments\/\d+\/page_count$/,
    reason:
      'The expectations have the number in the script of the checkbox instead of the one in the column "Pages".',
    covers: (expected, actual) => typeof expected === 'number' && typeof actual === 'number',
  },
  {
    folder: 'pacer/case_queries',
    file: 'txsd_2.html',
    field: /^\/(?:case_name|case_name_raw|date_filed|date_terminated|date_last_filing)$/,
    reason: 'A remark in bold follows the name. The expectation lacks all values after it.',
    covers: isMissing,
  },
  {
    folder: 'pacer/claims_registers',
    file: ANY,
    field: /^\/claims\/\d+\/history\/\d+\/type$/,
    reason:
      'Numbers of the form 1-1 are those of claims, also if the link has a document ID instead of a claim ID.',
    covers: (expected, actual) => expected === 'docket_entry' && actual === 'claim',
  },
  {
    folder: 'pacer/claims_registers',
    file: ANY,
    field: /\/(?:creditor_details|description|remarks)$/,
    reason: SPACES,
    covers: differsInSpaces,
  },
  {
    folder: 'scotus/dockets/json',
    file: ANY,
    field: /^\/lower_court_decision_date$/,
    reason: 'A remark follows the date, which the expectation omits.',
    covers: (expected, actual) => expected === null && actual !== null,
  },
]
