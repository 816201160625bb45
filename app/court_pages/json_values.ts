import { oncePerPage } from './page_scope.js'

/** The result of `JSON.parse`, before validation. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export type JsonObject = { [key: string]: Json }

/** Parses a JSON object; null for invalid JSON and other values. */
export function readJsonObject(source: string): JsonObject | null {
  try {
    return asJsonObject(JSON.parse(source) as Json)
  } catch {
    return null
  }
}

/** {@link readJsonObject} of a page, which is parsed once. */
export const readJsonPage = (source: string): JsonObject | null =>
  oncePerPage(readJsonPage, source, () => readJsonObject(source))

/** The value if it is an object, or null. */
export const asJsonObject = (value: Json | undefined): JsonObject | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null

/** The objects in a list; other items are omitted. */
export const asJsonObjects = (value: Json | undefined): JsonObject[] =>
  (Array.isArray(value) ? value : []).map(asJsonObject).filter((one) => one !== null)

/** The value if it is text, or a number as text, or null. */
export const textIn = (value: Json | undefined): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

/** The value if it is a number, or numeric text as a number, or null. */
export function numberIn(value: Json | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
