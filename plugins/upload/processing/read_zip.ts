/** Reads the PDFs of a zip into files of this machine, within bounds. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl'
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
 *   of the folder, an encrypted and a damaged one; for members that share bytes of the file or
 *   expand beyond 2,000 MB together, before any is expanded; and for what is no zip. Nothing is
 *   left of it then.
 */
export async function readZip(file: string): Promise<{ pdfs: ZippedPdf[]; skipped: string[] }> {
  const zip = await openPromise(file, {
    // Names are checked here, so that the message can say which.
    decodeStrings: false,
    // The directory is read before the first member is.
    autoClose: false,
    validateEntrySizes: true,
  }).catch((error: Error) => {
    throw refuse(`The file cannot be read as a zip: ${error.message}`)
  })
  const pdfs: ZippedPdf[] = []
  const skipped: string[] = []
  const folder = incomingFolder()
  await mkdir(folder, { recursive: true })
  try {
    const members = await membersOf(zip, (await stat(file)).size, skipped)
    for (const { entry, fullName, place } of members) {
      const path = join(folder, randomUUID())
      pdfs.push({ path, ...place })
      await expand(await zip.openReadStreamPromise(entry), { entry, fullName }, path)
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

type Place = Omit<ZippedPdf, 'path'>

interface Member {
  entry: Entry
  fullName: string
  place: Place
}

/**
 * PDFs in the directory of a zip. Its sizes can be trusted: expanding a member ends where they are
 * exceeded.
 *
 * @param size bytes of the file
 * @param skipped gets the names of all other members
 */
async function membersOf(zip: ZipFile, size: number, skipped: string[]): Promise<Member[]> {
  const members = new Map<string, Member>()
  let count = 0
  let packed = 0
  let expanded = 0
  for await (const entry of zip.eachEntry()) {
    if (++count > MAX_MEMBERS) throw refuse(`The zip has more than ${MAX_MEMBERS} members.`)
    const fullName = nameOf(entry)
    check(entry, fullName)
    packed += entry.compressedSize
    // As in zips made to expand without end from a few bytes.
    if (packed > size) throw refuse('Members of the zip share bytes.')
    const name = fullName.split('/').at(-1)!
    const place = placeIn(name)
    if (!place || members.has(JSON.stringify(place))) {
      if (name) skipped.push(shown(fullName))
      continue
    }
    members.set(JSON.stringify(place), { entry, fullName, place })
    expanded += entry.uncompressedSize
    if (expanded > MAX_EXPANDED) throw refuse('The zip expands beyond 2,000 MB.')
  }
  return [...members.values()]
}

/** The document a member is named after; attachment 0 is the main document. */
function placeIn(name: string): Place | undefined {
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

/** Checks size and checksum of what comes: headers may declare others. */
async function expand(
  source: Readable,
  { entry, fullName }: Omit<Member, 'place'>,
  path: string
): Promise<void> {
  let size = 0
  let checksum = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      checksum = crc32(chunk, checksum)
      done(size > MAX_MEMBER ? tooLarge(fullName) : null, chunk)
    },
  })
  await pipeline(source, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  if (checksum !== entry.crc32) throw refuse(`${shown(fullName)} is damaged.`)
}
