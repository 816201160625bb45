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
/** A number of pages, or of an entry, that the record has and that the page prints again. */
const REPEATED_NUMBER = /^\d{1,3}$/

export const EXPLAINED_UNREAD: ExplainedUnread[] = [
  {
    folder: 'pacer/dockets/fake-rss',
    file: ANY,
    text: /^THIS IS A FAKED UP DOCKET/,
    reason: 'The page says that it was made from a feed.',
  },
  {
    folder: 'pacer/dockets/district',
    file: /^(?:cacd|cacd_2)\.html$/,
    text: /^JWJx\), CLOSED/,
    place: /^U$/,
    reason: 'Flags of a case after the initials of a judge. Dockets have no field for them.',
    isGap: true,
  },
  {
    folder: 'pacer/dockets/district',
    file: /^(?:pamd|txsd|nvd_21855)\.html$/,
    text: /^(?:Pro Se Law Clerk MP|DO NOT DOCKET\.|MISCELLANEOUS DOCUMENT)/,
    reason: 'Notes of the clerk in place of a judge, above the parties, and in place of an entry.',
    isGap: true,
  },
  {
    folder: 'pacer/dockets/district',
    file: /^(?:cand_7|dcd_3|nvd_21855|txsd_1)\.html$/,
    text: REPEATED_NUMBER,
    reason: 'The number 0 of a main document and sums of sizes, and the number of an entry again.',
  },
  {
    folder: 'pacer/dockets/district',
    file: /^(?:cand_7|dcd_3|gasd)\.html$/,
    text: /^(?:T\. et al v\. OpenAI|UNITED STATES OF AMERICA et al v\.|Chief Judge J$)/,
    reason: 'The name of the case again, and the first initial of a judge.',
  },
  {
    folder: 'pacer/dockets/district',
    file: /^(?:nysd_1|txed)\.html$/,
    text: /^(?:Fax: |New York, NY |AOL LLC$|Yahoo! Inc$|Counter |CREATIVE INTERNET)/,
    place: /Lead Plaintiff|Counter|TERMINATED/,
    reason: 'A party or attorney that is listed again with the same details is one value.',
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: /^(?:akb|laeb|meb|ndb)\.html$/,
    text: /\((?:Anchorage|Portland|Fargo)$|^New Orleans$/,
    reason: 'The office repeats, next to the flags, what the heading has.',
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: /^(?:alsb|ctb|ctb_2|mieb_5|txwb)\.html$/,
    text: /^(?:BANKRUPTCY JUDGE|Alan H\.W\. Shiff|Opperman\.BayCity|Chief Bkptcy Judge Ronald B\. King)$/,
    place: /^U\.S\. Bankruptcy Court/,
    reason: 'The record has the name of a judge without offices, initials, and places.',
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: /^(?:cacb_5|cacb_7|deb_11|ohnb)\.html$/,
    text: /^and [A-Z]/,
    place: /^U\.S\. Bankruptcy Court/,
    reason: 'The second line of the title of the lead case, which the archive leaves out.',
    isGap: true,
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: /^(?:deb_11|nysb_16|nysb_38)\.html$/,
    text: /^(?:1313 N\.|Suite 5100|Counter-|Cross-|WMI |1301 |Seattle, |Tax ID |Washington Mutual|JPMorgan|New York, NY|Yosemite|c\/o |NY, NY)/,
    place: /Claimant|Plaintiff|Defendant|Corp|Picard|Zitter|Yosemite|Washington Mutual/,
    reason: 'A party or attorney that is listed again with the same details is one value.',
  },
  {
    folder: 'pacer/dockets/bankruptcy',
    file: /^(?:deb_2|vawb_270571|waeb_157024|wiwb_1|txnb_420776)\.html$/,
    text: /^(?:14|0|Case|N\/A|FMHELD, FEESPAID, DismSpouse,\s+DISCHARGE)$/,
    reason: 'Numbers of pages and documents again, words of the menu, flags, and an absent date.',
  },
  {
    folder: 'pacer/dockets/appellate',
    file: /^ca11_[12]\.html$/,
    text: /^404\) 335-6182$/,
    place: /^Case Handler:/,
    reason: 'The telephone number of the staff of the court.',
    isGap: true,
  },
  {
    folder: 'pacer/dockets/appellate',
    file: 'ca6_1.html',
    text: /^Kara Nagorny$/,
    place: /^Court Reporter:/,
    reason: 'A second court reporter. The archive has a field for one.',
    isGap: true,
  },
  {
    folder: 'scotus/dockets/htm',
    file: /^06A1001/,
    text: /^(?:Ranking Member|Senate Judiciary Committee)$/,
    reason: 'Titles of counsel that two lines of a postal address repeat.',
  },
  {
    folder: 'scotus/dockets/json',
    file: /^(?:23A999|24-966)\./,
    text: /^(?:Tim Richardson, Warden|a D\.C\. Nonprofit Corporation|Department of the Interior)$/,
    place: /^(?:Petitioner|Respondent)Title$/,
    reason: 'Words of titles of parties that the name of the case omits.',
    isGap: true,
  },
  {
    folder: 'scotus/email',
    file: '25-112.eml',
    text: /^has been added for Okello T\. Chatrie/,
    reason: 'The name of the case in the sentence around the link, which is in the record.',
  },
  {
    folder: 'pacer/appellate_attachment_pages/acms',
    file: /^ca9-25-6348-004/,
    text: REPEATED_NUMBER,
    place: /^docketEntryDocuments\.(?:billablePages|documentNumber)$/,
    reason: 'The number of the entry, which repeats for each of its documents.',
  },
  {
    folder: 'pacer/case_queries',
    file: 'txsd_2.html',
    text: /^(?:FRIVOLOUS FILER|Janis Graham Jack|Jason B Libby)/,
    reason: 'People of an internal case of the clerk, and notes of the clerk.',
  },
  {
    folder: 'pacer/case_queries_advanced',
    file: /^ca[cn]b\.html$/,
    text: /^(?:Bankruptcy|Adversary|Manual|et al v)$/,
    reason: 'Words of the menu, and of a name that the record has.',
  },
  {
    folder: 'pacer/case_queries_advanced',
    file: 'canb.html',
    text: /^(?:Pacif|Corp$)/,
    place: /There were \d+ matching persons\.$/,
    reason: 'Persons that match the search; the record has their cases.',
  },
  {
    folder: 'pacer/docket_history_reports',
    file: /^(?:arwb|cob|ctb|flsb|paeb|casb|cacd)_/,
    text: /^\d{1,2}(?:\s+Asset)?$|^\d\d\/\d\d\/\d{4}$|^MINUTES OF/,
    reason: 'A chapter, and rows that list a document or a date again.',
  },
  {
    folder: /^pacer\/(?:docket_history_reports|attachment_pages)$/,
    file: /^(?:arwb_156279|txnd_286784|mnd_10111409561)\.html$/,
    text: /^(?:Bankruptcy|Adversary|Civil|Criminal)$/,
    place: /^[a-z]?$/,
    reason: 'Words of the menu.',
  },
  {
    folder: 'pacer/docket_history_reports',
    file: /^(?:alsd_61919|gamd_103911)\.html$/,
    text: /^(?:All Defendants )?UNITED STATES OF AMERICA v\. HASLEM|^United States of America v\. In Re: Non-Judicial/i,
    reason: 'The name of the case, with words that the archive leaves out.',
  },
  {
    folder: /^pacer\/(?:attachment_pages|claims_registers|claims_activity)$/,
    file: ANY,
    text: /^(?:Exhibit (?:16|32|A4)|\d{1,3}|Letter)$/,
    place:
      /^(?:Size|Part|Description|Document Selection Menu|Last Date to file|Report Period|1$|4 ›)/,
    reason: 'Numbers of pages, chapters, and labels that the page repeats for each row.',
  },
  {
    folder: 'pacer/rss_feeds',
    file: /^(?:nyed_1|sdny_1|ca2_1)\.xml$/,
    text: /\bv\. |^of America|^Judgment$/,
    place: /^(?:description|title)$/,
    reason: 'Names of cases that the description of an item repeats, or of items with one entry.',
  },
  {
    folder: 'pacer/rss_feeds',
    file: /^(?:wvsd|nysb)/,
    text: /^(?:5:18-~gr-00001|Order on Motion \/ Application|doc$)/,
    place: /^(?:description|title)$/,
    reason: 'An item of a grand jury without a case, and the word in place of a number.',
  },
  {
    folder: 'pacer/rss_feeds',
    file: ANY,
    text: /^15 May 2018 19:14:31 GMT$/,
    place: /^pubdate$/,
    reason: 'The time of the item without a case.',
  },
  {
    folder: 'pacer/nda',
    file: /^ca(?:2_4|4_1|6_2)\.txt$/,
    text: /^Recipient User Test \d/,
    place: /^Recipients:$/,
    reason: 'Names of recipients that a second list repeats.',
  },
  {
    folder: 'pacer/nda',
    file: 'ca9_4.txt',
    text: /^Amended \d/,
    reason: 'The time at which the court amended the notice.',
    isGap: true,
  },
  {
    folder: 'pacer/nef/s3',
    file: /^(?:arwd|ared)/,
    text: ANY,
    place:
      /everettlawfirm|Office Manager|^To:|^Subject:|🥇|501\) 404|800-615|615-4|electronically mailed|^$/,
    reason: 'Signatures and headers of an email program that forwarded the notice.',
  },
  {
    folder: 'pacer/nef/s3',
    file: 'jpml_1.txt',
    text: /^(?:United States|NYE|NYS)\b/,
    reason: 'The name of the panel, and the courts before numbers of cases.',
  },
  {
    folder: 'pacer/nef/s3',
    file: /^(?:cob_1|almd_3_plain|mdb_[23])\.txt$/,
    text: /^(?:https:\/\/ecf\.|9:52 AM|FirstName LastName|US Trustee - )/,
    reason:
      'A wrapped time, a link whose case is in the record, and recipients without an address.',
  },
  {
    folder: 'pacer/dockets_internet_archive',
    file: 'azd_318008.xml',
    text: /^(?:0000-00-00|67|78|79|163|195|Attachment [12]SEALED)/,
    place: /^(?:date_filed|document doc_num|long_desc)$/,
    reason: 'Zeros for unknown dates, and attachments of documents that the file omits.',
    isGap: true,
  },
  {
    folder: 'pacer/dockets_internet_archive',
    file: /^(?:nysd_476194|ohsd_141796|txnd_202294|cacb_1669936)\.xml$/,
    text: /^\d{1,2}$|^R due by|^NOTICE of Deadline/,
    place: /^(?:document doc_num|long_desc)$/,
    reason: 'Documents without a date, and words around a date in a text.',
    isGap: true,
  },
  {
    folder: 'pacer/dockets_internet_archive',
    file: /^(?:cacb_1669936|nysb_171257)\.xml$/,
    text: /^(?:Paka Best Cellars|Relativity|Beverly|Cross-Claimant|Debtor|Christopher J Kondon|LEAD ATTORNEY)/,
    place: /^(?:name|type|extra_info|attorney_name|attorney_role)$/,
    reason: 'A party that is listed again with the same details is one party of the record.',
  },
]

/** Kinds of which less is read, with the least share and what is missing. */
export const LOWER_COVERAGE: Record<string, { atLeast: number; gap: string }> = {
  'pacer/dockets_internet_archive': {
    atLeast: 0.99,
    gap: 'Attachments of documents that a file omits, and documents without a date.',
  },
}
