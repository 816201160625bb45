/** Parses contact blocks and roles of attorneys. */
import { test } from '@japa/runner'
import { parseContact, parseAttorneyRoles } from '../../docket_sheet/from_pages/parties.js'

test.group('contacts of attorneys', () => {
  test('{0}')
    .with([
      ['PRO SE\n', { phone: '', fax: '', email: '' }],
      ['', { phone: '', fax: '', email: '' }],
      ['Telephone: 212.555.0101 ext. 4\n', { phone: '2125550101', fax: '', email: '' }],
      ['(212) 555-0101 (fax)\na@b.example', { phone: '', fax: '2125550101', email: 'a@b.example' }],
      ['12 Harbor Street\nNew York, NY 10004', { phone: '', fax: '', email: '' }],
      [
        'A Firm LLP\nNew York, NY 10004-1234',
        {
          phone: '',
          fax: '',
          email: '',
          organization: {
            name: 'A Firm LLP',
            city: 'New York',
            state: 'NY',
            zip_code: '10004-1234',
          },
        },
      ],
    ] as [string, object][])
    .run(({ assert }, [block, contact]) => assert.deepEqual(parseContact(block), contact))

  test('finds the phone number in a very long block', ({ assert }) => {
    const { phone } = parseContact(`${'x'.repeat(100_000)}\n`.repeat(20) + '212-555-0101')
    assert.equal(phone, '2125550101')
  })

  test('{0} is {1}')
    .with([
      ['LEAD ATTORNEY', [2]],
      ['ATTORNEY TO BE NOTICED', [1]],
      ['ATTORNEY IN SEALED GROUP', [3]],
      ['PRO HAC VICE', [4]],
      ['SELF- TERMINATED: 01/02/2024', [5]],
      ['TERMINATED: 01/02/2024', [6]],
      ['(Suspended)', [7]],
      ['(Inactive)', [8]],
      ['(Disbarred)', [9]],
      ['COR LD NTC Retained', [2, 1]],
      ['COR NTC Pro Se', [1]],
      ['Something', [10]],
    ] as [string, number[]][])
    .run(({ assert }, [line, roles]) =>
      assert.deepEqual(
        parseAttorneyRoles([line, line]).map(({ role }) => role),
        roles
      )
    )
})
