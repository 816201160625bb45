import { followerLags, type FollowerLag } from '#app/events/follower_lags'
import { shownTime } from '../admin_list.js'
import { defineHealthSection, shownSpan } from './health_section.js'

export default defineHealthSection({
  title: 'Followers of the change log',
  async read({ container }) {
    const lags = await followerLags(await container.make('curia.changes'), [
      ...(await container.make('curia.plugins')).followers,
      ...(await container.make('curia.indexer')).followings,
      (await container.make('curia.embeddings')).following,
    ])
    return {
      tables: [
        {
          label: 'Followers of the change log',
          columns: [{ label: 'Follower' }, { label: 'Behind' }, { label: 'Last moved (UTC)' }],
          rows: lags.map((lag) => [lag.name, wordsOf(lag), shownTime(lag.movedAt)]),
        },
      ],
    }
  },
})

function wordsOf({ behind }: FollowerLag): string {
  if (behind === null) return 'must build anew'
  return behind < 2 ? 'nothing' : shownSpan(behind)
}
