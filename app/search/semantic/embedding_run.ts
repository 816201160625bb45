/**
 * Embeds the queued texts of an index, batch by batch. After an interruption,
 * the next run resumes.
 */
import type { Database } from '@adonisjs/lucid/database'
import { Interrupted } from '#app/support/interrupted'
import { TaskPoolClosed, TaskTooHard } from '#app/support/tasks/task_errors'
import { taskModule } from '#app/support/tasks/task_module'
import { EmbeddingFailed, type Embedder } from '#app/search_engine/embeddings/embedder'
import { modelTraits } from '#app/search_engine/embeddings/models'
import { embeddingLanes } from '#app/search_engine/embeddings/built_in_model'
import { saveEmbedded, type EmbeddedText } from './chunk_store.js'
import type { EmbeddingQueue, WaitingText } from './embedding_queue.js'

const SPLIT = taskModule<typeof import('./split_text_task.js')>(
  new URL('./split_text_task', import.meta.url)
)

/** Texts per read. */
const TEXTS_AT_ONCE = 32

export interface EmbeddingCounts {
  /** Texts processed. */
  texts: number
  /** Passages embedded. */
  chunks: number
  /** Texts too short to embed. */
  short: number
  /** Texts whose vectors were already current, and deleted texts. */
  unchanged: number
  /** Texts rejected by the provider. */
  refused: number
}

export interface EmbeddingRunOptions {
  database: Pick<Database, 'transaction'>
  queue: EmbeddingQueue
  embedder: Embedder
  signal: AbortSignal
  /** Milliseconds since 1970 after which no batch is started. */
  until?: number
  onProgress?: (counts: EmbeddingCounts) => void
}

type Prepared = WaitingText & { chunks: string[] }

/**
 * @returns the counts, and whether the queue is empty
 * @throws EmbeddingFailed when the provider is unavailable, Interrupted when the signal was raised
 */
export async function embedWaiting(
  options: EmbeddingRunOptions
): Promise<{ counts: EmbeddingCounts; finished: boolean }> {
  const { database, queue, embedder, signal, until = Infinity, onProgress } = options
  const counts = { texts: 0, chunks: 0, short: 0, unchanged: 0, refused: 0 }
  for (;;) {
    if (signal.aborted) throw new Interrupted()
    if (Date.now() >= until) return { counts, finished: false }
    const waiting = (await queue.next(TEXTS_AT_ONCE, embedder.maxBytes)).map((text) =>
      withHash(text, embedder.model)
    )
    if (!waiting.length) return { counts, finished: true }

    const [right, changed] = partition(waiting, (text) => isRight(text, embedder.model))
    const { prepared, tooHard } = await splitAll(changed, embedder.model, signal)
    const { embedded, refused } = await embedTexts(prepared, embedder, signal)
    refused.push(...tooHard)
    await database.transaction(async (trx) => {
      await saveEmbedded(trx, queue.texts.index, embedder.model, embedded)
      await queue.done(trx, [...right, ...embedded])
    })
    for (const { text, reason } of refused) await queue.refuse(text, reason)

    counts.texts += waiting.length
    counts.unchanged += right.length
    counts.refused += refused.length
    counts.short += embedded.filter(({ chunks }) => chunks.length === 0).length
    counts.chunks += embedded.reduce((sum, { chunks }) => sum + chunks.length, 0)
    onProgress?.(counts)
  }
}

/** With the hash that includes the summary if the model embeds it. */
function withHash(text: WaitingText, model: string): WaitingText {
  return modelTraits(model).hasSummaries ? { ...text, hash: text.wholeHash } : text
}

/** Deleted, or already embedded. */
function isRight(text: WaitingText, model: string): boolean {
  const { content, hash, knownHash, knownModel } = text
  return content === null || (hash === knownHash && model === knownModel)
}

interface Refused {
  text: WaitingText
  reason: string
}

interface Embedded {
  embedded: (Prepared & EmbeddedText)[]
  refused: Refused[]
}

/** @throws Interrupted when the signal was raised */
async function splitAll(
  texts: WaitingText[],
  model: string,
  signal: AbortSignal
): Promise<{ prepared: Prepared[]; tooHard: Refused[] }> {
  const prepared: Prepared[] = []
  const tooHard: Refused[] = []
  for (const text of texts) {
    const { isHtml, summary } = text
    const task = { content: text.content!, isHtml, summary, model }
    try {
      const chunks = await embeddingLanes.passages.run(SPLIT, task, { signal })
      prepared.push({ ...text, chunks })
    } catch (error) {
      if (signal.aborted || error instanceof TaskPoolClosed) throw new Interrupted()
      if (!(error instanceof TaskTooHard)) throw error
      tooHard.push({ text, reason: `It cannot be split: ${error.message}.` })
    }
  }
  return { prepared, tooHard }
}

/**
 * Chunks of all texts in batches of the provider's size; if the provider rejects a batch, text
 * by text.
 */
async function embedTexts(
  texts: Prepared[],
  embedder: Embedder,
  signal: AbortSignal
): Promise<Embedded> {
  try {
    const vectors = await vectorsOf(
      texts.flatMap(({ chunks }) => chunks),
      embedder,
      signal
    )
    let at = 0
    const embedded = texts.map((text) => ({
      ...text,
      vectors: vectors.slice(at, (at += text.chunks.length)),
    }))
    return { embedded, refused: [] }
  } catch (error) {
    if (signal.aborted) throw new Interrupted()
    if (!(error instanceof EmbeddingFailed) || error.kind !== 'refused') throw error
    const [text] = texts
    if (texts.length === 1)
      return { embedded: [], refused: [{ text: text!, reason: error.message }] }
    const each: Embedded[] = []
    for (const alone of texts) each.push(await embedTexts([alone], embedder, signal))
    return {
      embedded: each.flatMap(({ embedded }) => embedded),
      refused: each.flatMap(({ refused }) => refused),
    }
  }
}

async function vectorsOf(
  chunks: string[],
  embedder: Embedder,
  signal: AbortSignal
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let at = 0; at < chunks.length; at += embedder.batch)
    vectors.push(...(await embedder.embedDocuments(chunks.slice(at, at + embedder.batch), signal)))
  return vectors
}

function partition<T>(all: T[], test: (each: T) => boolean): [T[], T[]] {
  return [all.filter((each) => test(each)), all.filter((each) => !test(each))]
}
