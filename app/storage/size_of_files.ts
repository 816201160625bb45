import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that are measured at once. */
const AT_ONCE = 32
/** For each file that is measured, how many are counted at most. */
const COUNTED = 20

/**
 * Adds up the sizes of the files in a folder and those below it.
 *
 * @param most files that are measured; the size of a larger folder is estimated
 *   from as many, and of one with more than twenty times as many too low
 * @returns bytes; 0 for a folder that is not there
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
    // A folder that is not there yet, or that is removed meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await measure()
  return files > most && measured ? Math.round((bytes / measured) * files) : bytes
}
