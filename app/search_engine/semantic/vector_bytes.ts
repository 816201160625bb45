/**
 * Vectors as stored in the database: four-byte numbers, little-endian.
 */
import { endianness } from 'node:os'

const IS_NATIVE = endianness() === 'LE'

export function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
  return IS_NATIVE ? bytes : Buffer.from(bytes).swap32()
}

export function fromBytes(bytes: Buffer): Float32Array {
  // A copy, because the driver's buffers are slices of larger ones.
  const copy = new Uint8Array(bytes)
  if (!IS_NATIVE) Buffer.from(copy.buffer).swap32()
  return new Float32Array(copy.buffer)
}
