import { normalDocumentId } from '#app/court_pages/document_links'
import { EXPLAINED_DOCKETS } from './explained_dockets.js'

/**
 * The list of known differences between the parsers and the expectations of the corpus. Each
 * has a file, a field, and a reason. If the reason is a rule of the expectations, the file may
 * be a pattern.
 */
export interface Explained {
  folder: string
  /** A file name, or a pattern of names. */
  file: string | RegExp
  /** Path of the field, or of the record or list that contains it. */
  field: RegExp
  reason: string
  /** Pairs of values to which the reason applies; all by default. */
  covers?(expected: unknown, actual: unknown): boolean
}

const ANY = /./
const ITALICS =
  'The expectations omit words in italics, bold, or color. The parser keeps the whole text.'

/** The words of the expectation in order, with others between them. */
function leavesOutWords(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string') return false
  const words: string[] = actual.match(/\w+|\S/g) ?? []
  return (expected.match(/\w+|\S/g) ?? []).every((word) => {
    const at = words.indexOf(word)
    words.splice(0, at + 1)
    return at !== -1
  })
}

const sameInstant = (expected: unknown, actual: unknown) =>
  String(expected).replace(' ', 'T') === String(actual)

/** The middle initial V, mistaken for "versus". */
const initialAsVersus = (expected: unknown, actual: unknown) =>
  String(expected).includes(' v. ') && String(expected).replaceAll(' v. ', ' V. ') === actual

interface Listed {
  name: string
  email_addresses: string[]
}

/** The words of a list of recipients in order. */
const recipientWords = (list: unknown): string[] =>
  (Array.isArray(list) ? (list as Listed[]) : [])
    .flatMap((one) => [one.name, ...one.email_addresses])
    .flatMap((text) => text.split(/[\s,;]+/))
    .filter(Boolean)

const isAddress = (word: string) => word.includes('@')

/** The same characters in the same order. */
const samePrintedList = (expected: unknown, actual: unknown) =>
  recipientWords(expected).join('') === recipientWords(actual).join('')

