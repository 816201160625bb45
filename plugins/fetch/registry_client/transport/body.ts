import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RegistryError } from '../registry_error.js'

/** Content of a response: a page in memory, or a PDF or ZIP file. */
export type Received =
  { isFile: false; bytes: Uint8Array } | { isFile: true; path: string; size: number }

/** Bytes within which a PDF signature must be. */
const HEAD = 1024
const PDF = '%PDF-'
const ZIP = 'PK\u0003\u0004'

/** Deletes an unused file. */
export const deleteUnusedFile = (path: string): Promise<void> => rm(path, { force: true })

/** Whether bytes are the start of a PDF, excluding PDF text within a page. */
function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD))
  return head.includes(PDF) && !head.toString('latin1').trimStart().startsWith('<')
}

/** Whether bytes are the start of a non-empty ZIP file. */
const isZip = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, ZIP.length)).toString('latin1') === ZIP

/**
 * Reads a page.
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
 * Reads a response that may be a PDF, which is streamed to a file.
 *
 * @param limits folder of files, maximum sizes of a page and a file, and whether it may be a ZIP file
 * @throws RegistryError `too_large`; no file is left
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
  // A ZIP file may contain the signature of its first PDF near the start.
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
    await deleteUnusedFile(path)
    throw error
  }
  return { isFile: true, path, size }
}

/** Body and content type of a POST request. */
export interface PostBody {
  type: string
  content: Buffer
}

/**
 * A form in the courts' format: each field is a part without a file name (court system 4).
 *
 * @param fields values by field name
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

/** A form in the format of other servers of the court system. */
export const urlencoded = (fields: Readonly<Record<string, string>>): PostBody => ({
  type: 'application/x-www-form-urlencoded',
  content: Buffer.from(new URLSearchParams(fields).toString()),
})

/** A JSON body. */
export const json = (value: unknown): PostBody => ({
  type: 'application/json',
  content: Buffer.from(JSON.stringify(value)),
})
