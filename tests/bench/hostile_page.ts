/**
 * Entry point of a process that parses one hostile page: `hostile_page.ts NAME
 * MEGABYTES` prints seconds, megabytes used, and the outcome as JSON.
 */
import { readPage } from '#app/court_pages/read_page'

const HEAD =
  '<title>History/Documents Query</title><center><b>3:31-cv-00021-AB</b> Quill v. Blot<br><b>Date filed:</b> 12/07/2031<br></center><h2>History</h2>'
const COLUMNS = '<table><tr><th>Doc.<br>No.</th></tr>'
const ENTRY = `<tr><td><a href="/doc1/99917000021" onclick="goDLS('/doc1/99917000021','77','6');">1</a></td><td><table><tr><td>Filed:</td><td>12/07/2031</td></tr></table></td><td>A</td></tr>`

const REGISTER =
  'Claims Register <a href="/cgi-bin/DktRpt.pl?7">31-1-ab Nib</a><table><tr><td>Creditor: (1)<br>A<td>Claim No: 1<td>Status:</tr>'

/** Content repeated after the beginning of a page, up to the requested length. */
const PAGES: Record<string, [string, string]> = {
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
  'claims': [REGISTER, '<tr><td><i>History:</i><table><tr><td>1-1<td>01/01/2031<td>A</table>'],
  'XML documents': [
    '<gov_uscourts_docket>',
    '<document doc_num="1" attachment_num="0"><date_filed>2031-01-01</date_filed></document>',
  ],
}

/** Names of the pages, in the order of the table. */
export const HOSTILE_PAGES = Object.keys(PAGES)

const [name, megabytes] = process.argv.slice(2)
const page = name === undefined ? undefined : PAGES[name]
if (page) {
  const [start, unit] = page
  const repeated = Math.ceil((Number(megabytes) * 1e6 - start.length) / unit.length)
  const bytes = Buffer.from(start + unit.repeat(repeated), 'latin1')
  const before = process.memoryUsage.rss()
  const begin = performance.now()
  const reading = await readPage(bytes, 'inkd')
  const seconds = (performance.now() - begin) / 1000
  const taken = (process.resourceUsage().maxRSS * 1024 - before) / 1e6
  const became = 'kind' in reading ? reading.kind : reading.outcome
  console.log(JSON.stringify({ seconds, taken, became }))
}
