/** Variations of dockets and emails of the Supreme Court. */
import { test } from '@japa/runner'
import { parseSupremeCourtPage } from '#app/court_pages/page_kinds'
import { parseCourtPage } from '#app/court_pages/read_page'
import { parseSupremeCourtEmail } from '#app/court_pages/supreme_court_email'
import { parseSupremeCourtJson } from '#app/court_pages/supreme_court_json'

const FOLDER = 'https://www.supremecourt.gov/search.aspx?filename=/docket/DocketFiles/html/Public'
const docketLink = (url: string) => `<a href='${url}'>Ada Quill, Petitioner v. United States</a>`
const CASE = docketLink(`${FOLDER}/31-22.html`)
const SIGNED_UP =
  ' You have been signed up to receive email notifications for No. 31-22. To end this, click <a href="https://file.supremecourt.gov/CaseNotification/NotificationOptOutGet?x=1">here</a>.'
const SAFE =
  'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.supremecourt.gov%2Fsearch.aspx%3Ffilename%3D%2Fdocket%2F31-22.html&data=05'

interface MailParts {
  type?: string
  from?: string
}

const mail = (body: string, { type = 'text/html', from = 'no-reply@sc-us.gov' }: MailParts = {}) =>
  parseSupremeCourtEmail(
    Buffer.from(
      `From: ${from}\r\nSubject: Supreme Court Electronic Filing System\r\nDate: Mon, 4 May 2031 14:57:44 +0000\r\nContent-Type: ${type}; charset=UTF-8\r\n\r\n${body}`
    )
  )

/** Announcements with the docket number and the text of the entry. */
const ANNOUNCED: [name: string, body: string, number: string, text: string, parts?: MailParts][] = [
  ['without a text', `A new docket entry has been added for ${CASE}.${SIGNED_UP}`, '31-22', ''],
  [
    'with the number in the link alone',
    `A new docket entry, "Reply." has been added for ${docketLink(`${FOLDER}/31A1208.html`)}.`,
    '31A1208',
    'Reply.',
  ],
  [
    'with a number in lowercase',
    `A new docket entry, "Reply." has been added for ${docketLink(`${FOLDER}/31a1208.html`)}. You get this for No. 31a1208.`,
    '31A1208',
    'Reply.',
  ],
  [
    'of an original case',
    `A new docket entry, "Reply." has been added for ${docketLink(`${FOLDER}/22O156.html`)}.`,
    '22O156',
    'Reply.',
  ],
  [
    'in typographic quotes',
    `A new docket entry, “Reply of “Ada” filed.” has been added for ${CASE}.${SIGNED_UP}`,
    '31-22',
    'Reply of "Ada" filed.',
  ],
  [
    'with a comma after the text',
    `A new docket entry, "Reply.", has been added for ${CASE}.${SIGNED_UP}`,
    '31-22',
    'Reply.',
  ],
  [
    'with quotes in the text',
    `A new docket entry, "Motion to "Strike" filed." has been added for ${CASE}.${SIGNED_UP}`,
    '31-22',
    'Motion to "Strike" filed.',
  ],
  [
    'with its own words in the text',
    `A new docket entry, "Brief that has been added for the record." has been added for ${CASE}.${SIGNED_UP}`,
    '31-22',
    'Brief that has been added for the record.',
  ],
  [
    'on several lines',
    `<p>A new docket entry, <b>"Reply."</b><br>has been added for<br>${CASE}.</p>${SIGNED_UP}`,
    '31-22',
    'Reply.',
  ],
  [
    'below another link to the court',
    `<a href="https://www.supremecourt.gov/">Court</a> A new docket entry, "Reply." has been added for ${CASE}.${SIGNED_UP}`,
    '31-22',
    'Reply.',
  ],
  [
    'with a direct link to the docket',
    `A new docket entry, "Reply." has been added for ${docketLink('https://www.supremecourt.gov/docket/docketfiles/html/public/31-22.html')}.${SIGNED_UP}`,
    '31-22',
    'Reply.',
  ],
  [
    'with a link that a mail program replaced',
    `A new docket entry, "Reply." has been added for ${docketLink(SAFE)}.${SIGNED_UP}`,
    '31-22',
    'Reply.',
  ],
  [
    'that a recipient forwarded',
    `---- Forwarded ----<br>From: no-reply@sc-us.gov<br>Subject: Supreme Court Electronic Filing System<br><br>A new docket entry, "Reply." has been added for ${CASE}.${SIGNED_UP}`,
    '31-22',
    'Reply.',
    { from: 'ada@firm.example' },
  ],
  [
    'as plain text',
    `A new docket entry, "Reply." has been added for Ada Quill, Petitioner\r\nv. United States <${FOLDER}/31-22.html>. This is for No. 31-22.`,
    '31-22',
    'Reply.',
    { type: 'text/plain' },
  ],
]

