/** Variations of reports and menus between courts, with pages written for the tests. */
import { test } from '@japa/runner'
import { parseAttachmentMenu } from '#app/court_pages/attachment_menu'
import { parseCaseQuery } from '#app/court_pages/case_query'
import { parseClaimsRegister } from '#app/court_pages/claims_register'
import { parseHistoryReport } from '#app/court_pages/history_report'

const history = (rows: string) =>
  `<center><b>31-73062-ab</b> Ada Quill<br><b>Date filed:</b> 12/28/2031</center><center><b><font size=5>History</font></b>
<table><tr><th>Doc.<br>No.</th><th>Dates</th><th>Description</th></tr>
<tr><td>1</td><td><table><tr><td><i>Filed &amp; Entered: </i></td><td>12/28/2031</td></tr></table></td><td>Petition</td></tr>
${rows}<tr><td>2</td><td><table><tr><td><i>Filed:</i></td><td>12/29/2031</td></tr></table></td><td>Plan</td></tr></table></center>`

/** Rows with the text of an entry. */
const TEXT_ROWS = [
  '<tr><td colspan=3><i>Docket Text:</i> Petition of Quill.</td></tr>',
  '<tr><td>&nbsp;</td><td colspan=2><i>Docket Text:</i> Petition of Quill.</td></tr>',
  '<tr><td></td><td colspan=2>Docket Text: Petition of Quill.</td></tr>',
  '<tr><td></td><td><i>Docket Text:</i></td><td>Petition of Quill.</td></tr>',
  '<tr><td></td><td></td><td><i>Docket Text:</i> Petition of Quill.</td></tr>',
  '<tr><td></td><td></td><td><i>Docket Text:</i></td><td>Petition of Quill.</td></tr>',
  '<tr><td colspan=3><i>DOCKET TEXT:</i>&nbsp;Petition of <b>Quill</b>.</td></tr>',
  '<tr><td><i>Docket&nbsp;Text</i>: Petition of Quill.</td></tr>',
  '<tr><td colspan=2><i>Docket Text:</i> <i></i>Petition of <a href="/doc1/999117000021">Quill</a>.</td></tr>',
  '<tr><th></th><th><i>Docket text :</i> Petition of Quill.</th></tr>',
]

test.group('report variations: histories', () => {
  for (const row of TEXT_ROWS) {
    test(`read the text in "${row}"`, ({ assert }) => {
      const entries = parseHistoryReport(history(row), 'inkb')!.docket_entries
      assert.deepEqual(
        entries.map(({ document_number: number, description }) => [number, description]),
        [
          ['1', 'Petition of Quill.'],
          ['2', ''],
        ]
      )
    })
  }

  test('exclude pages with the script of a browser extension', ({ assert }) => {
    const script = '<script>t.web3=new Proxy(e,{get:function(){return ethereum}})</script>'
    assert.isNull(parseHistoryReport(script + history(''), 'inkb'))
    assert.isNotNull(parseHistoryReport(history(''), 'inkb'))
  })
})

const link = (serial: number, text: string) =>
  `<a href="https://ecf.inkd.uscourts.gov/doc1/9991700002${serial}" onClick="goDLS('/doc1/9991700002${serial}','77','30','','','1','','','');return(false);">${text}</a>`
const box = (name: string, serial: number) =>
  `<td><input type=checkbox name="${name}" value="1700002${serial}-2048-3"></td>`
const SIZE = '<td>3 pages</td><td>2.0 KB</td>'
const menu = (rows: string) =>
  `<p><b>Document Selection Menu</b></p><p>Select the document you wish to view.</p><table>${rows}</table>`
const COLUMNS = '<tr><td><b>Attachment</b></td><td><b>Description</b></td></tr>'

