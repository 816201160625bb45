import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files measured concurrently. */
const AT_ONCE = 32
/** Maximum number of counted files per measured file. */
const COUNTED = 20

/**
 * Adds up the file sizes in a folder and its subfolders.
 *
 * @param most number of measured files; the size of larger folders is extrapolated, and is too low
 *   for folders with more than twenty times as many files
 * @returns bytes; 0 for a missing folder
 */
export async function sizeOfFiles(folder: string, most: number): Promise<number> {
  let files = 0
  let bytes = 0
  let measured = 0
  let paths: string[] = []
  const measure = async () => {
    const sizes = await Promise.all(
      paths.map((path) =>
        stat(path).then(
          ({ size }) => size,
          () => undefined
        )
      )
    )
    paths = []
    for (const size of sizes) {
      if (size === undefined) continue
      measured++
      bytes += size
    }
  }
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (!entry.isFile()) continue
      if (++files === most * COUNTED) break
      if (files > most) continue
      paths.push(join(entry.parentPath, entry.name))
      if (paths.length === AT_ONCE) await measure()
    }
  } catch (error) {
    // The folder doesn't exist yet, or was removed.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await measure()
  return files > most && measured ? Math.round((bytes / measured) * files) : bytes
}