test.group('emails of the Supreme Court', () => {
  for (const [name, body, number, text, parts] of ANNOUNCED) {
    test(`announce an entry ${name}`, async ({ assert }) => {
      const email = await mail(body, parts)
      assert.equal(email?.email_type, 'docket_entry')
      assert.deepEqual(email?.data, {
        case_name: 'Ada Quill v. United States',
        docket_number: number,
        entry_description: text,
      })
      assert.match(email?.followup_url ?? '', /^https:\/\/www\.supremecourt\.gov\/.*\.html$/)
    })
  }

  const REQUEST =
    'We have received a request that you would like to be notified via email of any new filings in 31a561.'
  const URL = 'http://file.supremecourt.gov/casenotification/update?verify=x'
  for (const [body, type] of [
    [`${REQUEST} Confirm this by clicking <a href = ${URL}>here</a>.`, 'text/html'],
    [`${REQUEST} Confirm this by clicking ${URL} .`, 'text/plain'],
    [`${REQUEST} Confirm this: <${URL}>.`, 'text/plain'],
  ]) {
    test(`request confirmation in ${body.slice(REQUEST.length)}`, async ({ assert }) => {
      const email = await mail(body, { type })
      assert.deepEqual([email?.email_type, email?.followup_url], ['confirmation', URL])
    })
  }

  test('never have the link that ends a subscription as the next step', async ({ assert }) => {
    assert.isNull(await mail(`A new docket entry has been added for a case.${SIGNED_UP}`))
    assert.isNull(await mail(`You are subscribed.${SIGNED_UP}`))
  })
})

const TITLE =
  '<tr><td>Title:</td><td><table><tr><td>Ada Quill, Petitioner</td></tr><tr><td>v.</td></tr><tr><td>Cy Blot</td></tr></table></td></tr>'
const DETAILS =
  '<tr><td>Docketed:</td><td>January 18, 2002</td></tr><tr><td>Lower Ct:</td><td>Court of Ink</td></tr><tr><td>&nbsp;&nbsp;Case Nos.:</td><td>(01-10014, 01-10015)</td></tr>'
const NUMBER = '<tr><td>No. 02-9</td><td></td></tr>'
const tildePage = (head: string, text = 'Petition filed.') =>
  `<table><tr><td><html><head><title>Docket for 02-9</title></head><body><table>${head}</table><table><tr><td>~~~Date~~~</td><td>~~~~~~~Proceedings and Orders~~~</td></tr><tr><td>Jan  2 2002</td><td>${text}</td></tr></table>
<table><tr><td>~~Name~~~</td><td>~~~~~~~Address~~~</td><td>~~Phone~~~</td></tr><tr><td><b>Attorneys for Petitioner:</b></td><td></td><td></td></tr><tr><td>Bea Pen</td><td>1 Ink St.</td><td>(202) 555-0100</td></tr><tr><td>&nbsp;Counsel of Record</td><td>Inkton, VA 22000</td></tr><tr><td colspan=3>Party name: Ada Quill</td></tr></table></body></html></td></tr></table>`

