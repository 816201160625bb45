/** Dockets and attachment menus of the classic appellate system. */
import { test } from '@japa/runner'
import { parseAppellateAttachmentMenu } from '#app/court_pages/appellate_attachment_menu'
import { parseAppellateDocket } from '#app/court_pages/appellate_docket'

const DOCKET = `<table><!-- === NEW SECTION - Case Stub === -->
<tr><td><table><tr><td><b>Court of Appeals Docket #: </b>31-19</td><td><b>Docketed:</b> 01/27/2031<BR><b>Termed:</b> 05/24/2031</td></tr>
<tr><td><b>Nature of Suit: </b> 3422 Ink</td></tr><tr><td>USA v. Ada Quill, et al</td></tr><tr><td><b>Appeal From:</b> null</td></tr><tr><td><b>Fee Status:</b> paid</td></tr></table></td></tr>
<!-- === NEW SECTION - Case Type === --><tr><td><table><tr><td><b>&nbsp;1)</b> civil</td></tr><tr><td><b>&nbsp;2)</b> null</td></tr><tr><td><b>&nbsp;3)</b> private</td></tr></table></td></tr>
<!-- === NEW SECTION - Orig Court === --><tr><td><table><tr><td colspan=4>&nbsp;<B>District: </B>0975-1 : <A href="https://ecf.inkd.uscourts.gov/cgi-bin/DktRpt.pl?caseNumber=1">1:30-cv-00050-AB</A></td></tr>
<tr><td>&nbsp;<B>Court Reporter: </B>Dee Cap<tr><td><B>Trial Judge: </B>BEA O'PEN, IV, U.S. District Judge<tr><td><B>Date Filed: </B>02/03/2030</td></tr>
<TR><TD><B>Date Order/Judgment:</B></TD><TD><B>Date NOA Filed:</B></TD></TR><TR><TD>03/29/2030</TD><TD>&nbsp;</TD></TR></table></td></tr>
<!-- === NEW SECTION - Panel Assignment === --><tr><td><b>Panel Assignment:</b> Panel: ABC DEF GH Date of decision: 05/01/2031</td></tr></table>
<!-- ===NEW SECTION - Party/Aty List === --><table><tr><td>UNITED STATES<BR>&nbsp;&nbsp;Plaintiff&nbsp;-&nbsp;Appellee</td><td>Cy Blot<br>Direct: 555-0100<br>[COR NTC Retained]<br>1 Ink St.</td></tr>
<tr><td colspan=2>v.<BR><BR></td></tr><tr><td>ADA QUILL<BR><B>Terminated: </B>04/21/2031<BR>Appellant,</td><td>Cy Blot<br>[NTC]<br>(see above)<br><br>Dee Cap<br>[NTC Pro Se]</td></tr></table>
<!-- === NEW SECTION - DOCKET ENTRIES === --><table><tr><td><table>
<tr><td>01/27/2031</td><td><input type=checkbox name='d' value='541'><a HREF="https://ecf.ca1.uscourts.gov/docs1/00116008873"><img></a><BR>14 pg, 131.91 KB</td><td>Case docketed.<br>Notice , filed. [Entered: 01/28/2031 12:25 PM]</td></tr>
<tr><td></td><td></td><td><table><tr><th>Document</th></tr><tr><td><input value="541 147 2 69092"></td><td>1</td><td><a href="https://ecf.ca1.uscourts.gov/docs1/00116008873"></a></td><td>Cover Letter</td><td>2</td><td>67.47 KB</td></tr></table></td></tr>
<tr><td>02/01/2031</td><td>&nbsp;12&nbsp;</td><td>Fee paid.</td></tr></table></table>`

