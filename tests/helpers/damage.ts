import { closeSync, openSync, statSync, writeSync } from 'node:fs'

/** Overwrites a file with what means nothing, from a byte on to its end or at most so many bytes. */
export function damageFile(path: string, from: number, most = Infinity): void {
  const file = openSync(path, 'r+')
  const length = Math.min(most, statSync(path).size - from)
  writeSync(file, Buffer.alloc(length, 0xff), 0, length, from)
  closeSync(file)
}