/** Heads of dockets with the number, the name, and the linked cases. */
const HEADS: [name: string, head: string, number?: string, title?: string, links?: string][] = [
  [
    'with a vide row below the number',
    `${NUMBER}<tr><td> Vide 02-8 02-10</td><td></td></tr>${TITLE}${DETAILS}`,
  ],
  [
    'with a vide row above the number',
    `<tr><td>Vide 02-8</td><td></td></tr>${NUMBER}${TITLE}${DETAILS}`,
  ],
  [
    'with vide next to the number',
    `<tr><td>No. 02-9</td><td>Vide 02-8</td></tr>${TITLE}${DETAILS}`,
  ],
  [
    'of an original case',
    `<tr><td>No. 22O135,   Original</td><td></td></tr>${TITLE}${DETAILS}`,
    '22O135',
  ],
  [
    'of an original case with its own number',
    `<tr><td>No. 135, Orig.</td><td></td></tr>${TITLE}${DETAILS}`,
    '22O135',
  ],
  ['of a motion', `<tr><td>No. 14M31</td><td></td></tr>${TITLE}${DETAILS}`, '14M31'],
  [
    'of a discipline',
    `<tr><td>No. D-2341</td><td></td></tr><tr><td>Title:</td><td>In the Matter of Discipline of Ada Quill</td></tr>${DETAILS}`,
    'D-2341',
    'In the Matter of Discipline of Ada Quill',
  ],
  [
    'with a title on lines of one cell',
    `${NUMBER}<tr><td>Title:</td><td>Ada Quill, Petitioner<br>v.<br>Cy Blot</td></tr>${DETAILS}`,
  ],
  [
    'with a title next to the number',
    '<tr><td>No. 02-9</td><td>Title:</td><td>Ada Quill, Petitioner</td></tr><tr><td></td><td></td><td>v.</td></tr><tr><td></td><td></td><td>Cy Blot</td></tr><tr><td>Docketed:</td><td>Lower Ct:</td><td>Court of Ink</td></tr><tr><td>January 18, 2002</td><td></td><td>(01-10014)</td></tr>',
  ],
  [
    'with labels in uppercase',
    `${NUMBER.replace('No.', 'NO.')}${TITLE.replace('Title:', 'TITLE:')}${DETAILS.replace('Docketed', 'DOCKETED')}`,
  ],
  [
    'with spaces before colons',
    `${NUMBER}${TITLE.replace('Title:', '&nbsp;Title :')}${DETAILS.replace('Docketed:', 'Docketed&nbsp;:')}`,
  ],
  [
    'with a status next to the number',
    `<tr><td>No. 02-9 </td><td>Status: </td><td>DECIDED </td></tr>${TITLE}${DETAILS}`,
  ],
  [
    'with linked cases on several lines',
    `${NUMBER}${TITLE}${DETAILS}<tr><td colspan=2>Linked with 02A1</td></tr><tr><td colspan=2>Linked with 02A2</td></tr>`,
    '02-9',
    undefined,
    '02A1, 02A2',
  ],
  [
    'with linked cases in another cell',
    `${NUMBER}${TITLE}${DETAILS}<tr><td>Linked with:</td><td>02A1</td></tr>`,
    '02-9',
    undefined,
    '02A1',
  ],
]

test.group('older dockets of the Supreme Court', () => {
  for (const [name, head, number = '02-9', title = 'Ada Quill v. Cy Blot', links = ''] of HEADS) {
    test(`are read ${name}`, async ({ assert }) => {
      const page = tildePage(head)
      const docket = parseSupremeCourtPage(page)!
      assert.deepEqual(
        [docket.docket_number, docket.case_name, docket.date_filed, docket.links],
        [number, title, '2002-01-18', links]
      )
      assert.deepEqual(
        [docket.lower_court, docket.lower_court_case_numbers],
        ['Court of Ink', head.includes('10015') ? ['01-10014', '01-10015'] : ['01-10014']]
      )
      assert.equal(docket.parties[0].attorneys[0].city, 'Inkton')
      assert.deepEqual((await parseCourtPage(Buffer.from(page), 'scotus'))?.coverage.unread, [])
    })
  }

  test('have no numbers of prisoners among their unread text', async ({ assert }) => {
    for (const number of ['93866-012', '611599', '#330930-048', '# 87920', 'AIS #153431']) {
      const page = tildePage(NUMBER + TITLE + DETAILS).replace(
        '<td>1 Ink St.</td>',
        `<td>${number}</td>`
      )
      assert.deepEqual((await parseCourtPage(Buffer.from(page), 'scotus'))?.coverage.unread, [])
    }
  })

  test('have spaces where entries have breaks', ({ assert }) => {
    const docket = parseSupremeCourtPage(tildePage(NUMBER + TITLE + DETAILS, 'Petition<br>filed.'))
    assert.equal(docket?.docket_entries[0].description, 'Petition filed.')
  })
})

test.group('dockets of the Supreme Court in JSON', () => {
  const json = (parts: object) =>
    parseSupremeCourtJson(
      JSON.stringify({
        CaseNumber: '22O156 ',
        PetitionerTitle: 'Texas',
        DocketedDate: 'May 2, 2031',
        ProceedingsandOrder: [{ Date: 'May 07 2031', Text: 'Filed.' }],
        ...parts,
      })
    )
  for (const date of ['May 2, 2031', 'May 02 2031', '5/2/2031', '2031-05-02T00:00:00']) {
    test(`have the date of ${date}`, ({ assert }) => {
      assert.equal(json({ DocketedDate: date })?.date_filed, '2031-05-02')
    })
  }

  for (const entries of [undefined, null, []]) {
    test(`can have ${JSON.stringify(entries)} as entries`, ({ assert }) => {
      const docket = json({ ProceedingsandOrder: entries })
      assert.deepEqual([docket?.docket_number, docket?.docket_entries], ['22O156', []])
    })
  }

  test('need a number', ({ assert }) => {
    assert.isNull(json({ CaseNumber: '' }))
  })
})
