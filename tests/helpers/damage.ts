import { closeSync, openSync, statSync, writeSync } from 'node:fs'

/** Overwrites a file with garbage from a byte offset on, up to its end or the given length. */
export function damageFile(path: string, from: number, most = Infinity): void {
  const file = openSync(path, 'r+')
  const length = Math.min(most, statSync(path).size - from)
  writeSync(file, Buffer.alloc(length, 0xff), 0, length, from)
  closeSync(file)
}
