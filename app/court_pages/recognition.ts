import {
  collectJsonSigns,
  collectSigns,
  collectTextSigns,
  type OnSign,
  type SignPlace,
} from './collect_signs.js'
import { PAGE_SIGNS, type KindName, type Sign } from './page_signs.js'
import { readJsonPage } from './json_values.js'
import type { Mail } from './mail.js'
import { linesOfText } from './notice_lines.js'
import { oncePerPage } from './page_scope.js'

/** A kind and the sum of the weights of its signs. */
export interface ScoredKind {
  kind: KindName
  score: number
}

/** How certain a page or message is of its kind. */
export interface Recognition {
  score: number
  /** The kind with the next highest score, or null if no other kind has a sign. */
  runnerUp: ScoredKind | null
  /** Whether the scores differ by less than three. */
  close: boolean
}

/** Minimum score of a kind. */
const RECOGNIZED = 6
/** Scores that differ by less are close. */
const CLOSE = 3

const KINDS = Object.keys(PAGE_SIGNS) as KindName[]

/** A sign with its number and the number of its kind. */
interface KnownSign {
  at: number
  kind: number
  weight: number
}

/** The known signs of a place: by exact text, and by form. */
interface KnownPlace {
  texts: Map<string, KnownSign[]>
  /** The lengths of texts, and the lower bits of their first characters. */
  lengths: Uint8Array
  starts: Uint8Array
  forms: [form: RegExp, sign: KnownSign][]
  /** Matches texts of any form: of those for the start of a text, and of the others. */
  anyForm: RegExp[]
}

const LONGEST_TEXT = 256

/** One expression for several, which is faster than one after the other. */
const anyOf = (forms: RegExp[]) =>
  forms.length > 0 ? [new RegExp(forms.map(({ source }) => source).join('|'))] : []

const { places: PLACES, count: SIGNS } = knownPlaces()

function knownPlaces() {
  const places = new Map<SignPlace, KnownPlace>()
  let count = 0
  for (const [kind, name] of KINDS.entries()) {
    for (const [weight, where, ...texts] of PAGE_SIGNS[name] as readonly Sign[]) {
      const sign: KnownSign = { at: count++, kind, weight }
      const place: KnownPlace = places.get(where) ?? {
        texts: new Map(),
        lengths: new Uint8Array(LONGEST_TEXT),
        starts: new Uint8Array(128),
        forms: [],
        anyForm: [],
      }
      places.set(where, place)
      for (const text of texts) {
        if (typeof text !== 'string') {
          place.forms.push([text, sign])
          continue
        }
        place.texts.set(text, [...(place.texts.get(text) ?? []), sign])
        place.lengths[text.length] = 1
        place.starts[text.charCodeAt(0) & 127] = 1
      }
    }
  }
  for (const place of places.values()) {
    const forms = place.forms.map(([form]) => form)
    const isAnchored = ({ source }: RegExp) => source.startsWith('^')
    place.anyForm = [
      ...anyOf(forms.filter(isAnchored)),
      ...anyOf(forms.filter((form) => !isAnchored(form))),
    ]
  }
  return { places, count }
}

/** Texts of forms have several words. */
const SHORTEST_FORM = 15

/** Adds up the weights of signs, each of which counts once. */
class Scores {
  readonly #seen = new Uint8Array(SIGNS)
  readonly #scores = new Int32Array(KINDS.length)

  readonly add: OnSign = (where, text) => {
    const place = PLACES.get(where)
    if (!place) return
    const size = text.length
    if (size < LONGEST_TEXT && place.lengths[size] === 1) {
      const isKnown = place.starts[text.charCodeAt(0) & 127] === 1
      const known = isKnown ? place.texts.get(text) : undefined
      if (known) for (const sign of known) this.#count(sign)
    }
    if (where === 'text' && size < SHORTEST_FORM) return
    if (!place.anyForm.some((form) => form.test(text))) return
    for (const [form, sign] of place.forms) {
      if (this.#seen[sign.at] === 0 && form.test(text)) this.#count(sign)
    }
  }

  #count({ at, kind, weight }: KnownSign): void {
    if (this.#seen[at] === 1) return
    this.#seen[at] = 1
    this.#scores[kind] += weight
  }

  /** Kinds with a positive score, highest first, and in the order of the signs if equal. */
  ranking(): ScoredKind[] {
    return KINDS.map((kind, at) => ({ kind, score: this.#scores[at] }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
  }
}

/** Lines of fields separated by `|`, without markup. */
const DELIMITED = /^\s{0,100}\d{1,6}\|/

/**
 * Ranks the kinds of a page by the signs in it.
 *
 * @param source the text of the page
 * @returns the kinds with at least one sign, highest score first
 */
export const rankPage = (source: string): ScoredKind[] =>
  oncePerPage(rankPage, source, () => {
    const scores = new Scores()
    const json = /^\s{0,1000}\{/.test(source) ? readJsonPage(source) : null
    if (json) collectJsonSigns(json, scores.add)
    else if (DELIMITED.test(source)) collectTextSigns(source, scores.add)
    else collectSigns(source, scores.add)
    return scores.ranking()
  })

const MAILS = new WeakMap<Mail, ScoredKind[]>()

/** Ranks the kinds of a message by the signs in its headers and its body; see {@link rankPage}. */
export function rankMail(mail: Mail): ScoredKind[] {
  const known = MAILS.get(mail)
  if (known) return known
  const scores = new Scores()
  const domain = mail.from.slice(mail.from.lastIndexOf('@') + 1).toLowerCase()
  scores.add('sender', domain.split('.').slice(-2).join('.'))
  collectTextSigns(mail.subject.slice(0, 1_000), scores.add)
  if (mail.html !== null) collectSigns(mail.html, scores.add)
  // Without the marks that mail programs put into a forwarded message.
  const lines = mail.text === null ? [] : linesOfText(mail.text)
  collectTextSigns(lines.map(({ text }) => text).join('\n'), scores.add)
  const ranking = scores.ranking()
  MAILS.set(mail, ranking)
  return ranking
}

/**
 * The kinds that a page may be of: those with a sufficient score that is close to the highest.
 *
 * @param ranking see {@link rankPage}
 */
export const likelyKinds = (ranking: readonly ScoredKind[]): ScoredKind[] =>
  ranking.filter(({ score }) => score >= RECOGNIZED && ranking[0].score - score < CLOSE)

/**
 * The score of a kind, and the next highest one.
 *
 * @param ranking see {@link rankPage}
 * @param chosen the kind that the page is of
 */
export function toRecognition(ranking: readonly ScoredKind[], chosen: ScoredKind): Recognition {
  const runnerUp = ranking.find(({ kind }) => kind !== chosen.kind) ?? null
  return {
    score: chosen.score,
    runnerUp,
    close: runnerUp !== null && chosen.score - runnerUp.score < CLOSE,
  }
}

/** Whether a page may be of a kind; see {@link likelyKinds}. */
export const isOfKind = (name: KindName, source: string): boolean =>
  likelyKinds(rankPage(source)).some(({ kind }) => kind === name)

/** Whether a message may be of a kind; see {@link likelyKinds}. */
export const isMailOfKind = (name: KindName, mail: Mail): boolean =>
  likelyKinds(rankMail(mail)).some(({ kind }) => kind === name)
