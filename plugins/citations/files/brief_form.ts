/** The form of the brief check: a pasted text, or a file with one. */
import type { Readable } from 'node:stream'
import type { HttpContext } from '@adonisjs/core/http'
import { disconnectSignal } from '#api/respond'
import { readBody } from '#api/writes/read_body'
import type { Problems } from '#app/console/forms'
import type { TaskOptions } from '#app/support/tasks/queued_task'
import { TaskFailed, TaskTooHard } from '#app/support/tasks/task_errors'
import { taskModule } from '#app/support/tasks/task_module'
import { interactiveTasks } from '#app/support/tasks/tasks'
import { MAX_PASTED_LENGTH, readPastedText } from '../lookup/lookup_request.js'
import settings from '../settings.js'
import { MAX_PAGES, type FileProblem, type FileText } from './file_task.js'

const MODULE = taskModule<typeof import('./file_task.js')>(new URL('./file_task', import.meta.url))
/** Milliseconds for a file; 1,000 pages take about five seconds. */
const DEADLINE = 20_000
/** Maximum growth of the process in bytes while a file is read. */
const MAX_GROWTH = 768 * 1024 * 1024

const LONGEST = MAX_PASTED_LENGTH.toLocaleString('en')

const PROBLEMS: Record<FileProblem | 'too_hard' | 'empty', string> = {
  unknown_type: 'Select a plain text, PDF, or Word file (.docx).',
  old_word: 'This is an old Word file (.doc). Save it as .docx or PDF.',
  locked_word: 'This Word file is password-protected. Remove the password.',
  rich_text: 'This is a rich text file (.rtf). Save it as .docx or PDF.',
  not_word: "This isn't a Word file (.docx).",
  encrypted: 'This file is password-protected. Remove the password.',
  damaged: 'This Word file is damaged. Save it again, or paste its text.',
  too_large: 'This file is too large after decompression. Save it again, or paste its text.',
  encrypted_pdf: 'This PDF is password-protected. Remove the password.',
  damaged_pdf: 'This PDF is damaged. Save it again, or paste its text.',
  scanned_pdf: 'This PDF has no text, like a scan. Recognize its text (OCR) first.',
  too_many_pages: `This PDF has more than ${MAX_PAGES.toLocaleString('en')} pages. Upload part of it.`,
  too_long: `This file has more than ${LONGEST} characters. Upload part of it.`,
  too_hard: 'This file takes too much time or memory. Paste its text.',
  empty: 'This file has no text.',
}

export interface BriefForm {
  text: string
  /** About pages of a file that have no text; empty without such pages. */
  note: string
  problems?: Problems
}

/** Reads the form, whose fields then are the body of the request. */
export async function readBriefForm(ctx: HttpContext): Promise<BriefForm> {
  const { request } = ctx
  const received = new ReceivedFile(settings.maxBriefBytes)
  if (request.is(['multipart/form-data'])) {
    const body = await readBody(ctx, {}, { name: 'file', take: (part) => received.take(part) })
    request.updateBody(body as Record<string, unknown>)
  }
  const { data } = received
  const typed: unknown = request.input('text')
  if (!data) return readTyped(typed)
  if (received.problem) return failed('file', received.problem)
  if (typeof typed === 'string' && typed.trim())
    return failed('file', 'Enter a text or select a file, not both.')
  const form = await readFile(data, { signal: disconnectSignal(ctx) })
  // If the text isn't checked, the form shows it.
  if (!form.problems) request.updateBody({ ...request.body(), text: form.text })
  return form
}

function readTyped(typed: unknown): BriefForm {
  const { text, problem } = readPastedText(typed)
  return problem ? failed('text', problem) : { text, note: '' }
}

function failed(field: string, problem: string): BriefForm {
  return { text: '', note: '', problems: { [field]: problem } }
}

async function readFile(data: Buffer, options: TaskOptions): Promise<BriefForm> {
  const found = await readInThread(data, options)
  if ('problem' in found) return failed('file', PROBLEMS[found.problem])
  const { text, problem } = readPastedText(found.text)
  if (!text.trim()) return failed('file', PROBLEMS.empty)
  return problem
    ? failed('file', PROBLEMS.too_long)
    : { text, note: noteOnEmptyPages(found.emptyPages) }
}

async function readInThread(
  data: Buffer,
  options: TaskOptions
): Promise<FileText | { problem: keyof typeof PROBLEMS }> {
  try {
    const limits = { deadline: DEADLINE, growth: MAX_GROWTH, ...options }
    // Twice as many UTF-16 units as characters.
    const task = { data, maxLength: 2 * MAX_PASTED_LENGTH }
    return await interactiveTasks.run(MODULE, task, limits)
  } catch (error) {
    if (error instanceof TaskTooHard) return { problem: 'too_hard' }
    if (error instanceof TaskFailed) return { problem: 'unknown_type' }
    throw error
  }
}

/** Pages that are listed in a note. */
const MAX_LISTED_PAGES = 20

function noteOnEmptyPages(pages: readonly number[]): string {
  if (!pages.length) return ''
  if (pages.length === 1) return `Page ${pages[0]} has no text, like a scan, and isn't checked.`
  const more = pages.length - MAX_LISTED_PAGES
  const listed = pages.slice(0, MAX_LISTED_PAGES).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `Pages ${listed} have no text, like scans, and aren't checked.`
}

/** The file of a form in memory. */
class ReceivedFile {
  data: Buffer | undefined
  problem: string | undefined

  constructor(readonly maxBytes: number) {}

  async take(part: Readable): Promise<void> {
    if (this.data) this.problem = 'Select one file.'
    const chunks: Buffer[] = []
    let size = 0
    // The rest of a large file is read and dropped, so that the browser shows the problem.
    for await (const chunk of part) {
      size += (chunk as Buffer).length
      if (size <= this.maxBytes) chunks.push(chunk as Buffer)
      else {
        chunks.length = 0
        this.problem = `This file exceeds ${this.maxBytes / 1_000_000} MB.`
      }
    }
    this.data = Buffer.concat(chunks)
  }
}
