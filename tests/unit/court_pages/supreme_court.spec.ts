/** Dockets, emails, and confirmation pages of the Supreme Court. */
import { test } from '@japa/runner'
import { recognize } from '#app/court_pages/read_page'
import { lowerCourtNumbers, supremeCourtNumber } from '#app/court_pages/supreme_court_docket'
import {
  parseSupremeCourtConfirmation,
  parseSupremeCourtEmail,
} from '#app/court_pages/supreme_court_email'
import { parseSupremeCourtJson } from '#app/court_pages/supreme_court_json'
import { parseSupremeCourtPage } from '#app/court_pages/page_kinds'

const CARDS = `<table id="docketinfo"><tr><td><span class="DocketInfoTitle">No. 31-22 *** CAPITAL CASE ***<br></span></td></tr>
<tr><td><span>Title:</span></td><td><span class="title">Ada Quill, et al., Petitioners<br> v. <br> United States of America</span></td></tr>
<tr><td>Docketed:</td><td>May 2, 2031</td></tr><tr><td>Linked with:</td><td>31A9</td></tr>
<tr><td>Lower Ct:</td><td>Court of Ink</td></tr><tr><td>&nbsp;Case Numbers:</td><td>(30-1 (See also 30-2))</td></tr>
<tr><td colspan=2><a href="../qp/31-00022qp.pdf">Questions Presented</a></td></tr></table>
<div id="proceedings"><table><tr><td class="ProceedingDate">Apr 01 2031</td><td>Petition filed &amp; <a href="/x">noted</a>. <br>
<span class="documentlinks"><a class="documentanchor" href="https://www.supremecourt.gov/DocketPDF/31/31-22/900/1.pdf">Petition</a></span></td></tr></table></div>
<div id="Contacts"><div class="card-heading">Attorneys for Petitioners</div>
<div class="ContactName">Bea  Pen<br><span>Counsel of Record</span></div><div class="ContactData2"><span class="address1">Pen &amp; Co.<br>Nib House<br>1 Ink St.<br>Quilltown, VA 22000</span>
<span class="emailaddress">bea@pen.example</span><span class="phonenumber">Ph: 555-0100</span><span class="partyname">Party name: Ada Quill</span></div></div>`

const TILDES = `<table><tr><td>No. 02-9</td><td></td></tr><tr><td>Title:</td><td><table><tr><td>In Re Ada Quill, Petitioner</td></tr><tr><td> v.</td></tr><tr><td></td></tr></table></td></tr>
<tr><td>Docketed:</td><td>January 18, 2002</td></tr></table>
<table><tr><td>~~~Date~~~</td><td>~~~Proceedings</td></tr><tr><td>Jan  2 2002</td><td>Petition for writ of habeas corpus</td></tr><tr><td> </td><td>   and motion filed.</td></tr><tr><td></td><td>*****</td></tr></table>
<table><tr><td>~~Name~~</td><td>~~Address~~</td><td>~~Phone~~</td></tr><tr><td><b>Attorneys for Petitioner:</b></td><td></td><td></td></tr>
<tr><td>Ada&nbsp;Quill</td><td># 1234</td><td></td></tr><tr><td>&nbsp;Counsel of Record</td><td>Nib Prison</td><td></td></tr><tr><td></td><td>Quilltown,&nbsp;VA&nbsp;&nbsp;22000</td><td></td></tr><tr><td colspan=3>Party name: Ada Quill</td></tr></table>`

test.group('dockets of the Supreme Court', () => {
  test('can be cards', ({ assert }) => {
    assert.deepEqual(parseSupremeCourtPage(CARDS), {
      docket_number: '31-22',
      capital_case: null,
      date_filed: '2031-05-02',
      case_name: 'Ada Quill v. United States',
      links: '31A9',
      lower_court: 'Court of Ink',
      lower_court_case_numbers: ['30-1', '30-2'],
      lower_court_case_numbers_raw: '(30-1 (See also 30-2))',
      lower_court_decision_date: null,
      lower_court_rehearing_denied_date: null,
      discretionary_court_decision: null,
      questions_presented: 'https://www.supremecourt.gov/qp/31-00022qp.pdf',
      parties: [
        {
          type: 'Petitioner',
          name: 'Ada Quill',
          attorneys: [
            {
              name: 'Bea Pen',
              is_counsel_of_record: true,
              phone: '555-0100',
              title: 'Pen & Co.',
              address: 'Nib House, 1 Ink St.',
              city: 'Quilltown',
              state: 'VA',
              zip: '22000',
              email: 'bea@pen.example',
            },
          ],
        },
      ],
      docket_entries: [
        {
          date_filed: '2031-04-01',
          document_number: 900,
          description: 'Petition filed & noted.',
          description_html: 'Petition filed & <a href="/x">noted</a>.',
          attachments: [
            {
              description: 'Petition',
              document_url: 'https://www.supremecourt.gov/DocketPDF/31/31-22/900/1.pdf',
              document_number: 900,
            },
          ],
        },
      ],
    })
  })

  test('can be tables headed by tildes', ({ assert }) => {
    const docket = parseSupremeCourtPage(TILDES)
    assert.containSubset(docket, {
      docket_number: '02-9',
      case_name: 'In Re Ada Quill',
      date_filed: '2002-01-18',
      lower_court: null,
    })
    assert.deepEqual(
      docket?.docket_entries[0].description_html,
      'Petition for writ of habeas corpus\nand motion filed.'
    )
    assert.lengthOf(docket?.docket_entries ?? [], 1)
    assert.containSubset(docket?.parties, [
      {
        name: 'Ada Quill',
        attorneys: [
          { is_counsel_of_record: true, title: 'Nib Prison', address: null, city: 'Quilltown' },
        ],
      },
    ])
  })

  test('may be JSON, with capital cases marked', async ({ assert }) => {
    const json = JSON.stringify({
      CaseNumber: '31A5 *** CAPITAL CASE ***',
      bCapitalCase: true,
      PetitionerTitle: 'Ada Quill, Applicant',
      RespondentTitle: 'Cy Blot',
      Links: 'Linked with 31-6',
      ProceedingsandOrder: [
        { Date: 'May 07 2031', Text: 'Application <a href="x">granted</a>.  VIDED.' },
      ],
      Petitioner: [
        { Attorney: 'Bea Pen', PartyName: 'Ada Quill' },
        { Attorney: 'Dee Cap', PartyName: 'Ada Quill' },
      ],
    })
    assert.equal((await recognize(Buffer.from(json)))?.kind.name, 'supreme_court_json')
    const docket = parseSupremeCourtJson(json)
    assert.containSubset(docket, {
      docket_number: '31A5',
      capital_case: true,
      case_name: 'Ada Quill, Applicant v. Cy Blot',
      links: '31-6',
    })
    assert.equal(docket?.docket_entries[0].description, 'Application granted.  VIDED.')
    assert.deepEqual(
      docket?.parties.map(({ attorneys }) => attorneys.map(({ name }) => name)),
      [['Bea Pen', 'Dee Cap']]
    )
  })

  test('escape angle brackets in text', ({ assert }) => {
    const page = CARDS.replace('Petition filed', 'Petition &lt;script&gt; filed')
    const [entry] = parseSupremeCourtPage(page)?.docket_entries ?? []
    assert.equal(entry.description, 'Petition <script> filed & noted.')
    assert.equal(entry.description_html, 'Petition &lt;script&gt; filed & <a href="/x">noted</a>.')
  })

  test('exclude other pages', ({ assert }) => {
    assert.isNull(parseSupremeCourtPage('<table id="docketinfo"></table><p>~~~Date~~~'))
    assert.isNull(parseSupremeCourtJson('{"CaseNumber":"1"}'))
  })
})

