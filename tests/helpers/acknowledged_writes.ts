/**
 * Accounts that write tags, upload files, and record acknowledged writes. Requests are frequent
 * while a test waits for writes. A worker stores each uploaded file with its document.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds after which a request counts as failed. */
const ANSWERED_WITHIN = 30_000
/** Milliseconds within which writes of both kinds must be acknowledged again. */
const RECOVERED_WITHIN = 180_000
/** Milliseconds between two requests of a client while a test waits for writes. */
const PAUSE = 40
/**
 * Milliseconds between two requests at other times: an account may have 500 tags,
 * and a file part may take a minute to be returned.
 */
const IDLE_PAUSE = 1_000

export interface UploadedFile {
  upload: number
  document: string
  content: Buffer
}

/** A docket document that accepts a file upload. */
export interface EmptyDocument {
  court: string
  case: string
  id: string
  number: string
}

export class AcknowledgedWrites {
  readonly tags: string[] = []
  readonly uploads: UploadedFile[] = []
  readonly failures: string[] = []
  #attempts = 0
  /** Number of writes of each kind that a test waits for. */
  #wanted = { attempts: 0, tags: 0, uploads: 0 }
  #stopped = false
  readonly #clients: Promise<void>[]

  /**
   * @param url of the server
   * @param token of an account that may upload
   * @param documents documents for uploads, used from the end of the list
   */
  constructor(
    readonly url: string,
    readonly token: string,
    readonly documents: EmptyDocument[]
  ) {
    this.#clients = [
      this.#client('tag', this.tags, () => this.#writeTag()),
      this.#client('upload', this.uploads, () => this.#upload()),
    ]
  }

  /** Waits for this many additional requests, successful or not. */
  async attempted(count: number): Promise<void> {
    this.#wanted.attempts = this.#attempts + count
    while (this.#attempts < this.#wanted.attempts) await sleep(10)
  }

  /** Waits for this many additional acknowledged writes of each kind. */
  async acknowledged(count: number): Promise<void> {
    const [tags, uploads] = [this.tags.length + count, this.uploads.length + count]
    Object.assign(this.#wanted, { tags, uploads })
    const deadline = Date.now() + RECOVERED_WITHIN
    while (this.tags.length < tags || this.uploads.length < uploads) {
      if (Date.now() > deadline) {
        await this.stop()
        throw new Error(
          `no further writes were acknowledged: ${[...new Set(this.failures)].slice(0, 5).join('; ')}`
        )
      }
      await sleep(10)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#clients)
  }

  async #client(
    kind: 'tag' | 'upload',
    acknowledged: unknown[],
    write: () => Promise<string | undefined>
  ): Promise<void> {
    const isAwaited = () =>
      this.#attempts < this.#wanted.attempts || acknowledged.length < this.#wanted[`${kind}s`]
    while (!this.#stopped) {
      const failure = await write().catch(
        (error: Error & { cause?: Error }) => `${error.message}: ${error.cause?.message}`
      )
      this.#attempts++
      if (failure) this.failures.push(`${kind}: ${failure}`)
      await sleep(isAwaited() ? PAUSE : IDLE_PAUSE)
    }
  }

  async #writeTag(): Promise<string | undefined> {
    const name = randomUUID()
    const answer = await this.#post('tags', JSON.stringify({ name }), {
      'content-type': 'application/json',
    })
    if (typeof answer === 'string') return answer
    this.tags.push(name)
  }

  async #upload(): Promise<string | undefined> {
    const document = this.documents.pop()!
    const content = Buffer.from(`%PDF-1.4\n% ${randomUUID()}\n`)
    const body = new FormData()
    const fields = {
      court: document.court,
      upload_type: '3',
      registry_case_id: document.case,
      registry_doc_id: document.id,
      document_number: document.number,
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set('filepath_local', new Blob([content]), 'file.pdf')
    const answer = await this.#post('archive', body)
    if (typeof answer === 'string') return answer
    this.uploads.push({ upload: answer.id, document: document.id, content })
  }

  async #post(path: string, body: string | FormData, headers: Record<string, string> = {}) {
    const response = await fetch(`${this.url}/api/rest/v4/${path}/`, {
      signal: AbortSignal.timeout(ANSWERED_WITHIN),
      method: 'POST',
      body,
      headers: { ...headers, authorization: `Token ${this.token}` },
    })
    const text = await response.text()
    return response.status === 201
      ? (JSON.parse(text) as { id: number })
      : `${response.status} ${text.slice(0, 200)}`
  }
}
