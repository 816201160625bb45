/**
 * Lists of values as models see them: in the description of a parameter,
 * or shortened to a pointer to `get_choices`, and the value that a text
 * means.
 */
import type { Choice } from '#api/field_types'
import { Records } from '#api/records'
import type { ResourceRegistry } from '#api/registry'
import type { Reader } from '#app/database/reader'
import type { ListedValues } from '#app/search/define_search_type'
import { nearNames } from '#app/support/did_you_mean'
import { shown } from './tool_arguments.js'

/** Characters of a list in a schema at most; about 1000 tokens. */
const MAX_LISTED = 4000
const SAMPLES = 5

/** Where `get_choices` lists values. */
export interface ChoicePlace {
  endpoint: string
  field: string
}

/** Values with their meaning for a schema; a long list is shortened. */
export function choicesText(choices: readonly Choice[], place: ChoicePlace): string {
  const text = `One of: ${choices.map((choice) => choiceText(choice)).join(', ')}.`
  if (text.length <= MAX_LISTED) return text
  const samples = choices.slice(0, SAMPLES).map((choice) => choiceText(choice))
  return `One of ${choices.length} values, such as ${samples.join(', ')}. ${pointerTo(place)}`
}

/** A sentence on which call lists the values. */
export function pointerTo({ endpoint, field }: ChoicePlace): string {
  return `get_choices with endpoint_id '${endpoint}' and field_name '${field}' lists them all.`
}

function choiceText({ value, display_name: label }: Choice): string {
  return String(value) === label ? label : `${value} (${label})`
}

/** Milliseconds for which a list that was read is cached. */
const CACHED = 60_000
/** Maximum number of values read for a list. */
const MAX_READ = 20_000

interface ReadList {
  at: number
  choices: Promise<Choice[]>
}

/** Lists of values that are records, such as courts by their IDs, cached for a minute. */
export class ListedChoices {
  readonly #lists = new Map<string, ReadList>()
  readonly #records: Records

  constructor(registry: ResourceRegistry, reader: Reader) {
    this.#records = new Records(registry, reader)
  }

  /** The values of a list, with their labels. */
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

/**
 * The value a text means: by itself or by its label, in any case.
 *
 * @returns undefined when there is none
 */
export function choiceOf(text: string, choices: readonly Choice[]): Choice['value'] | undefined {
  let meanings = meant.get(choices)
  if (!meanings) meant.set(choices, (meanings = meaningsOf(choices)))
  return meanings.get(text.trim().toLowerCase())
}

const meant = new WeakMap<readonly Choice[], Map<string, Choice['value']>>()

/** Values by all texts that mean them; a value comes before a label, the first of several before the others. */
function meaningsOf(choices: readonly Choice[]): Map<string, Choice['value']> {
  return new Map([
    ...choices
      .toReversed()
      .map((choice) => [choice.display_name.toLowerCase(), choice.value] as const),
    ...choices.toReversed().map(({ value }) => [String(value).toLowerCase(), value] as const),
  ])
}

/** What is wrong with a text that is none of the values, with those it may mean. */
export function noSuchChoice(text: string, choices: readonly Choice[], place: ChoicePlace): string {
  const byText = new Map(
    choices.flatMap(({ value, display_name: label }) => [
      [String(value), value],
      [label, value],
    ])
  )
  const near = nearNames(text.trim(), [...byText.keys()], 3).map((name) => byText.get(name))
  const hint = near.length ? ` Did you mean: ${[...new Set(near)].join(', ')}?` : ''
  return `${shown(text)} is not one of the ${choices.length} choices.${hint} ${pointerTo(place)}`
}
