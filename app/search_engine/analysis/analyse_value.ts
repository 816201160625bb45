/** The index terms of a field value: its words, and the keys of its shape. */
import { listDocketNumberKeys, readDocketNumbers } from '#app/support/docket_number'
import type { IndexField } from '../index_definition.js'
import { analyse, type Words } from './analyse.js'

type Shaped = Pick<IndexField, 'shape'>

/** The words of a text field's value, with its keys where the field has a shape. */
export function analyseValue(field: Shaped, text: string): Words {
  const words = analyse(text)
  return field.shape ? { ...words, key: keysOfValue(field, text) } : words
}

/** The distinct keys of a text field's value; empty if the field has no shape. */
export function keysOfValue({ shape }: Shaped, text: string): string[] {
  return shape ? [...new Set(readDocketNumbers(text).numbers.flatMap(listDocketNumberKeys))] : []
}
