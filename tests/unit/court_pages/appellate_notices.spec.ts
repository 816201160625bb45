/** Variants of notices of docket activity, and those of the new appellate system. */
import { test } from '@japa/runner'
import { parseNotice } from '#app/court_pages/notice'
import { readNewSystemSubject } from '#app/court_pages/notice_subject'
import { row, htmlMessage, read, announcedEntry } from '#tests/court_pages/notice_messages'

const appeal = (number: string, document: string, name = 'Quill v. Blot') =>
  `<table>${row('Case Name', name)}${row('Case Number', `<a href="https://ecf.ca4.uscourts.gov/n/beam/servlet/TransportRoom?servlet=DocketReportFilter.jsp&caseId=78">${number}</a>`)}${document ? row('Document(s)', document) : ''}</table>`
const uid = (text: string) =>
  `<a href="https://ecf.ca4.uscourts.gov/docs1/00419007652?uid=ee31b72c">${text}</a>`

test.group('notices of appeals', () => {
  test('may announce an entry in two cases', async ({ assert }) => {
    const notice = await read({
      title: 'Notice of Docket Activity',
      cases:
        appeal('31-19', uid('Document(s)')) + appeal('31-20', uid('Document(s)'), 'Nib v. Blot'),
      text: 'BRIEF filed. [31-19, 31-20]',
    })
    assert.deepEqual(
      notice?.dockets.map(({ docket_number: number, docket_entries: [entry] }) => [
        number,
        entry?.pacer_doc_id,
        entry?.description,
      ]),
      [
        ['31-19', '00409007652', 'BRIEF filed. [31-19, 31-20]'],
        ['31-20', '00409007652', 'BRIEF filed. [31-19, 31-20]'],
      ]
    )
  })

  for (const [text, number] of [
    ['Document(s)', null],
    ['27', '27'],
    [' 113 ', '113'],
    ['Document', null],
  ] as const) {
    test(`have the number ${number} if the link is "${text}"`, async ({ assert }) => {
      const cases = appeal('31-19', uid(text))
      const entry = announcedEntry(await read({ title: 'Notice of Docket Activity', cases }))
      assert.equal(entry?.document_number, number)
      assert.equal(entry?.pacer_magic_num, 'ee31b72c')
    })
  }

  test('may have no document', async ({ assert }) => {
    const notice = await read({ title: 'Notice of Docket Activity', cases: appeal('31-19', '') })
    assert.containSubset(announcedEntry(notice), {
      document_url: null,
      pacer_doc_id: null,
      pacer_case_id: '78',
    })
  })
})

const GUID = '633c4728-1b4e-f011-8779-001dd8075871'
const HOST = 'https://ca9-showdoc.azurewebsites.us'
const newSystem = (documents: string, after: string) =>
  `<div><strong>Notice of Docket Activity</strong></div><div><br><span>The following transaction was entered on 06/20/2031 2:09:13 PM PDT and filed on 06/20/2031</span></div>
<div><strong>Case Name:&nbsp;</strong><span>Quill, et al. v. Blot&nbsp;</span></div><div><strong>Case Number:\n</strong><span><a href='${HOST}/31-1677'>31-1677</a></span></div>
<div><strong>Docket Text:</strong></div><div><br><span><div><strong>BRIEF </strong>submitted by Quill. [Entered: 06/20/2031 02:10 PM]</div></span></div>
<div><br><span><div class='documents'>${documents}</div></span><br>&nbsp;</div>${after}`
const linked = (name: string, guid = GUID) =>
  `<b>Document:</b> <a href='${HOST}/NDA/${guid}'>${name}</a>`
const OTHERS =
  '<div><strong>Case participants listed below will not receive this electronic notice:</strong></div><div>Dot Blot ; dot@blot.example</div>'
const ACMS = 'ACMS@ca9.fedcourts.us'

