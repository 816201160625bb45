import { defineJob } from '#app/jobs/define_job'
import { EMBED_JOB, EmbeddingUnderWay, Embeddings } from './embeddings_service.js'
import { Jobs } from '#app/jobs/jobs'

/** Milliseconds of work per job; another job continues with the rest. */
const SHIFT = 600_000
/** Milliseconds between checks for work left by another process. */
const LOOK_AGAIN = 60_000

/** Embeds queued texts. Retried when the provider is unavailable; finished texts are not embedded again. */
export default defineJob({
  name: EMBED_JOB,
  singleton: true,
  expireInSeconds: 3600,
  backoff: { first: 15, most: 3600 },
  handler: async (_, { app, signal }) => {
    const embeddings = await app.container.make(Embeddings)
    const jobs = await app.container.make(Jobs)
    const { embedder } = embeddings
    if (!embedder) return
    const until = Date.now() + SHIFT
    for (const queue of embeddings.queues) {
      try {
        const { finished } = await embeddings.embed(queue, embedder, { signal, until })
        if (!finished) await jobs.send(null, EMBED_JOB, {})
      } catch (error) {
        if (!(error instanceof EmbeddingUnderWay)) throw error
        const startAfter = new Date(Date.now() + LOOK_AGAIN)
        await jobs.send(null, EMBED_JOB, {}, { startAfter })
      }
    }
  },
})
