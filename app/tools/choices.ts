/**
 * Lists of values for models: full lists or references to `get_choices` in parameter
 * descriptions, and the matching of text to values.
 */
import type { Choice } from '#api/field_types'
import { Records } from '#api/records'
import type { ResourceRegistry } from '#api/registry'
import type { Reader } from '#app/database/reader'
import type { ListedValues } from '#app/search/define_search_type'
import { nearNames } from '#app/support/did_you_mean'
import { shown } from './tool_arguments.js'

/** Maximum number of characters of a list in a schema; about 1,000 tokens. */
const MAX_LISTED = 4000
const SAMPLES = 5

/** Arguments of `get_choices` that list the values. */
export interface ChoicePlace {
  endpoint: string
  field: string
}

/** Describes the values and their meanings in a schema; long lists are shortened. */
export function choicesText(choices: readonly Choice[], place: ChoicePlace): string {
  const text = `One of: ${choices.map((choice) => choiceText(choice)).join(', ')}.`
  if (text.length <= MAX_LISTED) return text
  const samples = choices.slice(0, SAMPLES).map((choice) => choiceText(choice))
  return `One of ${choices.length} values, such as ${samples.join(', ')}. ${formatChoicesHint(place)}`
}

/** A sentence that names the call to list the values. */
export function formatChoicesHint({ endpoint, field }: ChoicePlace): string {
  return `get_choices with endpoint_id '${endpoint}' and field_name '${field}' lists them all.`
}

function choiceText({ value, display_name: label }: Choice): string {
  return String(value) === label ? label : `${value} (${label})`
}

/** Milliseconds for which a list is cached. */
const CACHED = 60_000
/** Maximum number of values in a list. */
const MAX_READ = 20_000

interface ReadList {
  at: number
  choices: Promise<Choice[]>
}

/** Lists whose values are records, such as courts, cached for a minute. */
export class ListedChoices {
  readonly #lists = new Map<string, ReadList>()
  readonly #records: Records

  constructor(registry: ResourceRegistry, reader: Reader) {
    this.#records = new Records(registry, reader)
  }

  /** The values of a list with their labels. */
  of({ resource, label }: ListedValues): Promise<Choice[]> {
    const known = this.#lists.get(resource)
    if (known && Date.now() - known.at < CACHED) return known.choices
    const choices = this.#read(resource, label)
    this.#lists.set(resource, { at: Date.now(), choices })
    choices.catch(() => this.#lists.delete(resource))
    return choices
  }

  async #read(resource: string, label: string): Promise<Choice[]> {
    const found = await this.#records.list(resource, {}, { fields: `id,${label}`, limit: MAX_READ })
    return found.map((record) => ({ value: record.id, display_name: String(record[label]) }))
  }
}

/** Finds the value for a text, which may be the value or its label, ignoring case. */
export function findChoiceValue(
  text: string,
  choices: readonly Choice[]
): Choice['value'] | undefined {
  let meanings = meant.get(choices)
  if (!meanings) meant.set(choices, (meanings = meaningsOf(choices)))
  return meanings.get(text.trim().toLowerCase())
}

const meant = new WeakMap<readonly Choice[], Map<string, Choice['value']>>()

/** Values by text. Values take precedence over labels, and earlier choices over later ones. */
function meaningsOf(choices: readonly Choice[]): Map<string, Choice['value']> {
  return new Map([
    ...choices
      .toReversed()
      .map((choice) => [choice.display_name.toLowerCase(), choice.value] as const),
    ...choices.toReversed().map(({ value }) => [String(value).toLowerCase(), value] as const),
  ])
}

/** The error message for a text that isn't a valid choice, with suggestions. */
export function noSuchChoice(text: string, choices: readonly Choice[], place: ChoicePlace): string {
  const byText = new Map(
    choices.flatMap(({ value, display_name: label }) => [
      [String(value), value],
      [label, value],
    ])
  )
  const near = nearNames(text.trim(), [...byText.keys()], 3).map((name) => byText.get(name))
  const hint = near.length ? ` Did you mean: ${[...new Set(near)].join(', ')}?` : ''
  return `${shown(text)} is not one of the ${choices.length} choices.${hint} ${formatChoicesHint(place)}`
}
