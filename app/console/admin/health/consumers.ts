import { consumerLags, type ConsumerLag } from '#app/events/consumer_lags'
import { shownTime } from '../admin_list.js'
import { defineHealthSection, shownSpan } from './health_section.js'
import { ChangeLog } from '#app/events/change_log'
import { ConsumerRegistry } from '#app/events/consumer_registry'
import { Indexer } from '#app/search/indexer/indexer'
import { Embeddings } from '#app/search/semantic/embeddings_service'

export default defineHealthSection({
  title: 'Consumers of the change log',
  async read({ container }) {
    const lags = await consumerLags(await container.make(ChangeLog), [
      ...(await container.make(ConsumerRegistry)).all(),
      ...(await container.make(Indexer)).consumers,
      (await container.make(Embeddings)).consumer,
    ])
    return {
      tables: [
        {
          label: 'Consumers of the change log',
          columns: [{ label: 'Consumer' }, { label: 'Behind' }, { label: 'Last moved (UTC)' }],
          rows: lags.map((lag) => [lag.name, wordsOf(lag), shownTime(lag.movedAt)]),
        },
      ],
    }
  },
})

function wordsOf({ behind }: ConsumerLag): string {
  if (behind === null) return 'must rebuild'
  return behind < 2 ? 'nothing' : shownSpan(behind)
}
