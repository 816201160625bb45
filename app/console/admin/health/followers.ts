import { followerLags, type FollowerLag } from '#app/events/follower_lags'
import { shownTime } from '../admin_list.js'
import { defineHealthSection, shownSpan } from './health_section.js'
import { ChangeLog } from '#app/events/change_log'
import { FollowerRegistry } from '#app/events/follower_registry'
import { Indexer } from '#app/search/indexer/indexer'
import { Embeddings } from '#app/search/semantic/embeddings_service'

export default defineHealthSection({
  title: 'Followers of the change log',
  async read({ container }) {
    const lags = await followerLags(await container.make(ChangeLog), [
      ...(await container.make(FollowerRegistry)).all(),
      ...(await container.make(Indexer)).followings,
      (await container.make(Embeddings)).following,
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
