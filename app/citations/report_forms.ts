import { named } from './form_parts.js'
import type { CitationForm } from './tables.js'

const SHORT_PAGE = String.raw` (?<page>\d{1,5}[ab]?)`

/** The forms of foreign and international reports, and of journals, by the keys of the table of reports. */
export const REPORT_FORMS: Record<string, CitationForm> = {
  /** `78 Eng. Rep. 475`, `5 Co. Rep. 91a`. */
  volume_page: { before: String.raw`(?<volume>[1-9]\d{0,2}) `, after: String.raw`,?${SHORT_PAGE}` },
  /** `[1932] AC 562`, `[1893] 1 QB 256`, `[2019] UKSC 41`, `[2003] EWCA Civ 1`. */
  year_in_brackets: {
    before: String.raw`\[(?<year>1[89]\d\d|20\d\d)\] (?:(?<volume>\d{1,2}) )?`,
    after: SHORT_PAGE,
  },
  /** `1999-1 C.B. 432`. */
  year_half: {
    before: String.raw`(?<volume>(?:19|20)\d\d-[123]) `,
    after: SHORT_PAGE,
  },
  /** `2018 SCC 16`. */
  year_first: { before: String.raw`(?<volume>(?:19|20)\d\d) `, after: SHORT_PAGE },
  /** `Cro. Eliz. 219`, `Hob. 134`. */
  page_only: named(SHORT_PAGE),
  /** `LR 3 HL 330`, `L.R. 5 Q.B. 1`. */
  law_reports: named(
    String.raw` ?(?<volume>\d{1,2}) (?<court>H\.? ?L\.?|Q\.? ?B\.?(?: ?D\.?)?|C\.? ?P\.?(?: ?D\.?)?|Ch\.?(?: App\.?| D\.?)?|Ex\.?(?:ch)?(?: ?D\.?)?|Eq\.?|P\.? ?C\.?|P\.? ?& ?D\.?|A\.? ?& ?E\.?|P\.?)${SHORT_PAGE}`
  ),
  /** `2004 I.C.J. 12`, `2011-IV Eur. Ct. H.R. 99`. */
  year_part: {
    before: String.raw`(?<volume>(?:19|20)\d\d(?:-[IVX]{1,4})?) `,
    after: String.raw`(?: Rep(?:orts|\.))?${SHORT_PAGE}`,
  },
  /** `1927 P.C.I.J. (ser. A) No. 10`, `65 Eur. Ct. H.R. (ser. A)`, `Eur. Ct. H.R. (ser. A) No. 161`. */
  series: {
    before: String.raw`(?:(?<volume>\d{1,4}) )?`,
    after: String.raw` ?\([Ss]er\. (?<series>[A-Z](?:\/[A-Z])?)\)(?:,? [Nn]o\. ?(?<page>\d{1,4}(?:\/\d\d)?)|(?: at| ¶)? (?<page>\d{1,4}))?`,
  },
  /** `T.C. Summ. Op. 2010-44`, `T.C. Memo 2010-44`. */
  dashed_page: named(String.raw`,? (?:No\. )?(?<volume>(?:19|20)\d\d)-(?<page>\d{1,3})`),
  /** `2016 VT 54A`, `2016 VT 54M`. */
  lettered: {
    before: String.raw`(?<volume>(?:19|20)\d\d) `,
    after: String.raw` (?<page>\d{1,4}[A-Z])`,
  },
  /** `162 Science 1243, 1244 (1968)`: the year tells the journal from a word. */
  magazine: {
    before: String.raw`(?<volume>[1-9]\d{0,3}) `,
    after: String.raw` (?<page>[1-9]\d{0,4})(?=(?:, ?[\d–-]+){0,3} \((?:[A-Z][a-z.]+ )?(?:\d{1,2}, )?\d{4}\))`,
  },
  /** `31 Ocean Dev. & Int'l L. 151`: a journal by the last words of its name. */
  journal: {
    before: String.raw`(?<volume>[1-9]\d{0,3}) (?:[A-Z&][A-Za-z.'’&-]{0,14},? |(?:of|the|and|in|on|for) ){0,6}`,
    after: String.raw` (?<page>[1-9]\d{0,4})`,
    reach: 60,
  },
}
