/** What JSON.parse gives, before its shape is known. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export type JsonObject = { [key: string]: Json }

/** The object a text holds, or null when it is no JSON or another value. */
export function readJsonObject(source: string): JsonObject | null {
  try {
    return objectOf(JSON.parse(source) as Json)
  } catch {
    return null
  }
}

/** The value when it is an object, else null. */
export const objectOf = (value: Json | undefined): JsonObject | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null

/** The objects of a list; anything else in it is left out. */
export const objectsOf = (value: Json | undefined): JsonObject[] =>
  (Array.isArray(value) ? value : []).map(objectOf).filter((one) => one !== null)

/** The value when it is text, or a number as text; else null. */
export const textIn = (value: Json | undefined): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

/** The value when it is a number, or digits as text; else null. */
export function numberIn(value: Json | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
