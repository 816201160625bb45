/** Vectors as the index keeps them: of length 1, and one bit for the sign of each number. */

/** Numbers a vector has. */
export const DIMENSIONS = 768

/** The vector with length 1. @throws Error for vectors of another size, or without a direction */
export function normalised(vector: Float32Array): Float32Array {
  if (vector.length !== DIMENSIONS)
    throw new Error(`A vector has ${DIMENSIONS} numbers, not ${vector.length}.`)
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0))
  if (!Number.isFinite(length) || length === 0) throw new Error('A vector without a direction.')
  return vector.map((number) => number / length)
}

export function signBits(vector: Float32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vector.length / 8))
  vector.forEach((number, at) => {
    if (number > 0) bits[at >> 3]! |= 1 << (at & 7)
  })
  return bits
}

export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Dot product of a vector with one as it is kept. */
export function similarity(vector: Float32Array, kept: Uint8Array): number {
  const isAligned = kept.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0
  const { buffer, byteOffset } = isAligned ? kept : kept.slice()
  const other = new Float32Array(buffer, byteOffset, vector.length)
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += vector[at]! * other[at]!
  return sum
}
