/** Text of pages of the corpora that isn't in their records, each with a reason. */
export interface ExplainedUnread {
  folder: string | RegExp
  /** A file name, or a pattern of names. */
  file: string | RegExp
  text: RegExp
  /** The place of the text, if the same text elsewhere isn't explained. */
  place?: RegExp
  reason: string
  /** The text is a fact about the case that the record lacks: it counts as unread. */
  isGap?: true
}

const ANY = /./
const CAPTION = /Panel Assignment:|Current Cases:|Date of Decision:|^Terminated:/

export const EXPLAINED_UNREAD: ExplainedUnread[] = [
  {
    folder: ANY,
    file: ANY,
    text: /^(?:RECAP Actions|CourtListener|Create alert|Search this Docket|XML|TXT|Select|(?:all \/\s+)?clear|or|Max|Maximum filesize allowed|[05]|000,000,000|View the|Case|N\/A|Generated in [\d.]+ seconds|Mail Info for case)$/,
    reason: 'Controls of the page and of a browser extension.',
  },
  {
    folder: /^pacer\/(?:docket_history_reports|case_queries|attachment_pages)/,
    file: ANY,
    text: /^(?:Bankruptcy|Adversary|Manual|Civil|Criminal|\d?\s*Asset|Defendant|et al v)$/,
    reason: 'Menus, and a word of a name that the record has.',
  },
  {
    folder: 'pacer/dockets/fake-rss',
    file: ANY,
    text: /^THIS IS A FAKED UP DOCKET/,
    reason: 'The page says that it was made from a feed.',
  },
  {
    folder: /^pacer\/(?:dockets|docket_history_reports|case_queries)/,
    file: ANY,
    text: /^[\w()&#-]{1,20}(?:,? +[\w()&#-]{1,20}|,[\w()&#-]{1,20}){0,20}$/,
    place: /^(?:[A-Za-z]?|CourtListener)$/,
    reason: 'Flags of a case, such as CLOSED. The archive has no field for them.',
    isGap: true,
  },
  {
    folder: /^pacer\/dockets\/(?:district|bankruptcy)$/,
    file: ANY,
    text: /^\d{5}(?:-[\w-]+)?$|\((?:Anchorage|Fargo)$|^New Orleans$/,
    place: /^[\w(), #-]+$/,
    reason: 'The number and the office repeat, next to the flags, what the heading has.',
  },
  {
    folder: /^pacer\/dockets\/(?:district|bankruptcy|appellate)$/,
    file: ANY,
    text: /^(?:\d{1,2}|\d{1,2}\/\d{1,2}\/\d{4})$/,
    place: /Docket Text|Filing Date|#|› \d|Description|\d{2}\/\d{2}\/\d{4}/,
    reason: 'A row that repeats the date of the row above it, or the number of pages.',
  },
  {
    folder: /^pacer\/dockets\/(?:district|bankruptcy)$/,
    file: /^(?:txed|deb_11|nysb_16|nysb_38|nysd_1|dcd_3|cand_7|waeb_157024)\.html$/,
    text: /^(?!\d\d\/)(?!and )/,
    place:
      /TERMINATED|Lead Plaintiff|Counter|Cross|Claimant|Plaintiff|Corporation|Corp\.|Inc\.|Debtor|Circuit|CIVIL|District Court|Picard|Zitter|Securities/,
    reason:
      'A party that is listed again with the same details, or a repeated name or address, is one value of the record.',
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: /^ctb/,
    text: /^[A-Z][a-z]+ (?:[A-Z]\.)+ [A-Z][a-z]+$/,
    reason: 'The record has the name of a judge without initials.',
  },
  {
    folder: /^pacer\/dockets\/(?:district|bankruptcy)$/,
    file: ANY,
    text: /-mj-|Circuit, \d|Superior Court|MDL PANEL|^Date [Dd]ismissed|^Date Plan|^Date Removed|^Unknown assets$|^AP Case$|^Creditors: \d|^341 |AM$|PM$|^and [A-Z]|JUDGE$|Judge [A-Z]|\.[A-Z][a-z]+City$|Pro Se Law Clerk|^DO NOT DOCKET|^MISCELLANEOUS DOCUMENT|^\d\d\/\d\d\/\d{4}$|PRISONER_CIVIL|^FMHELD/,
    reason:
      'Numbers in other courts, dates, and words of judges and names for which the docket has no field.',
    isGap: true,
  },
  {
    folder: 'pacer/dockets/appellate',
    file: ANY,
    text: /^(?:\d\)? ?)?[\w() -]{0,40}$/,
    place: /^(?:\d\)|Case Type Information:)/,
    reason: 'The record has the case types in one value.',
  },
  {
    folder: 'pacer/dockets/appellate',
    file: ANY,
    text: ANY,
    place: CAPTION,
    reason: 'The caption repeats the parties, and the list of cases is about other dockets.',
  },
  {
    folder: 'pacer/dockets/appellate',
    file: ANY,
    text: ANY,
    place: /Prior Cases:|Originating Court Information:|Case Handler:|Docket #:/,
    reason: 'Details of other cases and of the staff of the court.',
    isGap: true,
  },
  {
    folder: 'scotus/dockets/htm',
    file: /^(?:01-7849|02A1002|04-10000|06A1001)/,
    text: /^(?!FPC|AIS|\d{5}$)/,
    reason: 'The caption repeats the parties, and an address on several lines is one value.',
  },
  {
    folder: 'scotus/dockets/htm',
    file: /^02A1002/,
    text: /^\d{5}$/,
    reason: 'An address on several lines is one value.',
  },
  {
    folder: 'scotus/dockets/htm',
    file: ANY,
    text: /^(?:\d{5}|AIS #\d+|FPC Nellis)$/,
    reason: 'Numbers of prisoners, and names of prisons, in addresses.',
    isGap: true,
  },
  {
    folder: /^scotus\/dockets\/(?:json|html)$/,
    file: ANY,
    text: ANY,
    reason: 'Words of titles of parties that the name of the case omits.',
    isGap: true,
  },
  {
    folder: /acms$/,
    file: ANY,
    text: /^(?:\d{1,2}|Terminated)$/,
    reason: 'A number or state that repeats for each document of an entry.',
  },
  {
    folder: 'pacer/case_queries',
    file: 'txsd_2.html',
    text: ANY,
    reason: 'People of an internal case of the clerk, and notes of the clerk.',
  },
  {
    folder: 'pacer/docket_history_reports',
    file: ANY,
    text: /^(?:\d{1,2}|\d\d\/\d\d\/\d{4})$|^MINUTES OF/,
    reason: 'Rows that list a document or a date again.',
  },
  {
    folder: 'pacer/docket_history_reports',
    file: ANY,
    text: /United States of America v\.|^All Defendants|^Related case/i,
    reason: 'The name of the case with the words "All Defendants", and related cases.',
    isGap: true,
  },
  {
    folder: /^pacer\/(?:attachment_pages|claims_registers|claims_activity|free_opinion_report)$/,
    file: ANY,
    text: /^(?:Exhibit [A-Z]?\d+|\d{1,3}|Letter)$/,
    reason: 'Numbers of pages and labels that repeat for each row.',
  },
  {
    folder: /^pacer\/nef/,
    file: ANY,
    text: ANY,
    place: /^Filer:/,
    reason: 'People for whom a document was filed.',
    isGap: true,
  },
  {
    folder: 'pacer/rss_feeds',
    file: ANY,
    text: /^(?:\d\d(?::\d\d)?(?: GMT)?|GMT|\d\d \w{3} \d{4} [\d:]{8} GMT)$/,
    place: /^pubdate$/,
    reason: 'The record has the time of publication as one value.',
  },
  {
    folder: 'pacer/rss_feeds',
    file: ANY,
    text: ANY,
    place: /^(?:description|title)$/,
    reason: 'Some feeds repeat the name of the case in the description of each item.',
  },
  {
    folder: 'pacer/nda',
    file: ANY,
    text: /^Recipient User Test|^Court of Appeals, |Circuit Court of Appeals$/,
    reason: 'Recipients are kept by their email address.',
  },
  {
    folder: /^pacer\/ne?[df]/,
    file: ANY,
    text: /\.pdf$/i,
    reason: 'The name of the file that was uploaded to the court.',
  },
  {
    folder: 'pacer/nda',
    file: ANY,
    text: /^Document: |^Amended \d/,
    reason: 'A label of the document that precedes its text.',
    isGap: true,
  },
  {
    folder: 'pacer/nef/s3',
    file: /^(?:arwd|ared|areb)/,
    text: ANY,
    reason: 'Signatures and headers of an email program that forwarded the notice.',
  },
  {
    folder: 'pacer/nef/s3',
    file: ANY,
    text: /has not been electronically mailed|^https:\/\/ecf\.|DO NOT RESPOND|Panel on Multidistrict/i,
    reason: 'Labels, and links whose document or case is in the record.',
  },
  {
    folder: 'pacer/nef/s3',
    file: ANY,
    text: ANY,
    place: /not been electronically ma/,
    reason: 'Postal addresses of recipients. Recipients are kept by their email address.',
  },
  {
    folder: 'pacer/nef/s3',
    file: ANY,
    text: /^(?:Chapter|11|pdf|NY[ES]|United States)$|^Notice will |Web browser|filed on \d|@b\.com$|^US Trustee - /,
    reason: 'Labels, and values that the notice prints twice.',
  },
  {
    folder: 'scotus/email',
    file: ANY,
    text: /^We have received a request|^has been added for/,
    reason: 'The sentence around the number and the link, which are in the record.',
  },
  {
    folder: 'pacer/case_queries_advanced',
    file: ANY,
    text: ANY,
    place: /matching/,
    reason: 'Persons that match the search; the record has their cases.',
  },
  {
    folder: 'pacer/free_opinion_report',
    file: ANY,
    text: /^[A-Z][a-z]+(?: [A-Z][a-z]+)?$/,
    reason: 'The office of the court, which the court publishes as a note.',
    isGap: true,
  },
  {
    folder: 'pacer/dockets_internet_archive',
    file: ANY,
    text: ANY,
    place: /^(?:long_desc|short_desc|document doc_num|date_filed)$/,
    reason: 'Documents without a date of filing do not become entries.',
    isGap: true,
  },
  {
    folder: 'pacer/dockets_internet_archive',
    file: ANY,
    text: ANY,
    place: /^(?:name|type|extra_info|attorney_name|attorney_role)$/,
    reason: 'A party that is listed again with the same details is one party of the record.',
  },
]

/** Kinds of which less is read, with the least share and what is missing. */
export const LOWER_COVERAGE: Record<string, { atLeast: number; gap: string }> = {
  'pacer/case_queries': { atLeast: 0.99, gap: 'Flags of a case, and notes of the clerk.' },
  'pacer/case_queries_advanced': {
    atLeast: 0.99,
    gap: 'Roles of the persons that match a search.',
  },
  'pacer/dockets_internet_archive': {
    atLeast: 0.975,
    gap: 'Documents without a date of filing do not become entries.',
  },
  'pacer/free_opinion_report': {
    atLeast: 0.98,
    gap: 'The report has the office of the court, and the archive no field for it.',
  },
}
