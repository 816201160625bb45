/** Texts of passages without what differs from page to page. */
import { createHash } from 'node:crypto'

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const WEEKDAY =
  '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)'
const DATE = '<date>'

/** Replacements in order: dates and case numbers before the numbers in them. */
const VARYING: [pattern: RegExp, replacement: string][] = [
  // January 2, 2024
  [new RegExp(String.raw`\b${MONTH}\.?[ -]\d{1,2}(?:st|nd|rd|th)?(?:,? ?-?\d{4})?\b`, 'gi'), DATE],
  // 2 January 2024, 02-Jan-24
  [
    new RegExp(
      String.raw`\b\d{1,2}(?:st|nd|rd|th)?[ -](?:day of )?${MONTH}\b\.?(?:,?[ -]\d{4}\b|-\d{2}\b)?`,
      'gi'
    ),
    DATE,
  ],
  // January 2024
  [new RegExp(String.raw`\b${MONTH}\.?,? \d{4}\b`, 'gi'), DATE],
  // 01/02/2024, 2024-01-02
  [/\b\d{1,4}([/.-])\d{1,2}\1\d{1,4}\b/g, DATE],
  [new RegExp(String.raw`\b${WEEKDAY}\.?,? ${DATE}`, 'gi'), DATE],
  // 1:24-cv-00123-ABC, 24-bk-00123
  [/\b(?:\d{1,2}:)?\d{2,4}-[a-z]{2,5}-\d{1,7}(?:-[A-Z0-9]{1,5}){0,4}\b/gi, '<case>'],
  // 10:30 AM EST
  [/\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b\.?)?(?: (?:[ECMPAH][SD]?T|UTC|GMT)\b)?/gi, '<time>'],
  [/\d(?:[\d,.]{0,30}\d)?/g, '0'],
]

/** The text with placeholders for numbers, dates, times, and case numbers. */
export function normalizePassage(text: string): string {
  let normal = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  for (const [pattern, replacement] of VARYING) normal = normal.replaceAll(pattern, replacement)
  return normal
}

/** SHA-256 that identifies passages that differ only in numbers and dates. */
export function passageDigest(text: string): string {
  return createHash('sha256').update(normalizePassage(text)).digest('hex')
}

/** Numbers of persons that the archive never stores, in the spellings of courts. */
const PERSONAL: [pattern: RegExp, replacement: string][] = [
  [/\bA(?:lien)?[-#: ]{0,3}\d{2,3}[- ]?\d{3}[- ]?\d{3}\b/gi, 'A[removed]'],
  [/\b\d{3}-\d{2}-\d{4}\b/g, '[removed]'],
]

/** A passage as it can be stored: without null characters and numbers of persons, up to a length. */
export function storablePassage(text: string, length: number): string {
  let plain = text.replaceAll('\0', '').slice(0, length).toWellFormed()
  for (const [pattern, replacement] of PERSONAL) plain = plain.replaceAll(pattern, replacement)
  return plain
}
