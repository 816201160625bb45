import {
  countedNeeds,
  countUpTo,
  defineHealthSection,
  lateNeeds,
  readRow,
  shownAge,
  shownCount,
} from './health_section.js'

interface Row {
  waiting: number
  oldest: Date | null
  failed: number
  sent: Date | null
  refused: number
  resting: number
}

const WAITS = 'FROM mails WHERE sent_at IS NULL AND failed_at IS NULL'

const READ = `SELECT
  ${countUpTo(WAITS)} AS waiting,
  (SELECT min(date_created) ${WAITS}) AS oldest,
  ${countUpTo(`FROM mails WHERE sent_at IS NULL AND failed_at > now() - interval '1 day'`)} AS failed,
  (SELECT sent_at FROM mails WHERE sent_at IS NOT NULL ORDER BY id DESC LIMIT 1) AS sent,
  ${countUpTo('FROM mail_addresses WHERE refused_at IS NOT NULL')} AS refused,
  ${countUpTo('FROM mail_addresses WHERE refused_at IS NULL')} AS resting`

/** Seconds after which a queued email is late: it may wait for some attempts. */
const LATE = 10_800

export default defineHealthSection({
  title: 'Email',
  async read(app) {
    const found = await readRow<Row>(app, READ)
    return {
      needs: [
        ...lateNeeds('Emails', found.oldest, '/admin/mails/?state=waiting', LATE),
        ...countedNeeds(
          [
            found.failed,
            'email failed in the last 24 hours',
            'emails failed in the last 24 hours',
            '/admin/mails/?state=failed',
          ],
          [
            found.refused,
            'email address bounces',
            'email addresses bounce',
            '/admin/mail-addresses/',
          ]
        ),
      ],
      figures: [
        {
          label: 'Queued emails',
          value: shownCount(found.waiting),
          path: '/admin/mails/?state=waiting',
        },
        { label: 'Oldest queued', value: shownAge(found.oldest) },
        {
          label: 'Failed in the last 24 hours',
          value: shownCount(found.failed),
          path: '/admin/mails/?state=failed',
        },
        { label: 'Last sent', value: shownAge(found.sent) },
        {
          label: 'Bouncing email addresses',
          value: shownCount(found.refused),
          path: '/admin/mail-addresses/',
        },
        { label: 'Email addresses on hold', value: shownCount(found.resting) },
      ],
    }
  },
})
