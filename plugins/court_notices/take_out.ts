/** Court emails and the court email address in an account's data export. */
import { partOfTable, type TakeOutPart } from '#app/console/take_out_part'
import { buildNoticeAddress } from './addresses.js'
import NoticeAddress from './models/notice_address.js'

export default [
  {
    name: 'court_email_addresses',
    tables: [NoticeAddress.table],
    async *read(accountId) {
      const own = await NoticeAddress.find(accountId)
      if (own) yield [JSON.stringify({ address: buildNoticeAddress(own.key) ?? own.key })]
    },
  },
  partOfTable({
    name: 'court_emails',
    table: 'court_notices',
    key: 'id',
    columns: [
      'origin',
      'sender',
      'court_id',
      'status',
      'message',
      'docket_id',
      'docket_entry_id',
      'date_created',
      'date_modified',
    ],
  }),
] satisfies TakeOutPart[]
