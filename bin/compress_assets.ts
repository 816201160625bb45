/** Compresses the assets of a build at the highest level. */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Coding } from '../app/support/content_coding.js'
import { assetNames, builtAsset, readAsset } from '../app/web/assets.js'

const COMPRESS: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: promisify(brotliCompress),
  gzip: (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
}

/** @param folder of the build */
export async function compressAssets(folder: string): Promise<void> {
  const build = pathToFileURL(`${folder}/`)
  const assets = assetNames()
    .map((name) => readAsset(name)!)
    .filter(({ isCompressible }) => isCompressible)
  await Promise.all(
    assets.flatMap((asset) =>
      Object.entries(COMPRESS).map(async ([coding, compress]) => {
        const file = builtAsset(asset, coding, build)
        await mkdir(fileURLToPath(new URL('.', file)), { recursive: true })
        await writeFile(file, await compress(asset.body))
      })
    )
  )
}
