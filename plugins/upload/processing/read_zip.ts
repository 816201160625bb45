/** Reads the PDFs of a zip into files of this machine, within bounds. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getFileNameLowLevel, openPromise, type Entry } from 'yauzl'
import { STATUS } from '../codes.js'
import { incomingFolder } from '../upload_file.js'
import { UploadRefused } from './outcome.js'

export interface ZippedPdf {
  path: string
  number: number
  /** Null for the main document. */
  attachment: number | null
}

/** Bytes of a member when it is expanded (fetch-and-upload, 2.4), and of all together. */
const MAX_MEMBER = 200_000_000
const MAX_EXPANDED = 2_000_000_000
const MAX_MEMBERS = 2000
/** Characters of a name a message has. */
const SHOWN_NAME = 100

/** `12.pdf`, `12-main.pdf`, `12-0.pdf`, `12-3.pdf`. */
const NAME = /^(\d{1,9})(?:-(main|\d{1,4}))?\.pdf$/i

const shown = (name: string) => `"${name.replaceAll('\0', '').slice(0, SHOWN_NAME)}"`
const refuse = (said: string) => new UploadRefused(STATUS.invalid, said)

/**
 * @returns PDFs, which are the caller's to delete, and names of skipped members: those that are no
 *   PDF of a document, and those of a document the zip has already
 * @throws UploadRefused naming the member, for one that expands beyond 200 MB, one with a way out
 *   of the folder, and an encrypted one; and for what is no zip. Nothing is left of it then.
 */
export async function readZip(file: string): Promise<{ pdfs: ZippedPdf[]; skipped: string[] }> {
  const zip = await openPromise(file, {
    // Names are checked here, so that the message can say which.
    decodeStrings: false,
    validateEntrySizes: true,
  }).catch((error: Error) => {
    throw refuse(`The file cannot be read as a zip: ${error.message}`)
  })
  const pdfs: ZippedPdf[] = []
  const places = new Set<string>()
  const skipped: string[] = []
  const folder = incomingFolder()
  await mkdir(folder, { recursive: true })
  let count = 0
  let expanded = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (++count > MAX_MEMBERS) throw refuse(`The zip has more than ${MAX_MEMBERS} members.`)
      const fullName = nameOf(entry)
      check(entry, fullName)
      const name = fullName.split('/').at(-1)!
      const place = placeIn(name)
      if (!place || places.has(JSON.stringify(place))) {
        if (name) skipped.push(shown(fullName))
        continue
      }
      places.add(JSON.stringify(place))
      const path = join(folder, randomUUID())
      pdfs.push({ path, ...place })
      expanded += await expand(await zip.openReadStreamPromise(entry), fullName, path)
      if (expanded > MAX_EXPANDED) throw refuse('The zip expands beyond 2,000 MB.')
    }
    return { pdfs, skipped }
  } catch (error) {
    for (const { path } of pdfs) await rm(path, { force: true })
    if (error instanceof UploadRefused || (error as { syscall?: string }).syscall) throw error
    throw refuse(`The zip cannot be read: ${(error as Error).message}`)
  } finally {
    zip.close()
  }
}

/** The document a member is named after; attachment 0 is the main document. */
function placeIn(name: string): Omit<ZippedPdf, 'path'> | undefined {
  const [, number, attachment = 'main'] = NAME.exec(name) ?? []
  if (!number) return undefined
  return { number: Number(number), attachment: Number.parseInt(attachment, 10) || null }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
}

function check(entry: Entry, name: string): void {
  if (name.split(/[/\\]/).includes('..')) throw refuse(`${shown(name)} leads out of the zip.`)
  if (entry.isEncrypted()) throw refuse(`${shown(name)} is encrypted.`)
  if (entry.uncompressedSize > MAX_MEMBER) throw tooLarge(name)
}

const tooLarge = (name: string) => refuse(`${shown(name)} expands beyond 200 MB.`)

/** Headers may declare wrong sizes: bytes are counted as they come. */
async function expand(source: Readable, name: string, path: string): Promise<number> {
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > MAX_MEMBER ? tooLarge(name) : null, chunk)
    },
  })
  await pipeline(source, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return size
}