/** Menus with the number of the entry, the ID of the main document, and the attachments. */
const MENUS: [
  name: string,
  rows: string,
  number: number | null,
  hasMain: boolean,
  list: number[],
][] = [
  [
    'with a label and checkboxes',
    `<tr><td><b>Document Number:</b></td>${box('document_9_0', 1)}<td>${link(1, '9')}</td>${SIZE}</tr>${COLUMNS}
<tr>${box('document_9_1', 2)}<td>${link(2, '1')}</td><td>Exhibit</td>${SIZE}</tr>`,
    9,
    true,
    [1],
  ],
  [
    'without a number',
    `<tr><td><b>Document Number:</b></td>${box('document_0_0', 1)}<td>${link(1, '')}</td>${SIZE}</tr>${COLUMNS}
<tr>${box('document_0_1', 2)}<td>${link(2, '1')}</td><td>Exhibit</td>${SIZE}</tr>`,
    null,
    true,
    [1],
  ],
  [
    'without checkboxes',
    `<tr><td><b>Document Number:</b> ${link(1, '9')}</td>${SIZE}</tr>${COLUMNS}<tr><td>${link(2, '1')}</td><td>Exhibit</td>${SIZE}</tr>`,
    9,
    true,
    [1],
  ],
  [
    'with another announcement above the documents',
    `<tr><td colspan=6>Attachments above 50 MB can't be combined.</td></tr><tr><td><b>Document Number:</b></td>${box('document_9_0', 1)}<td>${link(1, '9')}</td>${SIZE}</tr>${COLUMNS}
<tr>${box('document_9_1', 2)}<td>${link(2, '1')}</td><td>Exhibit</td>${SIZE}</tr>`,
    9,
    true,
    [1],
  ],
  [
    'with a main document without sizes',
    `<tr><td><b>Document Number:</b></td><td>${link(1, '9')}</td><td></td><td></td></tr>${COLUMNS}<tr><td>${link(2, '1')}</td><td>Exhibit</td>${SIZE}</tr>`,
    9,
    true,
    [1],
  ],
  [
    'with rows without a label',
    `<tr><td>${link(1, '9')}</td><td>Main Document</td>${SIZE}</tr><tr><td>${link(2, '1')}</td><td>Exhibit</td>${SIZE}</tr>`,
    9,
    true,
    [1],
  ],
  [
    'of attachments only, with checkboxes',
    `<tr>${box('document__2', 1)}<td>${link(1, '2')}</td><td>Part 2</td>${SIZE}</tr><tr>${box('document__6', 2)}<td>${link(2, '6')}</td><td>Part 1</td>${SIZE}</tr>`,
    null,
    false,
    [2, 6],
  ],
  [
    'of attachments only, with the number of the entry',
    `<tr>${box('document_9_1', 1)}<td>${link(1, '1')}</td><td>Exhibit</td>${SIZE}</tr>`,
    null,
    false,
    [1],
  ],
  [
    'of attachments only, below the column heads',
    `${COLUMNS}<tr><td>${link(1, '1')}</td><td>Exhibit A</td>${SIZE}</tr><tr><td>${link(2, '2')}</td><td>Exhibit B</td>${SIZE}</tr>`,
    null,
    false,
    [1, 2],
  ],
  [
    'of attachments only, without link texts',
    `<tr>${box('document_9_3', 1)}<td>${link(1, '')}</td><td>Exhibit</td>${SIZE}</tr>`,
    null,
    false,
    [3],
  ],
]

test.group('report variations: attachment menus', () => {
  for (const [name, rows, number, hasMain, list] of MENUS) {
    test(name, ({ assert }) => {
      const result = parseAttachmentMenu(menu(rows), 'inkd')!
      assert.deepEqual(
        [result.document_number, result.pacer_doc_id, result.pacer_case_id, result.pacer_seq_no],
        [number, '99907000021', '77', '30']
      )
      assert.deepEqual(
        result.attachments.map(({ attachment_number: one }) => one),
        list
      )
      const [first] = result.attachments
      assert.equal(first.pacer_doc_id, hasMain ? '99907000022' : '99907000021')
      if (!hasMain) assert.deepEqual([result.page_count, result.file_size_str], [null, ''])
    })
  }

  for (const digit of [0, 1, 2, 5, 9]) {
    test(`have IDs with ${digit} as the fourth digit`, ({ assert }) => {
      const rows = MENUS[0][1].replaceAll('999170', `999${digit}70`)
      const result = parseAttachmentMenu(menu(rows), 'inkd')!
      assert.equal(result.pacer_doc_id, '99907000021')
      assert.equal(result.attachments[0].pacer_doc_id, '99907000022')
    })
  }
})

