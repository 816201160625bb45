/**
 * The manifest of an export: its archive, its position in the change log, and its files.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import vine from '@vinejs/vine'
import type { Infer } from '@vinejs/vine/types'
import { BulkError } from '../import/bulk_error.js'

/** Version of the manifest; increased by changes that earlier versions can't read. */
export const FORMAT = 1

/** Name of the manifest in the folder of an export. */
export const MANIFEST = 'manifest.json'

export const COMPRESSIONS = ['bz2', 'zstd', 'none'] as const

export type Compression = (typeof COMPRESSIONS)[number]

/** Ending of the file names, by compression. */
export const ENDINGS: Record<Compression, string> = { bz2: '.bz2', zstd: '.zst', none: '' }

/** Maximum number of files and columns. */
const MAX_FILES = 1_000
const MAX_COLUMNS = 1_000
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

const name = () => vine.string().regex(/^[\w][\w.-]{0,199}$/)

const file = vine.object({
  name: name(),
  /** Stem of the bulk data file. */
  stem: name(),
  /**
   * In increments: `rows` to insert or update, or `removed`, a list of values of one column whose
   * other rows are deleted.
   */
  kind: vine.enum(['rows', 'removed'] as const).optional(),
  columns: vine.array(name()).minLength(1).maxLength(MAX_COLUMNS),
  rows: vine.number().withoutDecimals().min(0),
  /** Size on disk. */
  bytes: vine.number().withoutDecimals().min(0),
  /** Size of the uncompressed text. */
  text_bytes: vine.number().withoutDecimals().min(0),
  /** Checksum of the file on disk. */
  sha256: vine.string().regex(/^[0-9a-f]{64}$/),
})

const manifest = vine.compile(
  vine.object({
    format: vine.number().withoutDecimals().min(1),
    archive: vine.object({
      id: vine.string().uuid(),
      /** First ID of rows that the exporting server created. */
      first_local_id: vine.number().withoutDecimals().min(1),
    }),
    /** Version of the exporting server. */
    version: vine.string().maxLength(100),
    /** When the snapshot was created. */
    date: vine.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    /** Position of the snapshot in the change log. */
    position: vine.string().maxLength(100_000),
    /** In increments: the position after which changes are included. */
    since: vine.string().maxLength(100_000).optional(),
    /** Missing for CSV files. */
    file_format: vine.enum(['parquet'] as const).optional(),
    /** In Parquet files, that of their pages. */
    compression: vine.enum(COMPRESSIONS),
    files: vine.array(file).maxLength(MAX_FILES),
  })
)

export type Manifest = Infer<typeof manifest>
export type ManifestFile = Infer<typeof file>

/**
 * Reads the manifest in the folder of an export.
 *
 * @throws BulkError if it is missing, invalid, or newer than this version
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST)
  const refuse = (reason: string) => new BulkError(`cannot read ${path}: ${reason}`)
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BulkError(`${folder} has no export: no ${MANIFEST}`) : error
  })
  if (!found.isFile() || found.size > MAX_MANIFEST_BYTES) throw refuse('not a manifest')
  let read: unknown
  try {
    read = JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw refuse('not valid JSON')
  }
  const { format } = (read ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format > FORMAT)
    throw refuse(`format ${format} requires a newer version of Curia`)
  const [error, valid] = await manifest.tryValidate(read)
  if (error) throw refuse((error.messages as { message: string }[])[0]!.message)
  return valid
}

/** Writes a file of JSON in one step: readers see the previous one or the complete new one. */
export async function writeJson(path: string, content: object): Promise<void> {
  const draft = `${path}.part`
  const handle = await open(draft, 'w')
  try {
    await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

/**
 * Checks that the files of an export are complete and unchanged.
 *
 * @throws BulkError with the name of the first file that isn't
 */
export async function verifyFiles(
  folder: string,
  files: readonly ManifestFile[],
  signal?: AbortSignal
): Promise<void> {
  for (const { name: fileName, bytes, sha256 } of files) {
    const path = join(folder, fileName)
    const found = await stat(path).catch((error: Error) => {
      throw new BulkError(`cannot read ${path}: ${error.message}`)
    })
    if (found.size !== bytes)
      throw new BulkError(
        `${fileName} has ${found.size} bytes, but the manifest lists ${bytes}; copy it again`
      )
    const hash = createHash('sha256')
    // No larger than small files need: large buffers make the garbage collector run.
    const highWaterMark = Math.max(1, Math.min(bytes, 1 << 20))
    await pipeline(createReadStream(path, { highWaterMark }), hash, { signal })
    if (hash.digest('hex') !== sha256)
      throw new BulkError(`${fileName} doesn't match its checksum in the manifest; copy it again`)
  }
}
