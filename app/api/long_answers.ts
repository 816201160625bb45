/**
 * Long responses are rendered in a thread and sent in parts, so that they don't block other
 * requests.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '#app/support/api_error'
import { compressor, type Coding } from '#app/support/content_coding'
import { HTTP_ERRORS } from '#app/support/errors'
import { taskModule } from '#app/support/tasks/task_module'
import { interactiveTasks } from '#app/support/tasks/tasks'
import type { RenderTask } from './renderers/render_task.js'

/** Maximum number of characters rendered in the main thread, which takes a few milliseconds. */
export const MAX_SHORT_RENDER = 64 * 1024
/** Maximum number of characters sent in one piece. */
export const MAX_SHORT_BODY = 1024 * 1024
/** Maximum number of JSON characters that are converted to another format. */
const MAX_RENDERED = 32 * 1024 * 1024
/** Characters that are encoded and sent per turn of the event loop. */
const PART = 256 * 1024

const RENDER = taskModule<typeof import('./renderers/render_task.js')>(
  new URL('./renderers/render_task', import.meta.url)
)

/**
 * Renders JSON in a thread.
 *
 * @param parts parts of the JSON text
 * @throws ApiError 422 if the response is too long; TaskQueueFull, TaskTooHard
 */
export async function renderLong(
  parts: readonly string[],
  how: Omit<RenderTask, 'json'>,
  signal: AbortSignal
): Promise<string> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length <= MAX_RENDERED)
    return interactiveTasks.run(RENDER, { ...how, json: parts.join('') }, { signal })
  throw ApiError.detail(
    HTTP_ERRORS.unprocessable,
    'This response is too long for this format. Request it as JSON, without indentation.'
  )
}

/**
 * Encodes a long text as UTF-8.
 *
 * @param parts parts of the text; repeated parts are finished and encoded once
 * @param finish converts a part before it is encoded
 * @returns the bytes in order, in several buffers
 */
export async function encodeParts(
  parts: readonly string[],
  finish: (part: string) => string
): Promise<Buffer[]> {
  const known = new Map<string, Buffer[]>()
  const encoded: Buffer[] = []
  let length = 0
  for (const part of parts) {
    let bytes = known.get(part)
    if (!bytes) {
      bytes = []
      for (const piece of pieces(finish(part))) {
        bytes.push(Buffer.from(piece))
        length += piece.length
        if (length > PART) {
          length = 0
          await nextTurn()
        }
      }
      known.set(part, bytes)
    }
    for (const piece of bytes) encoded.push(piece)
  }
  return encoded
}

/** Sends a long body in turns of the event loop, as fast as the client reads it. */
export async function sendBytes(
  out: ServerResponse,
  bytes: readonly Buffer[],
  coding: Coding | undefined
): Promise<void> {
  const target: Writable = coding ? compressor(coding) : out
  if (target !== out) target.pipe(out)
  for (const batch of batches(bytes)) {
    if (out.destroyed) return void target.destroy()
    if (!target.write(batch)) await drained(target, out)
    await nextTurn()
  }
  target.end()
}

function* batches(bytes: readonly Buffer[]): Generator<Buffer> {
  let batch: Buffer[] = []
  let size = 0
  for (const piece of bytes) {
    batch.push(piece)
    size += piece.length
    if (size < PART) continue
    yield Buffer.concat(batch, size)
    batch = []
    size = 0
  }
  if (size) yield Buffer.concat(batch, size)
}

/** @returns when more can be written or the client has disconnected */
async function drained(target: Writable, out: ServerResponse): Promise<void> {
  const stop = new AbortController()
  const options = { signal: stop.signal }
  await Promise.race([once(target, 'drain', options), once(out, 'close', options)]).catch(() => {})
  stop.abort()
}

/** Splits a text between characters. */
function* pieces(text: string): Generator<string> {
  let start = 0
  while (start < text.length) {
    let end = Math.min(text.length, start + PART)
    // The first half of a surrogate pair.
    if (end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++
    yield text.slice(start, end)
    start = end
  }
}
