/** Pages built to take a long time or much memory. */

const HEAD =
  '<title>History/Documents Query</title><center><b>3:31-cv-00021-AB</b> Quill v. Blot<br><b>Date filed:</b> 12/07/2031<br></center><h2>History</h2>'
const COLUMNS = '<table><tr><th>Doc.<br>No.</th></tr>'
const ENTRY = `<tr><td><a href="/doc1/99917000021" onclick="goDLS('/doc1/99917000021','77','6');">1</a></td><td><table><tr><td>Filed:</td><td>12/07/2031</td></tr></table></td><td>A</td></tr>`

const REGISTER =
  'Claims Register <a href="/cgi-bin/DktRpt.pl?7">31-1-ab Nib</a><table><tr><td>Creditor: (1)<br>A<td>Claim No: 1<td>Status:</tr>'

/** Content repeated after the start of a page, up to the requested length, and its end. */
const PAGES: Record<string, [start: string, unit: string, end?: string]> = {
  'entries': [HEAD + COLUMNS, ENTRY],
  'one text': [HEAD + COLUMNS, 'quill pen '],
  'nested tables': [HEAD + COLUMNS, '<table><tr><td>'],
  'unclosed fonts': [HEAD + COLUMNS, '<tr><td><font size="-1">quill <td><font>pen'],
  'text between cells': [HEAD + COLUMNS, '<b>quill</b>'],
  'bold labels': [
    '<h2>History</h2><table><tr><th>Doc.<br>No.</table><center><b>3:31-cv-00021-AB</b> Quill<br>',
    '<b>Quill:</b> pen ',
  ],
  'Windows-1252 as UTF-8': [`<meta charset="utf-8">${HEAD}${COLUMNS}`, 'caf\xe9 \x93x\x94 '],
  'NUL': [HEAD + COLUMNS, '\0&#0;a'],
  'scripts': [HEAD + COLUMNS, '<script>if (a < b) document.write("<table>")</script>'],
  'attributes': [`${HEAD}${COLUMNS}<a `, 'quill="pen" '],
  'entities': [HEAD + COLUMNS, '&amp;&#x1F600;&nbsp;&notit;'],
  'tiny texts': [HEAD + COLUMNS, '<i>a</i>b'],
  'many attributes': [HEAD + COLUMNS, `<b ${'a b c d e f g h i j k l m n o p '.repeat(4)}>`],
  'deep elements': [HEAD + COLUMNS, '<div>'],
  'unclosed comments': [HEAD + COLUMNS, '<!-- -'],
  'dates': [HEAD + COLUMNS, '1/2/31 USA 00007 '],
  'JSON keys': [
    '{"caseDetails":{"caseId":"7","caseNumber":"31-1"},"docketInfo":{"docketEntries":[',
    '{"docketEntryText":"<p>a","entryNumber":1},',
    '{}]}}',
  ],
  'JSON depth': ['{"caseDetails":', '{"caseId":['],
  'feed items': [
    '<rss><channel>',
    '<item><title>3:31-cv-00021 Quill v. Blot</title><description>[Order] (&lt;a href="/doc1/99917000021"&gt;1&lt;/a&gt;)</description><guid>1</guid><pubDate>Fri, 03 Feb 2031 11:52:07 EST</pubDate></item>',
  ],
  'message parts': [
    'From: ecf@inkd.uscourts.gov\r\nSubject: Activity in Case 3:31-cv-00021-AB Quill v. Blot Order\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
    '--b\r\nContent-Type: text/html\r\n\r\n<p>a\r\n',
  ],
  'message headers': ['From: ecf@inkd.uscourts.gov\r\n', 'X-Ink: pen\r\n'],
  'claims': [REGISTER, '<tr><td><i>History:</i><table><tr><td>1-1<td>01/01/2031<td>A</table>'],
  'XML documents': [
    '<gov_uscourts_docket>',
    '<document doc_num="1" attachment_num="0"><date_filed>2031-01-01</date_filed></document>',
  ],
}

/** Names of the pages, in the order of the table. */
export const HOSTILE_PAGES = Object.keys(PAGES)

/**
 * A page of a length.
 *
 * @param name one of `HOSTILE_PAGES`
 */
export function buildHostilePage(name: string, length: number): Buffer {
  const [start, unit, end = ''] = PAGES[name]!
  const repeated = Math.ceil((length - start.length) / unit.length)
  return Buffer.from(start + unit.repeat(repeated) + end, 'latin1')
}
