import { test } from '@japa/runner'
import { withoutAccount } from '#plugins/fetch/registry_client/readings'
import { receiptTable as simulatedReceipt } from '#plugins/demo_courts/simulator/pages/receipt'
import { receiptTable } from '../court_answers.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const shown = (page: Uint8Array) => Buffer.from(page).toString('utf8')

test.group('registry client: stored pages', () => {
  test('the account is removed from a receipt and the rest is kept', ({ assert }) => {
    const printed = (login: string, clientCode: string) =>
      `<p>Señor v. Doe</p>${simulatedReceipt({
        time: '06/06/2031 10:18:44',
        login,
        clientCode,
        charge: { description: 'Docket Report', pages: 3, cents: 30 },
        criteria: { label: 'Search Criteria', value: '3:31-cv-00021' },
      })}`
    const spaced = (page: string) => page.replace(/ +/g, ' ')
    assert.equal(
      shown(withoutAccount(bytes(printed('reader:1:0', 'matter 7')))),
      spaced(printed('', ''))
    )
  })

  test('an empty cell does not affect the next one', ({ assert }) => {
    const page = receiptTable()
    assert.equal(shown(withoutAccount(bytes(page))), page.replace('reader-one', ''))
    const old = '<TR><TH><FONT>PACER Login:</FONT></TH><TD><FONT> me </FONT></TH></TD>'
    assert.equal(shown(withoutAccount(bytes(old))), old.replace('me ', ''))
    const both = '<tr><th>PACER Login:</th><td></td><th>Client Code:</th><td>x</td></tr>'
    assert.equal(shown(withoutAccount(bytes(both))), both.replace('>x<', '><'))
  })

  test('a page without a receipt is unchanged', ({ assert }) => {
    const page = Buffer.from([0xe9, 0x3c, 0x70, 0x3e, 0xff])
    assert.strictEqual(withoutAccount(page), page)
  })

  test('a hostile page is processed quickly', ({ assert }) => {
    const page = bytes('PACER Login:<td><td> &nbsp;'.repeat(1500))
    assert.isAtMost(withoutAccount(page).length, page.length)
  })
})