const mail = (body: string) =>
  Buffer.from(
    `From: no-reply@sc-us.gov\r\nDate: Mon, 4 May 2031 14:57:44 +0000\r\nContent-Type: text/html; charset=UTF-8\r\n\r\n${body}`
  )

test.group('emails of the Supreme Court', () => {
  test('announce an entry', async ({ assert }) => {
    const body = `A new docket entry, "Petition – DENIED." has been added for <a href='https://www.supremecourt.gov/search.aspx?filename=31-22.html'>Ada Quill, Petitioner v. United States</a>. You have been signed up for No. 31-22.`
    assert.deepEqual(await parseSupremeCourtEmail(mail(body)), {
      email_type: 'docket_entry',
      email_datetime: '2031-05-04T14:57:44+00:00',
      followup_url: 'https://www.supremecourt.gov/search.aspx?filename=31-22.html',
      data: {
        case_name: 'Ada Quill v. United States',
        docket_number: '31-22',
        entry_description: 'Petition - DENIED.',
      },
    })
  })

  test('request confirmation of a subscription', async ({ assert }) => {
    const body = `Please <a href="https://file.supremecourt.gov/CaseNotification/Verify?id=1">verify</a>.`
    assert.containSubset(await parseSupremeCourtEmail(mail(body)), {
      email_type: 'confirmation',
      data: null,
    })
  })

  test('must be sent by the court', async ({ assert }) => {
    assert.isNull(
      await parseSupremeCourtEmail(Buffer.from('From: a@b.example\r\n\r\nA new docket entry'))
    )
  })
})

test.group('confirmation pages of the Supreme Court', () => {
  const page = (first: string, second: string) =>
    `<form action="/CaseNotification/Update"><div id="divLinkExpired"><script>if (${first}) { $('#divLinkExpired').show(); } else if (${second}) { $('#divLinkExpired').hide(); $('#divOk').show(); }</script>`

  test('show the branch that their script executes', ({ assert }) => {
    assert.equal(parseSupremeCourtConfirmation(page('true', 'false')), 'link_expired')
    assert.equal(parseSupremeCourtConfirmation(page('false', 'true')), 'success')
    assert.isNull(parseSupremeCourtConfirmation('<html>'))
  })
})

test.group('numbers of the Supreme Court', () => {
  for (const [printed, number] of [
    ['No. 22O135, Original', '22O135'],
    ['22O135 Original', '22O135'],
    ['No. 22O135, Orig.', '22O135'],
    ['No. 31-22 *** CAPITAL CASE ***', '31-22'],
    ['31A982', '31A982'],
  ] as const) {
    test(`read "${printed}"`, ({ assert }) => {
      assert.equal(supremeCourtNumber(printed), number)
    })
  }

  for (const [printed, numbers] of [
    ['(95-1 & 95-2)', ['95-1', '95-2']],
    ['(95-1 and 95-2)', ['95-1', '95-2']],
    ['(95-1, 95-2 & 95-3)', ['95-1', '95-2', '95-3']],
    ['(95-1; 95-2)', ['95-1', '95-2']],
    ['(95-1 (See also 95-2))', ['95-1', '95-2']],
    ['(95-1 & 95-2 (See also: 95-3 and 95-4))', ['95-1', '95-2', '95-3', '95-4']],
    ['(Nos. 95-1, 95-2)', ['95-1', '95-2']],
    ['(No. 95-1)', ['95-1']],
    ['(CR-95-0001)', ['CR-95-0001']],
    ['95-1', ['95-1']],
    ['', null],
  ] as const) {
    test(`of courts below are read from "${printed}"`, ({ assert }) => {
      assert.deepEqual(lowerCourtNumbers(printed), numbers && [...numbers])
    })
  }
})
