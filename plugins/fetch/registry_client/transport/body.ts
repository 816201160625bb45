import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RegistryError } from '../registry_error.js'

/** The content of an answer: a page in memory, or a PDF or zip in a file. */
export type Received =
  { isFile: false; bytes: Uint8Array } | { isFile: true; path: string; size: number }

/** Where the mark of a PDF may be. */
const HEAD = 1024
const PDF = '%PDF-'
const ZIP = 'PK\u0003\u0004'

/** Deletes a file that is not used. */
export const forget = (path: string): Promise<void> => rm(path, { force: true })

/** Whether bytes are the beginning of a PDF; one that is pasted into a page is none. */
function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD))
  return head.includes(PDF) && !head.toString('latin1').trimStart().startsWith('<')
}

/** Whether bytes are the beginning of a zip with a member. */
const isZip = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, ZIP.length)).toString('latin1') === ZIP

/**
 * Reads an answer that is a page.
 *
 * @throws RegistryError `too_large`
 */
export async function readPage(body: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.byteLength
    if (size > most) throw new RegistryError('too_large', `more than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Reads an answer that may be a PDF, which goes to a file while it arrives.
 *
 * @param limits folder of files, most bytes of a page and of a file, and whether it may be a zip
 * @throws RegistryError `too_large`; then no file is left
 */
export async function readPageOrPdf(
  body: AsyncIterable<Uint8Array>,
  limits: { folder: string; page: number; file: number; zip?: boolean }
): Promise<Received> {
  const parts = body[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array()
  while (head.byteLength < HEAD) {
    const { done, value } = await parts.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const whole = (async function* () {
    yield head
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value
  })()
  // A zip may have the mark of its first PDF near its own.
  if (limits.zip && isZip(head)) return saveFile(whole, limits, 'zip')
  if (isPdf(head)) return saveFile(whole, limits, 'pdf')
  return { isFile: false, bytes: await readPage(whole, limits.page) }
}

async function saveFile(
  body: AsyncIterable<Uint8Array>,
  { folder, file: most }: { folder: string; file: number },
  extension: 'pdf' | 'zip'
): Promise<Received> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.${extension}`)
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const part of body) {
      size += part.byteLength
      if (size > most) throw new RegistryError('too_large', `more than ${most} bytes`)
      await file.writeFile(part)
    }
    await file.close()
  } catch (error) {
    await file.close()
    await forget(path)
    throw error
  }
  return { isFile: true, path, size }
}

/** The body of a POST and its type. */
export interface PostBody {
  type: string
  content: Buffer
}

/**
 * A form as the courts take it: each field a part without file name (court system 4).
 *
 * @param fields values by the names of the court's forms
 */
export function multipart(fields: Readonly<Record<string, string>>): PostBody {
  const boundary = `-----------------------------${randomUUID().replaceAll('-', '')}`
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  )
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
  }
}

/** A form as other servers of the court system take it. */
export const urlencoded = (fields: Readonly<Record<string, string>>): PostBody => ({
  type: 'application/x-www-form-urlencoded',
  content: Buffer.from(new URLSearchParams(fields).toString()),
})

/** A body in JSON. */
export const json = (value: unknown): PostBody => ({
  type: 'application/json',
  content: Buffer.from(JSON.stringify(value)),
})
