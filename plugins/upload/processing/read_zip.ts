/** Extracts the PDFs of a ZIP file to local files, within limits. */
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

/** Maximum uncompressed size in bytes of a member (fetch-and-upload, 2.4), and of all members. */
const MAX_MEMBER = 200_000_000
const MAX_EXPANDED = 2_000_000_000
const MAX_MEMBERS = 2000
/** Maximum length of a name in a message. */
const SHOWN_NAME = 100

/** `12.pdf`, `12-main.pdf`, `12-0.pdf`, `12-3.pdf`. */
const NAME = /^(\d{1,9})(?:-(main|\d{1,4}))?\.pdf$/i

const shown = (name: string) => `"${name.replaceAll('\0', '').slice(0, SHOWN_NAME)}"`
const refuse = (message: string) => new UploadRefused(STATUS.invalid, message)

/**
 * @returns PDFs, which the caller deletes, and the names of skipped members: files that aren't a
 *   PDF of a document, and duplicates
 * @throws UploadRefused for an invalid ZIP file; for a member that exceeds 200 MB uncompressed, is
 *   encrypted or damaged, or whose name contains `..`; and, before extracting any, for members
 *   that overlap or exceed 2,000 MB in total. Leaves no files in these cases.
 */
export async function readZip(file: string): Promise<{ pdfs: ZippedPdf[]; skipped: string[] }> {
  const zip = await openPromise(file, {
    // Names are checked here so that the message can include them.
    decodeStrings: false,
    // The whole directory is read before the first member.
    autoClose: false,
    validateEntrySizes: true,
  }).catch((error: Error) => {
    throw refuse(`The file isn't a valid ZIP file: ${error.message}`)
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
    throw refuse(`The ZIP file can't be read: ${(error as Error).message}`)
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
 * PDFs in the directory of a ZIP file. The declared sizes can be trusted, because extracting a
 * member stops if it exceeds its size.
 *
 * @param size bytes of the file
 * @param skipped receives the names of all other members
 */
async function membersOf(zip: ZipFile, size: number, skipped: string[]): Promise<Member[]> {
  const members = new Map<string, Member>()
  let count = 0
  let packed = 0
  let expanded = 0
  for await (const entry of zip.eachEntry()) {
    if (++count > MAX_MEMBERS) throw refuse(`The ZIP file has more than ${MAX_MEMBERS} members.`)
    const fullName = nameOf(entry)
    check(entry, fullName)
    packed += entry.compressedSize
    // Overlapping members are typical of ZIP bombs.
    if (packed > size) throw refuse('Members of the ZIP file overlap.')
    const name = fullName.split('/').at(-1)!
    const place = placeIn(name)
    if (!place || members.has(JSON.stringify(place))) {
      if (name) skipped.push(shown(fullName))
      continue
    }
    members.set(JSON.stringify(place), { entry, fullName, place })
    expanded += entry.uncompressedSize
    if (expanded > MAX_EXPANDED) throw refuse('The ZIP file exceeds 2,000 MB uncompressed.')
  }
  return [...members.values()]
}

/** The document in a member's name; attachment 0 is the main document. */
function placeIn(name: string): Place | undefined {
  const [, number, attachment = 'main'] = NAME.exec(name) ?? []
  if (!number) return undefined
  return { number: Number(number), attachment: Number.parseInt(attachment, 10) || null }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
}

function check(entry: Entry, name: string): void {
  if (name.split(/[/\\]/).includes('..')) throw refuse(`${shown(name)} contains "..".`)
  if (entry.isEncrypted()) throw refuse(`${shown(name)} is encrypted.`)
  if (entry.uncompressedSize > MAX_MEMBER) throw tooLarge(name)
}

const tooLarge = (name: string) => refuse(`${shown(name)} exceeds 200 MB uncompressed.`)

/** Extracts a member, and checks its actual size and checksum, which may differ from the header. */
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
