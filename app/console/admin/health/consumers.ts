import { consumerLags, type ConsumerLag } from '#app/events/consumers'
import { timeCell } from '../admin_list.js'
import { defineHealthSection, shownSpan, type Need } from './health_section.js'
import { ChangeLog } from '#app/events/change_log'
import { ConsumerRegistry } from '#app/events/consumer_definition'
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
      needs: lags.flatMap(needsOf),
      tables: [
        {
          label: 'Consumers of the change log',
          columns: [{ label: 'Consumer' }, { label: 'Lag' }, { label: 'Last moved' }],
          rows: lags.map((lag) => [lag.name, wordsOf(lag), timeCell(lag.movedAt)]),
        },
      ],
    }
  },
})

/** Seconds of lag after which a consumer needs action. */
const LONG_LAG = 900

function needsOf({ name, behind }: ConsumerLag): Need[] {
  const path = '/admin/health/'
  if (behind === null) return [{ text: `The consumer ${name} must rebuild`, path }]
  if (behind < LONG_LAG) return []
  return [{ text: `The consumer ${name} lags by ${shownSpan(behind)}`, path }]
}

function wordsOf({ behind }: ConsumerLag): string {
  if (behind === null) return 'must rebuild'
  return behind < 2 ? 'nothing' : shownSpan(behind)
}
