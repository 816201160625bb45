/** Everyday verbs where a technical term exists. */
import { type Pattern, START } from '../pattern.js'

/** Subjects that can arrive or be removed. */
const THING =
  '(?:(?:emails?|documents?|files?|events?|rows?|records?|entries|entry|answers?|requests?|news|changes?|pages?|responses?|messages?|notices?|body|bodies|bytes?|headers?|PDFs?|uploads?|webhooks?|signals?|plugins?|search(?:es)?|quer(?:y|ies)|clients?|callers?|visitors?|jobs?|hits?|texts?|data|dockets?|opinions?|decisions?|updates?|results?|imports?|filings?|tokens?|accounts?|alerts?|connections?|process(?:es)?|sessions?)|it|they|one|ones|more|nothing|another|others|each|what|that|which)'
/** Subjects that can accept values. */
const ACCEPTS =
  '(?:__code__|endpoints?|parameters?|filters?|commands?|fields?|methods?|functions?|API|pages?|imports?|search(?:es)?|forms?|columns?|lists?|settings?|servers?|resources?|tools?|quer(?:y|ies)|it|they|which|that|also)'

export const verbs: Pattern[] = [
  {
    id: 'comes',
    find: new RegExp(
      String.raw`\b${THING} (?:comes?|came)\b(?! (?:from|with|first|last|up|out|into|back to|to|before|after|close|true|at the|in (?:many|several|two|three|different))\b)`,
      'i'
    ),
    except: /\bcomes? and goe?s?\b/i,
    use: '"arrives", "is delivered", "is added", "occurs"',
    wrong: 'When a document comes, the account is notified.',
    right: 'When a document arrives, the account is notified.',
  },
  {
    id: 'comes-by',
    find: /\b(?:comes?|came|coming) (?:by|anew|to it|to its|in by)\b|\bby whatever way\b/i,
    use: '"arrives by", "is sent by"',
    wrong: 'The hits come by email.',
    right: 'The hits are sent by email.',
  },
  {
    id: 'goes',
    find: new RegExp(
      String.raw`\b${THING} (?:goes|go|went)\b(?= with\b|[,.;]|$| away\b| when\b| too\b| there\b| by\b| into the same\b| the same way\b)`,
      'i'
    ),
    except: /\bone go\b|\bas far as (?:it|they) go(?:es)?\b|\bhow \w+ (?:it )?(?:goes|went)\b/i,
    use: '"is removed", "is deleted", "is sent"',
    wrong: 'The account goes with its tokens.',
    right: 'The account is deleted with its tokens.',
  },
  {
    id: 'waits',
    find: /\b(?:what|who|those that|these|others|documents|hits|it|entries|one|oldest|which) waits?\b(?! (?:for|until|on|at least|up to)\b)/i,
    use: '"is queued", "is pending"',
    wrong: 'The page lists what waits.',
    right: 'The page lists pending requests.',
  },
  {
    id: 'holds',
    find: /\b(?:rules?|limits?|same|this|that|filters?|orders?|also|__code__|quotas?|settings?|bounds?) holds?\b(?= (?:for|here|too|also|everywhere|only|in all|on|when|while|whatever|within)\b|[.,;:)]|$)/i,
    use: '"applies"',
    wrong: 'The same holds for pages.',
    right: 'The same applies to pages. Each page holds 20 records.',
  },
  {
    id: 'takes',
    find: new RegExp(
      String.raw`\b${ACCEPTS} (?:takes?|(?:does not|doesn't|do not|don't|cannot|can't|can|may|no longer|never) take) (?!(?:about|almost|less|more|most|half|long|longer|time|too|hours|minutes|seconds|milliseconds|days|weeks|months|years|place|effect|precedence|priority|over|care|part|turns|advantage|account|into|down|(?:\w+ ){0,3}(?:seconds|minutes|hours|days|milliseconds|weeks|months|years|times)|\d|(?:a|an|the|two|three|one|some|several|many) (?:\w+ )?(?:long|few|third|half|second|minute|hour|day|while|fraction|tenth|moment|quarter|lock|locks|lease|snapshot|lot|seconds|minutes|hours|milliseconds|tenths|screenshot|time)))`,
      'i'
    ),
    use: '"accepts", "uses"',
    wrong: 'The endpoint takes up to 100 dockets.',
    right: 'The endpoint accepts up to 100 dockets. It takes a minute.',
  },
  {
    id: 'takes-back',
    find: /\btak(?:es?|en|ing) (?:\w+ ){0,2}(?:back|away)\b|\btook (?:\w+ ){0,2}(?:back|away)\b/i,
    use: '"withdraws", "removes", "reverts"',
    wrong: 'The account takes the request back.',
    right: 'The account withdraws the request.',
  },
  {
    id: 'stands',
    find: /\bstands?\b|\bstood\b/i,
    except: /\b(?:stands?|stood) (?:for|by|out|still)\b|\bcan(?:no|'|)t? stand\b/i,
    use: '"is", "occurs", "is stored"',
    wrong: 'The number stands in the last column.',
    right: 'The number is in the last column. `ca9` stands for the Ninth Circuit.',
  },
  {
    id: 'lies',
    find: /\blies?\b/i,
    use: '"is", "is stored", "is adjacent"',
    wrong: 'The file lies in the data folder.',
    right: 'The file is in the data folder.',
  },
  {
    id: 'says',
    find: /\b(?:says?|said|saying)\b/i,
    except:
      /\b(?:courts?|judges?|opinions?|decisions?|statutes?|laws?|justices?|RFC ?\d*|RFCs|specification|standard) (?:\w+ )?(?:says?|said)\b/i,
    use: '"means", "returns", "states", "shows"',
    wrong: 'The header says how long to wait.',
    right: 'The header contains the delay in seconds.',
  },
  {
    id: 'tells',
    find: /\btells?\b|\btelling\b/i,
    except: /\btell(?:s|ing)? (?:\S+ ){1,6}?(?:apart|from)\b|\btell(?:s|ing)? apart\b/i,
    use: '"reports", "notifies", "shows", "identifies"',
    wrong: 'The error tells which field is wrong.',
    right: 'The error names the invalid field.',
  },
  {
    id: 'told',
    find: /\btold\b|\buntold\b/i,
    use: '"notified", "reported", "sent"; "distinguished"',
    wrong: 'Each entry is told once.',
    right: 'Each entry is reported once.',
  },
  {
    id: 'asks',
    find: /\basks?\b|\basked\b|\basking\b/i,
    except:
      /\bfrequently asked\b|\bask(?:s|ed|ing)? (?:you|your|the (?:users?|visitors?|owner|operator|staff|administrator|court|agency|clerk)|an? (?:user|visitor|administrator|court|lawyer))\b/i,
    use: '"requests", "queries", "calls"; "requested"',
    wrong: 'The process asks the database every five seconds.',
    right: 'The process polls the database every five seconds.',
  },
  {
    id: 'gives-back',
    find: /\bg(?:ives?|iven|iving|ave) (?:\w+ ){0,2}back\b/i,
    use: '"returns", "releases", "requeues"',
    wrong: 'The worker gives back its jobs.',
    right: 'The worker requeues its jobs.',
  },
  {
    id: 'gives-up',
    find: /\bg(?:ives?|iven|iving|ave) (?:\w+ ){0,2}up\b/i,
    use: '"times out", "is dropped", "stops retrying", "is canceled"',
    wrong: 'The delivery is given up after five days.',
    right: 'The delivery expires after five days.',
  },
  {
    id: 'goes-on',
    find: /\b(?:go(?:es|ing)?|went|gone) on\b/i,
    use: '"continues", "resumes"',
    wrong: 'The import goes on with the next file.',
    right: 'The import continues with the next file.',
  },
  {
    id: 'put-off',
    find: /\bput(?:s|ting)? (?:\w+ )?off\b/i,
    use: '"delayed", "postponed", "deferred"',
    wrong: 'The job is put off for a minute.',
    right: 'The job is delayed for a minute.',
  },
  {
    id: 'becomes-of',
    find: /\bbec(?:omes?|ame|ome) of\b/i,
    use: '"status", "outcome"',
    wrong: 'The page shows what becomes of an email.',
    right: "The page shows an email's processing status.",
  },
  {
    id: 'is-had',
    find: /\b(?:is|are|was|were|be) had\b/i,
    use: '"is available"',
    wrong: 'The document can be had here.',
    right: 'The document is available here.',
  },
  {
    id: 'is-here',
    find: /\b(?:is|are|was|were) (?:not )?here\b(?=[.,;:)]|$| (?:and|can|yet)\b)/i,
    use: '"is in the archive", "is available"',
    wrong: 'Documents that are not here can be requested.',
    right: 'Documents that are not in the archive can be requested.',
  },
  {
    id: 'is-away',
    find: /\b(?:is|are|was|were|be|been|goes|go|went|stays?) away\b/i,
    use: '"is unavailable", "is down"',
    wrong: 'While the database is away, requests fail.',
    right: 'While the database is unavailable, requests fail.',
  },
  {
    id: 'meets-with',
    find: /\b(?:meets?|met|meeting) with\b/i,
    use: '"encounters", "finds"',
    wrong: 'A job that meets with an error is retried.',
    right: 'A job that encounters an error is retried.',
  },
  {
    id: 'makes-way',
    find: /\bma(?:kes?|de|king) way\b/i,
    use: '"is replaced by"',
    wrong: 'The sample rows make way for yours.',
    right: 'Your imports replace the sample rows.',
  },
  {
    id: 'mend',
    find: /\bmend(?:s|ed|ing)?\b/i,
    use: '"fix", "repair"',
    wrong: 'The hint explains how to mend the query.',
    right: 'The hint explains how to fix the query.',
  },
  {
    id: 'leads-to',
    find: /\b(?:links?|URLs?|pages?|buttons?|address(?:es)?|menus?|paths?|notes?|dockets?|decisions?|citations?|documents?|rows?|__code__|headings?|titles?|cards?) leads? (?:to|back|on|straight|from|there)\b/i,
    use: '"links to", "opens", "redirects to"',
    wrong: 'The page leads to its docket.',
    right: 'The page links to its docket.',
  },
  {
    id: 'grows-old',
    find: /\bgrows? old\b/i,
    use: '"expires"',
    wrong: 'The alert grows old.',
    right: 'The alert expires.',
  },
  {
    id: 'wanted',
    find: /\bwanted\b/i,
    use: '"requested", "needed"',
    wrong: 'The documents wanted most',
    right: 'The most requested documents',
  },
  {
    id: 'makes',
    find: new RegExp(
      String.raw`${START}Makes? (?:an?|the) |\b(?:accounts?|alerts?|tokens?|records?|webhooks?|tags?|dockets?|endpoints?|documents?|keys?) (?:is|are|was|were) made\b`
    ),
    use: '"creates", "builds"',
    wrong: 'Makes a token for the account.',
    right: 'Creates a token for the account.',
  },
  {
    id: 'knows-of',
    find: /\bknows? (?:of|no|nothing)\b/i,
    use: '"has", "supports", "includes"',
    wrong: 'The simulator knows no replay.',
    right: "The simulator doesn't support replays.",
  },
  {
    id: 'hears',
    find: /\bhears? (?:of|that|once|it)\b|\bheard (?:of|that|from)\b/i,
    use: '"is notified", "receives"',
    wrong: 'The owner hears that the document is sealed.',
    right: 'The owner is notified that the document is sealed.',
  },
  {
    id: 'hands-over',
    find: /\bhand(?:s|ed|ing)? (?:\w+ ){0,2}(?:over|on)\b/i,
    use: '"passes", "forwards"',
    wrong: 'The light lane hands the search on.',
    right: 'The light lane passes the search to the heavy lane.',
  },
  {
    id: 'speaks-of',
    find: /\bspeaks? (?:of|for)\b/i,
    use: '"refers to", "represents"',
    wrong: 'One process speaks for every court.',
    right: 'One process simulates every court.',
  },
  {
    id: 'is-taken',
    find: /\b(?:not|no longer|never) taken\b|\btaken for\b/i,
    use: '"accepted"; "treated as"',
    wrong: 'Emails to this address are no longer taken.',
    right: 'Emails to this address are no longer accepted.',
  },
  {
    id: 'looks-after',
    find: /\blook(?:s|ed|ing)? after\b/i,
    use: '"maintains", "prunes"',
    wrong: 'A job looks after old events.',
    right: 'A job prunes old events.',
  },
  {
    id: 'is-gone',
    find: /\b(?:is|are|was|were) gone\b/i,
    use: '"no longer exists", "was removed"',
    wrong: 'The row is gone.',
    right: 'The row no longer exists.',
  },
]