test.group('dockets of the classic appellate system', () => {
  test('are read section by section', ({ assert }) => {
    assert.deepEqual(parseAppellateDocket(DOCKET, 'ca1'), {
      court_id: 'ca1',
      docket_number: '31-19',
      case_name: 'United States v. Ada Quill',
      panel: ['ABC', 'DEF', 'GH'],
      nature_of_suit: '3422 Ink',
      appeal_from: '',
      fee_status: 'paid',
      date_filed: '2031-01-27',
      date_terminated: '2031-05-24',
      case_type_information: 'civil, private',
      originating_court_information: {
        docket_number: '1:30-cv-00050',
        court_id: 'inkd',
        assigned_to: "Bea O'Pen IV",
        ordering_judge: '',
        court_reporter: 'Dee Cap',
        disposition: '',
        date_filed: '2030-02-03',
        date_disposed: null,
        date_judgment: '2030-03-29',
        date_filed_noa: null,
      },
      parties: [
        {
          name: 'UNITED STATES',
          type: 'Plaintiff\u00A0-\u00A0Appellee',
          attorneys: [
            {
              name: 'Cy Blot',
              contact: 'Direct: 555-0100\n1 Ink St.',
              roles: ['COR NTC Retained'],
            },
          ],
        },
        {
          name: 'ADA QUILL',
          type: 'Appellant',
          date_terminated: '2031-04-21',
          attorneys: [
            { name: 'Cy Blot', contact: 'Direct: 555-0100\n1 Ink St.', roles: ['NTC'] },
            { name: 'Dee Cap', contact: '', roles: ['NTC Pro Se'] },
          ],
        },
      ],
      docket_entries: [
        {
          date_filed: '2031-01-27',
          date_entered: '2031-01-28',
          document_number: '00106008873',
          pacer_doc_id: '00106008873',
          pacer_seq_no: '541',
          description: 'Case docketed. Notice, filed. [Entered: 01/28/2031 12:25 PM]',
          attachments: [
            {
              attachment_number: 1,
              description: 'Cover Letter',
              page_count: 2,
              pacer_doc_id: '00106008873',
              file_size_str: '67.47 KB',
              file_size_bytes: 69_092,
              pacer_seq_no: '541',
            },
          ],
        },
        {
          date_filed: '2031-02-01',
          date_entered: null,
          document_number: '12',
          pacer_doc_id: null,
          description: 'Fee paid.',
        },
      ],
    })
  })

  test('store alien numbers separately', ({ assert }) => {
    const page = DOCKET.replace(/0975-1 : <A.*<\/A>/, 'BIA-1 : A012-345-678')
    const origin = parseAppellateDocket(page, 'ca1')?.originating_court_information
    assert.equal(origin?.RESTRICTED_ALIEN_NUMBER, 'A012-345-678')
    assert.notProperty(origin, 'docket_number')
  })

  for (const label of [
    'Court of Appeals Docket #: ',
    'Docket #:',
    'Case Number:',
    'Case Number: ',
    'Docket Number:',
    'BAP Docket #:',
    'Case No.:',
    'Case #: ',
  ]) {
    for (const number of ['31-19', '<a href="tel:31-19">31-19</a>']) {
      test(`read the number "${label}${number}"`, ({ assert }) => {
        const page = DOCKET.replace(
          '<b>Court of Appeals Docket #: </b>31-19',
          `<b>${label}</b>${number}`
        )
        const docket = parseAppellateDocket(page, 'cavc')
        assert.deepEqual(
          [docket?.docket_number, docket?.case_name],
          ['31-19', 'United States v. Ada Quill']
        )
      })
    }
  }

  for (const judge of [
    "<B>Trial Judge: </B>BEA O'PEN, IV, U.S. District Judge",
    "<B>Originating Judge: </B>Bea O'Pen, IV, District Judge",
    '<B>Trial Judge: </B><a href="tel:555-0100">Bea O\'Pen, IV</a>, District Judge',
    "<B>Trial Judge:</B> <font>Bea O'Pen IV</font>",
    "<font><B>Trial Judge: </B></font>Bea O'Pen IV",
  ]) {
    test(`read the judge below from "${judge}"`, ({ assert }) => {
      const page = DOCKET.replace("<B>Trial Judge: </B>BEA O'PEN, IV, U.S. District Judge", judge)
      const origin = parseAppellateDocket(page, 'ca1')?.originating_court_information
      assert.deepEqual([origin?.assigned_to, origin?.court_id], ["Bea O'Pen IV", 'inkd'])
    })
  }

  test('find the court below after telephone links', ({ assert }) => {
    const page = DOCKET.replace(
      '<B>District: </B>',
      '<a href="tel:555-0100">555-0100</a> <B>District: </B>'
    )
    assert.equal(parseAppellateDocket(page, 'ca1')?.originating_court_information.court_id, 'inkd')
  })

  test('have dates next to their labels or below them', ({ assert }) => {
    const rows = /<TR><TD><B>Date Order.*?<\/TR><TR>.*?<\/TR>/
    const page = DOCKET.replace(
      rows,
      "<tr><td><b>Date Order/Judgment:</b> 03/29/2030</td><td><b>Date Rec'd BAP:</b> 04/01/2030</td></tr>"
    )
    assert.containSubset(parseAppellateDocket(page, 'bap9')?.originating_court_information, {
      date_judgment: '2030-03-29',
      date_received_coa: '2030-04-01',
    })
  })

  test('have no case below if the section contains only "None"', ({ assert }) => {
    const page = DOCKET.replace(
      /(Orig Court === -->)[\s\S]*?(<!-- === NEW SECTION - Panel)/,
      '$1<tr><td><b>Originating Court Information:</b></td></tr><tr><td>&nbsp;None</td></tr>$2'
    )
    assert.deepEqual(parseAppellateDocket(page, 'ca1')?.originating_court_information, {})
  })

  test('keep the subject of a case among the parties', ({ assert }) => {
    const page = DOCKET.replace(
      '<table><tr><td>UNITED STATES',
      '<table><tr><td>In re: ADA QUILL<BR>&nbsp;&nbsp;Debtor<BR>----------------------</td><td></td></tr><tr><td>UNITED STATES'
    )
    assert.containSubset(parseAppellateDocket(page, 'bap9')?.parties[0], {
      name: 'In re: ADA QUILL',
      type: 'Debtor',
      attorneys: [],
    })
  })

  test('reject login, menu, and plug-in pages', ({ assert }) => {
    assert.isNull(parseAppellateDocket('<embed name="plugin">', 'ca1'))
    assert.isNull(parseAppellateDocket('<!-- NEW SECTION - Case Stub --><b>Docket #:</b>', 'ca1'))
  })
})

