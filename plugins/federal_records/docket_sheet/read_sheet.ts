/**
 * Reads a line of a JSON Lines file as a docket sheet.
 */
import { docketSheet, type DocketSheet } from './schema.js'
import { SheetError } from './sheet_error.js'

/** Takes a byte order mark, which some programs put in front of a file. */
const UTF8 = new TextDecoder('utf-8', { fatal: true })

const BLANK = 0x20

/** Whether there is nothing but white space in a line. */
export function isBlank(bytes: Buffer): boolean {
  return !bytes.some((byte) => byte > BLANK)
}

/**
 * @param bytes null for a line that is too long
 * @throws SheetError or vine's E_VALIDATION_ERROR when it is none
 */
export async function readSheet(bytes: Buffer | null): Promise<DocketSheet> {
  if (!bytes) throw new SheetError('the line is too long')
  const value = parse(decode(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SheetError('the line must be an object')
  return docketSheet.validate(value)
}

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new SheetError('not UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SheetError(`not JSON: ${(error as Error).message}`)
  }
}