const CLAIM = `<TABLE><TR><TD><I>Creditor:</I>&nbsp;(7157095)<BR>Quill Press</TD><TD><B>Claim No: 7</B><BR><I>Original Filed\n  Date</I>:&nbsp;08/15/2031<BR><I>Original Entered\n   Date</I>:&nbsp;08/16/2031</TD><TD><I>Status:</I></TD></TR></TABLE>`
const register = (number: string, judge: string) =>
  `<CENTER><H2>District of Inkland<BR>Claims Register </H2><FONT SIZE=+1><A HREF=/cgi-bin/DktRpt.pl?77>${number} Nib LLC</A></FONT>
<TABLE><TR><TD>${judge}</TD><TD><B>Chapter: </B> 11</TD></TR></TABLE>${CLAIM}`

const NUMBERS: [printed: string, number: string, initials: string | null][] = [
  ['31-40642', '31-40642', null],
  ['31-40642-abc', '31-40642', 'abc'],
  ['31-40642-abc11', '31-40642', 'abc'],
  ['31-40642-ABC-13', '31-40642', 'ABC'],
  ['1:31-bk-01674', '1:31-bk-01674', null],
  ['1:31-bk-01674-HWV', '1:31-bk-01674', 'HWV'],
  ['8-31-40642-abc', '8-31-40642', 'abc'],
  ['31-40642-8-ABC', '31-40642', 'ABC'],
  ['31-03006', '31-03006', null],
  ['2:31-ap-01674-AB', '2:31-ap-01674', 'AB'],
]

const JUDGES = [
  '<B>Judge:</B> Bea O. Pen',
  '<B>Chief Judge:</B> Bea O. Pen',
  '<b>Presiding Judge: </b>Bea O. Pen',
  '<font><b>Chief Judge:</b></font> Bea O. Pen',
  '<font><b>Chief Judge:</b></font> <font>Bea O. Pen</font>',
  '<b>Judge:</b> <font color=red>Bea O. Pen</font>',
  '<font><font><b>Judge:</b></font></font>Bea O. Pen',
  '<b><font>Judge:</font></b>&nbsp;Bea O. Pen',
  '<span><b>Judge :</b></span> Bea O. Pen<br>Room 5',
  '<b>Judge:</b> <a href="tel:5550100">Bea O. Pen</a>',
]

test.group('report variations: registers of claims', () => {
  for (const [printed, number, initials] of NUMBERS) {
    test(`of case ${printed}`, ({ assert }) => {
      assert.containSubset(parseClaimsRegister(register(printed, ''), 'inkb'), {
        docket_number: number,
        federal_dn_judge_initials_assigned: initials,
        case_name: 'Nib LLC',
        claims: [
          {
            claim_number: 7,
            date_original_filed: '2031-08-15',
            date_original_entered: '2031-08-16',
          },
        ],
      })
    })
  }

  for (const judge of JUDGES) {
    test(`with the judge in "${judge}"`, ({ assert }) => {
      const result = parseClaimsRegister(register('31-40642', judge), 'inkb')
      assert.deepEqual([result?.assigned_to_str, result?.chapter], ['Bea O. Pen', '11'])
    })
  }
})

const query = (head: string) =>
  `<center><b>31-03006</b> ${head}</center><table><tr><td>Query <a href="/cgi-bin/qryAlias.pl?77">Alias</a></td></tr></table>`

test.group('report variations: case queries', () => {
  for (const [printed, date] of [
    ['03/30/2032', '2032-03-30'],
    ['&nbsp;03/30/2032', '2032-03-30'],
    ['N/A', null],
    ['&nbsp;n/a ', null],
    ['', undefined],
    ['pending', undefined],
  ] as const) {
    test(`have the date of discharge of "${printed}"`, ({ assert }) => {
      const head = `Ada Quill<br><b>Debtor&nbsp;discharged:</b>${printed}<b>Joint&nbsp;debtor&nbsp;discharged:</b> 04/30/2032<br><b>Date filed:</b> 01/02/2032 <b>Date of last filing:</b> 05/02/2032`
      const result = parseCaseQuery(query(head), 'inkb')
      assert.strictEqual(result?.date_debtor_dismissed, date)
      assert.equal(result?.date_joint_debtor_dismissed, '2032-04-30')
    })
  }
})