test.group('attachment menus of the classic appellate system', () => {
  const row = (number: number, id: string) =>
    `<tr><td><input type=checkbox value="7" onclick="sumDocSelected(this,13,132568, 7)"></td><td>${number}</td><td><a href="https://ecf.ca5.uscourts.gov/docs1/${id}"></a></td><td>Part ${number}</td><td>13</td></tr>`
  const MENU = `<table><tr><th><b>2 Documents are attached to this filing</b></th></tr></table><table><tr><td><table><tr><th>Document</th></tr>${row(1, '00517148074')}${row(2, '00517148063')}</table></td></tr></table>
<script>window.open('TransportRoom?servlet=ShowDoc&caseId=210055'); x='&d=10348292&outputForm=view'</script>`

  test('keep the main document in the list', ({ assert }) => {
    const document = { page_count: 13, file_size_bytes: 132_568 }
    assert.deepEqual(parseAppellateAttachmentMenu(MENU), {
      pacer_doc_id: '00507148063',
      pacer_case_id: '210055',
      pacer_seq_no: '10348292',
      attachments: [
        { attachment_number: 1, description: 'Part 1', pacer_doc_id: '00507148074', ...document },
        { attachment_number: 2, description: 'Part 2', pacer_doc_id: '00507148063', ...document },
      ],
    })
  })

  test('exclude other pages', ({ assert }) => {
    assert.isNull(parseAppellateAttachmentMenu('<p>2 Documents are attached to this filing'))
  })
})