export const EXPLAINED: Explained[] = [
  ...['pacer/docket_history_reports', 'pacer/dockets_internet_archive'].map((folder) => ({
    folder,
    file: ANY,
    field: /^\/(?:assigned|referred)_to_str$/,
    reason: 'The expectations write a judge\'s middle initial V as "v.".',
    covers: initialAsVersus,
  })),
  {
    folder: 'scotus/dockets/html',
    file: '21-1397.html',
    field: /^\/docket_entries\/39\/description(?:_html)?$/,
    reason: 'The expectation repeats the words after a link ("per curiam.") at the end.',
  },
  {
    folder: 'scotus/email',
    file: ANY,
    field: /^\/email_datetime$/,
    reason: 'The same instant, written with a space instead of T.',
    covers: sameInstant,
  },
  {
    folder: 'pacer/confirmation_pages',
    file: ANY,
    field: /^\/transaction_date$/,
    reason: 'The same time, written with a space instead of T.',
    covers: sameInstant,
  },
  {
    folder: 'pacer/nef/s3',
    file: /b_(?:multi_)?\d+\.txt$|^ianb\.txt$/,
    field: /^\/dockets\/\d+\/docket_entries\/0\/description$/,
    reason: ITALICS,
    covers: leavesOutWords,
  },
  {
    folder: 'pacer/rss_feeds',
    file: ANY,
    field: /\/short_description$/,
    reason: 'The expectations keep spaces at the start and the end of a description.',
    covers: (expected, actual) => String(expected).trim() === actual,
  },
  {
    folder: 'pacer/rss_feeds',
    file: ANY,
    field: /\/case_name$/,
    reason: 'The expectations keep "United States of America" if "et al" follows.',
    covers: (expected, actual) =>
      String(expected).replaceAll('United States of America', 'United States') === actual,
  },
  {
    folder: 'pacer/rss_feeds',
    file: ANY,
    field: /\/trustee_str$/,
    reason: 'The expectations keep a character reference in a name that is escaped twice.',
    covers: (expected, actual) => String(expected).replaceAll('&#039;', "'") === actual,
  },
  ...['pacer/nef', 'pacer/nef/s3'].map((folder) => ({
    folder,
    file: ANY,
    field: /^\/email_recipients$/,
    reason:
      'The expectations join email addresses: those that are separated by a semicolon, or by a comma without a space, and the last one of a recipient and the first name of the next.',
    covers: samePrintedList,
  })),
  {
    folder: 'pacer/nef/s3',
    file: /^cob_/,
    field: /^\/email_recipients\/\d+$/,
    reason:
      'The expectation has no recipients for plain messages, although the message lists them.',
    covers: (expected) => expected === undefined,
  },
  {
    folder: 'pacer/nef/s3',
    file: 'njb_4.txt',
    field: /^\/email_recipients$/,
    reason: 'The expectation uses the postal address of another recipient as a name.',
    covers: (expected, actual) =>
      String(recipientWords(expected).filter(isAddress)) ===
      String(recipientWords(actual).filter(isAddress)),
  },
  {
    folder: 'pacer/nef/s3',
    file: 'almd_3_plain.txt',
    field: /\/pacer_case_id$/,
    reason:
      "The expectation has the case ID in the document's link, which is a defendant's. The link of the case has the ID of the case.",
  },
  {
    folder: 'pacer/nda',
    file: ANY,
    field: /^\/email_recipients\/\d+\/name$/,
    reason: 'The expectations omit names in the targets of links within the notice.',
    covers: (expected: unknown, actual: unknown) =>
      expected === ':' && typeof actual === 'string' && actual.endsWith(':'),
  },
  {
    folder: 'pacer/nda',
    file: ANY,
    field: /^\/contains_attachments$/,
    reason: 'The expectations are false for all appeals, also for notices of several documents.',
    covers: (expected, actual) => expected === false && actual === true,
  },
  {
    folder: 'pacer/nda',
    file: ANY,
    field: /^\/email_recipients\/\d+$/,
    reason:
      'The expectations have no recipients for notices of the new appellate system, which lists them.',
    covers: (expected) => expected === undefined,
  },
  {
    folder: 'pacer/free_opinion_report',
    file: 'cand_2.html',
    field: /^\/10\/federal_dn_judge_initials_assigned$/,
    reason: 'A second opinion of a case: the expectation has its number without the initials.',
  },
  {
    folder: 'pacer/attachment_pages',
    file: 'nced_13101868051.html',
    field: /^\/document_number$/,
    reason:
      'The number is the link text of the first row. The expectation only reads numbers next to their label.',
  },
  {
    folder: 'pacer/claims_registers',
    file: ANY,
    field: /^\/claims\/\d+\/(?:description|remarks)$/,
    reason: 'The expectations have only the first line, without those of amended claims.',
    covers: (expected, actual) => String(actual).startsWith(`${String(expected)}\n`),
  },
  {
    folder: 'pacer/dockets_internet_archive',
    file: ANY,
    field: /\/pacer_doc_id$/,
    reason: 'The expectations keep the fourth digit of IDs in XML. Everywhere else, it is 0.',
    covers: (expected, actual) => normalDocumentId(String(expected)) === actual,
  },
  {
    folder: 'pacer/dockets_internet_archive',
    file: ANY,
    field: /^\/demand$/,
    reason: 'The expectations omit the demand, which the XML contains.',
    covers: (expected) => expected === '',
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: ANY,
    field: /^\/docket_entries\/\d+\/pacer_doc_id$/,
    reason: 'A link to show_doc.pl has no document ID. The expectation has a part of the link.',
    covers: (expected, actual) => expected === 'sho0_doc.pl' && actual === null,
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: ANY,
    field: /^\/parties\/\d+\/type$/,
    reason: 'Spellings of a party type are also unified in adversary proceedings.',
    covers: (expected, actual) =>
      /^(?:3rd|thirdparty)/i.test(String(expected)) && /^Third Party /.test(String(actual)),
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: ANY,
    field: /^\/assigned_to_str$/,
    reason: '"Bkptcy" is a part of the office "Chief Bkptcy Judge", not of the name.',
    covers: (expected, actual) => String(expected) === `Bkptcy ${String(actual)}`,
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: 'wiwb_1.html',
    field: /^\/ordered_by$/,
    reason: 'An empty row precedes the head of the table, which contains "Filing Date".',
  },
  {
    folder: 'pacer/dockets/district',
    file: 'nyed.html',
    field: /^\/referred_to_str$/,
    reason: 'The expectation has the initial in "Viktor V. Pohorelsky" as "versus".',
  },
  {
    folder: 'pacer/dockets/special',
    file: ANY,
    field: /^\/parties\/\d+\/attorneys\/\d+\/roles\/\d+$/,
    reason: 'The termination date of an attorney is printed in red. Elsewhere it is a role.',
    covers: (expected, actual) => expected === undefined && /^TERMINATED: /.test(String(actual)),
  },
  ...EXPLAINED_DOCKETS,
]
