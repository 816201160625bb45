/**
 * The built-in model in two threads: one for passages, which gives way to all other work, and
 * one for queries, for which a client waits. Each starts when it is needed, loads its own copy
 * of the model, and ends when it has been idle.
 */
import { NotReady } from '#app/support/domain_error'
import { TaskFailed, TaskTooHard } from '#app/support/tasks/task_errors'
import type { TaskLane } from '#app/support/tasks/task_lane'
import { taskModule } from '#app/support/tasks/task_module'
import { taskPool } from '#app/support/tasks/tasks'
import { EmbeddingFailed, normalise, type Embedder } from './embedder.js'
import { BUILT_IN_MODEL, DIMENSIONS } from './models.js'

/** Passages per task: larger batches aren't faster, and a stop waits for a task. */
const BATCH = 8
/** Bytes of text per transaction, about ten seconds of work. */
const MAX_BYTES = 64 * 1024
/** Megabytes for objects of a thread; the weights are outside this limit. */
const MEGABYTES = 256

const MODULE = taskModule<typeof import('./encode_task.js')>(
  new URL('./encode_task', import.meta.url)
)

export const embeddingLanes = {
  passages: taskPool.lane({
    name: 'embedding',
    work: 'background',
    threads: 1,
    megabytes: MEGABYTES,
    deadline: 300_000,
    idle: 30_000,
  }),
  queries: taskPool.lane({
    name: 'query_embedding',
    work: 'interactive',
    threads: 1,
    megabytes: MEGABYTES,
    deadline: 30_000,
    idle: 300_000,
    maxQueued: 64,
  }),
}

export function builtInModel(): Embedder {
  return {
    model: BUILT_IN_MODEL,
    batch: BATCH,
    maxBytes: MAX_BYTES,
    isBuiltIn: true,
    embedQuery: async (text, signal) => (await encode(embeddingLanes.queries, [text], signal))[0]!,
    embedDocuments: (texts, signal) => encode(embeddingLanes.passages, texts, signal),
  }
}

async function encode(
  lane: TaskLane,
  texts: string[],
  signal?: AbortSignal
): Promise<Float32Array[]> {
  const encoded = await lane.run(MODULE, texts, { signal }).catch((error: Error) => {
    if (error instanceof TaskFailed)
      throw new EmbeddingFailed('misconfigured', `The built-in model failed: ${error.message}`)
    if (error instanceof TaskTooHard || error instanceof NotReady)
      throw new EmbeddingFailed('unavailable', `The built-in model is busy: ${error.message}`)
    throw error
  })
  return encoded.map((vector) => {
    const padded = new Float32Array(DIMENSIONS)
    padded.set(vector)
    return normalise(padded)!
  })
}
