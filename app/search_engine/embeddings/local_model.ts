/**
 * A local ONNX model, run by `@huggingface/transformers`. That package is not a dependency
 * because installing it downloads binaries; operators install it if they need it.
 */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { EmbeddingFailed, parseEmbeddingVector, type Embedder } from './embedder.js'
import { modelTraits } from './models.js'

const PACKAGE = '@huggingface/transformers'
/** Batch size: larger batches need more memory and aren't faster on a CPU. */
const BATCH = 8

/** The part of the package's interface used here. */
export interface Transformers {
  env: { allowRemoteModels: boolean; allowLocalModels: boolean; localModelPath: string }
  pipeline: (
    task: 'feature-extraction',
    model: string,
    options: { local_files_only: boolean }
  ) => Promise<Extractor>
}

type Extractor = (
  texts: string[],
  options: { pooling: 'mean'; normalize: boolean }
) => Promise<{ dims: number[]; data: ArrayLike<number> }>

/**
 * @param folder with `config.json`, the tokenizer files, and `onnx/model.onnx`
 * @param load imports the package
 */
export function localModel(
  folder: string,
  load: () => Promise<Transformers> = () => import(PACKAGE)
): Embedder {
  const model = basename(folder)
  const { prefixes } = modelTraits(model)
  let opening: Promise<Extractor> | undefined
  // One after the other: each run uses all cores.
  let running: Promise<unknown> = Promise.resolve()

  const compute = async (texts: string[]): Promise<Float32Array[]> => {
    opening ??= open(folder, load)
    opening.catch(() => (opening = undefined))
    const extractor = await opening
    const { dims, data } = await extractor(texts, { pooling: 'mean', normalize: true })
    const width = dims.at(-1) ?? 0
    if (dims[0] !== texts.length || data.length !== texts.length * width)
      throw new EmbeddingFailed(
        'misconfigured',
        `The model in ${folder} does not support text embeddings.`
      )
    return Array.from(texts.keys(), (at) =>
      parseEmbeddingVector(
        Float32Array.from({ length: width }, (_, i) => data[at * width + i]!),
        model
      )
    )
  }
  const inTurn = (texts: string[], signal?: AbortSignal): Promise<Float32Array[]> => {
    const result = running.then(() => {
      signal?.throwIfAborted()
      return compute(texts)
    })
    running = result.catch(() => {})
    return result
  }
  return {
    model,
    batch: BATCH,
    embedQuery: async (text, signal) => (await inTurn([prefixes.query + text], signal))[0]!,
    embedDocuments: (texts, signal) =>
      inTurn(
        texts.map((text) => prefixes.document + text),
        signal
      ),
  }
}

async function open(folder: string, load: () => Promise<Transformers>): Promise<Extractor> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new EmbeddingFailed('misconfigured', `The model folder ${folder} does not exist.`)
  if (!existsSync(join(folder, 'config.json')))
    throw new EmbeddingFailed('misconfigured', `The folder ${folder} has no config.json.`)
  const { env, pipeline } = await load().catch((error: NodeJS.ErrnoException) => {
    const missing = error.code === 'ERR_MODULE_NOT_FOUND'
    throw new EmbeddingFailed(
      'misconfigured',
      missing
        ? `A local model requires the package ${PACKAGE}. Run "npm install --no-save ${PACKAGE}".`
        : `The package ${PACKAGE} cannot be loaded: ${error.message}`
    )
  })
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.localModelPath = dirname(folder)
  return pipeline('feature-extraction', basename(folder), { local_files_only: true }).catch(
    (error: Error) => {
      throw new EmbeddingFailed(
        'misconfigured',
        `The model in ${folder} cannot be opened: ${error.message.slice(0, 200)}`
      )
    }
  )
}
