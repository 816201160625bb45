/** Encodes texts with the built-in model, in a thread that loads the model once. */
import { SentenceEncoder } from './sentence_encoder.js'

let loading: Promise<SentenceEncoder> | undefined

export default async function encode(texts: string[]): Promise<Float32Array[]> {
  loading ??= SentenceEncoder.load()
  loading.catch(() => (loading = undefined))
  return (await loading).encode(texts)
}
