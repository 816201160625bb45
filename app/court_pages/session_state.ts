const MENU = /\/cgi-bin\/login\.pl\?logout|InvalidUserLogin\.jsp/
/** Pages of appellate courts without a menu. */
const WITHOUT_MENU =
  /Download Confirmation|Documents are attached to this filing|The requested document cannot be displayed/
/** Responses to a docket number, and the mobile page. */
const ANSWER =
  /<(?:case|request) number=|id="caseid"|Cost: |<message\b[^>]{0,200}(?:Cannot find|Case Under Seal)/i
const LOGGED_OUT = /text\b.{0,20}Not logged in/i

/**
 * Whether a page was served to a signed-in session. PDFs and plain text don't
 * contain this information.
 *
 * @param source the page, including its menu
 */
export const isLoggedIn = (source: string): boolean =>
  MENU.test(source) ||
  WITHOUT_MENU.test(source) ||
  (ANSWER.test(source) && !LOGGED_OUT.test(source))
