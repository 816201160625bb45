/** Contents of the sample archive's files, for tests that count its rows. */
import { readFileSync } from 'node:fs'

const FOLDER = new URL('../../database/sample/', import.meta.url)

/** Values in the files' dialect, which may contain line breaks. */
const VALUES = /"(?:\\.|[^"\\])*"/gs

/** Rows of one of its bulk data files. */
export function sampleCount(stem: string): number {
  const text = readFileSync(new URL(`${stem}.csv`, FOLDER), 'utf8')
  return text.replace(VALUES, '').trimEnd().split('\n').length - 1
}