test.group('notices of the new appellate system', () => {
  const TEXT = 'BRIEF submitted by Quill. [Entered: 06/20/2031 02:10 PM]'
  const DOCUMENTS: [name: string, documents: string, several: boolean][] = [
    ['one', linked('Brief'), false],
    ['one with a name of several words', linked('28j Letter'), false],
    [
      'two',
      `${linked('Order')}<br/>${linked('Order', '0b0a5098-2779-f011-b4cb-001dd8020d3e')}`,
      true,
    ],
    [
      'two in paragraphs',
      `<p>${linked('Order')}</p><p>${linked('Memorandum', '0b0a5098-2779-f011-b4cb-001dd8020d3e')}</p>`,
      true,
    ],
    ['one in nested elements', `<span><span>${linked('Brief')}</span></span>`, false],
    ['one without a name', linked(''), false],
  ]
  for (const [name, documents, several] of DOCUMENTS) {
    test(`link to documents: ${name}`, async ({ assert }) => {
      const body = newSystem(documents, OTHERS)
      const notice = await parseNotice(
        htmlMessage(body, 'Quill v. Blot 31-1677 - Brief - 490849', ACMS),
        'ca9'
      )
      assert.containSubset(notice, {
        acms: true,
        contains_attachments: several,
        email_recipients: [],
      })
      assert.deepEqual(announcedEntry(notice), {
        date_filed: '2031-06-20',
        description: TEXT,
        short_description: 'Brief',
        document_number: null,
        document_url: `${HOST}/NDA/${GUID}`,
        pacer_doc_id: null,
        pacer_case_id: null,
        pacer_seq_no: null,
        pacer_magic_num: GUID,
      })
    })
  }

  test('may have no document', async ({ assert }) => {
    const notice = await parseNotice(htmlMessage(newSystem('', OTHERS), 'x', ACMS), 'ca9')
    assert.containSubset(announcedEntry(notice), {
      description: TEXT,
      document_url: null,
      pacer_magic_num: null,
    })
  })

  test('are recognized by their links when they are forwarded', async ({ assert }) => {
    const raw = htmlMessage(
      newSystem(linked('Brief'), OTHERS),
      'FW: Quill v. Blot 31-1677 - 030 - Brief',
      'bea@pen.example'
    )
    const notice = await parseNotice(raw, 'ca9')
    assert.isTrue(notice?.acms)
    assert.containSubset(announcedEntry(notice), {
      document_number: '30',
      short_description: 'Brief',
    })
  })

  test('list the recipients, and not other participants', async ({ assert }) => {
    const after = `<div><strong>Notice will be electronically mailed to:</strong><br>&nbsp;</div><div><span>Bea Pen ; bea@pen.example<br/>Cy Nib, Esquire ; cy@nib.example<br/>${OTHERS}</span></div>`
    const notice = await parseNotice(htmlMessage(newSystem('', after), 'x', ACMS), 'ca9')
    assert.deepEqual(notice?.email_recipients, [
      { name: 'Bea Pen', email_addresses: ['bea@pen.example'] },
      { name: 'Cy Nib, Esquire', email_addresses: ['cy@nib.example'] },
    ])
  })

  const SUBJECTS: [subject: string, number: string | null, description: string][] = [
    ['Quill v. Blot 31-1677 - 030 - Notice of Appearance', '30', 'Notice of Appearance'],
    ['Quill v. Blot 31-1677 - 001 - Case Opened - Fee Due', '1', 'Case Opened - Fee Due'],
    ['Quill v. Blot 31-1677 - Brief Submitted - 490849', null, 'Brief Submitted'],
    ['Quill v. Blot 31-1677 - Letter (28j) - 515663', null, 'Letter (28j)'],
    ['Quill v. Blot 31-1677 - Brief - Corrected - 490849', null, 'Brief - Corrected'],
    ['Quill v. Blot 31-1677 - Order of 2031', null, 'Order of 2031'],
    ['Quill v. Blot 31-1677 - Notice', null, 'Notice'],
    ['Nib - Blot - Pen, et al. v. Blot 31-1677 - 12 - Motion', '12', 'Motion'],
    ['Quill v. Blot 31-1677 - 14.1 - Exhibit', '14', 'Exhibit'],
    ['Quill v. Blot 31-1677 - 490849', null, ''],
    ['FW: Quill v. Blot 31-1677 - 030 - Notice', '30', 'Notice'],
    ['Quill v. Blot 31-9999 - 030 - Notice', '30', 'Notice'],
    ['Quill v. Blot', null, ''],
  ]
  for (const [subject, number, description] of SUBJECTS) {
    test(`have the number ${number} and "${description}" in "${subject}"`, ({ assert }) => {
      assert.deepEqual(readNewSystemSubject(subject, ['31-1677']), { number, description })
    })
  }
})
