/**
 * Reads a backup file, and verifies each entry with the manifest.
 */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { CommandRefusal } from '#app/support/interrupted'
import { MANIFEST, parseManifest, type Content, type Manifest } from './format.js'

export class ArchiveReader {
  private constructor(
    readonly file: string,
    readonly zip: ZipFile,
    readonly entries: ReadonlyMap<string, Entry>
  ) {}

  /**
   * Opens a file and reads its list of entries, which is at the end: a truncated file has none.
   *
   * @throws CommandRefusal if it is missing, damaged, or not a backup
   */
  static async open(file: string): Promise<ArchiveReader> {
    let zip: ZipFile
    try {
      zip = await openPromise(file, { lazyEntries: true, autoClose: false })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      throw new CommandRefusal(
        code ? `cannot read ${file} (${code})` : `${file} is damaged or not a backup: ${message}`
      )
    }
    try {
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
      return new ArchiveReader(file, zip, entries)
    } catch (error) {
      zip.close()
      throw damaged(file, (error as Error).message)
    }
  }

  /** @throws CommandRefusal for a damaged manifest and a newer format */
  async manifest(): Promise<Manifest> {
    if (!this.entries.has(MANIFEST))
      throw new CommandRefusal(`${this.file} is not a Curia backup: it has no ${MANIFEST}`)
    return parseManifest(await this.text(MANIFEST))
  }

  /** The text of an entry, verified if its content is known. */
  async text(name: string, expected?: Content): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of this.read(name, expected)) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  }

  /**
   * The content of an entry.
   *
   * The checksum of the ZIP entry is verified at the end: the manifest, which verifies
   * everything else, has no other.
   *
   * @param expected verified as well
   * @throws CommandRefusal if the entry is missing or different
   */
  async *read(name: string, expected?: Content): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name)
    if (!entry) throw damaged(this.file, `${name} is missing`)
    const hash = createHash('sha256')
    let checksum = 0
    try {
      for await (const chunk of await this.zip.openReadStreamPromise(entry)) {
        hash.update(chunk)
        checksum = crc32(chunk, checksum)
        yield chunk
      }
    } catch (error) {
      throw damaged(this.file, `${name} cannot be read: ${(error as Error).message}`)
    }
    if (checksum !== entry.crc32 || (expected && hash.digest('hex') !== expected.sha256))
      throw damaged(this.file, `${name} differs from the saved content`)
  }

  close(): void {
    this.zip.close()
  }
}

function damaged(file: string, reason: string): CommandRefusal {
  return new CommandRefusal(`${file} is damaged: ${reason}`)
}
