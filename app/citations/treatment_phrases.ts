/** Phrases that state how a decision treats a cited case, as data. */

/** Kinds of treatment. */
export const TREATMENT_KINDS = [
  'superseded_by_statute',
  'overruled',
  'abrogated',
  'reversed',
  'vacated',
  'declined_to_follow',
  'criticized',
  'questioned',
  'limited',
  'modified',
  'distinguished',
  'affirmed',
  'followed',
  'cert_granted',
  'cert_denied',
] as const

export type TreatmentKind = (typeof TREATMENT_KINDS)[number]

/**
 * The grammatical form of a phrase:
 *
 * - `short`: abbreviated history after the case (`rev'd`)
 * - `done`: a participle after the case (`was overruled by`) or a past tense before it
 * - `doing`: before the case (`overruling`)
 * - `base`: before the case, after `we`
 * - `third`: before the case, after a court (`overrules`)
 * - `state`: after the case (`is distinguishable`) or before it with `from`
 */
export type PhraseForm = 'short' | 'done' | 'doing' | 'base' | 'third' | 'state'

/** Sources of regular expressions, by kind and form. */
const PHRASES: Readonly<Record<TreatmentKind, Readonly<Partial<Record<PhraseForm, string>>>>> = {
  overruled: {
    short: `overruling (?:was )?recogni[sz]ed|over['’]d`,
    done: 'over-?ruled|receded from',
    doing: 'over-?ruling|receding from',
    base: 'over-?rule|recede from',
    third: 'over-?rules|recedes from',
  },
  abrogated: {
    short: `abrogation (?:was )?recogni[sz]ed|abrog['’]d`,
    done: 'abrogated',
    doing: 'abrogating',
    base: 'abrogate',
    third: 'abrogates',
  },
  superseded_by_statute: {
    short:
      '(?:legislatively|statutorily) (?:overruled|abrogated|super[sc]eded)|overruled (?:on other grounds )?by (?:statut|legislat|constitutional amendment|the (?:\\w+ ){0,3}Act\\b)\\w*',
    done: 'super[sc]eded',
    doing: 'super[sc]eding',
    third: 'super[sc]edes',
  },
  reversed: {
    short: `rev['’‘\`]?d`,
    done: 'reversed',
    doing: `reversing|rev['’‘]?g`,
    base: 'reverse',
    third: 'reverses',
  },
  vacated: {
    short: `vac['’]d|vacat['’]d`,
    done: 'vacated',
    doing: `vacating|vac(?:at)?['’]g`,
    base: 'vacate',
    third: 'vacates',
  },
  declined_to_follow: {
    short: 'not followed',
    done: '(?:declined|refused) to (?:follow|adopt)|(?:did|chose|elected|opted) not (?:to )?follow',
    doing:
      '(?:declining|refusing) to (?:follow|adopt)|(?:choosing|electing) not to follow|not following',
    base: '(?:decline|refuse) to (?:follow|adopt)|(?:do|will|shall) not follow|(?:choose|elect) not to follow',
    third: '(?:declines|refuses) to (?:follow|adopt)|does not follow',
  },
  criticized: {
    done: 'critici[sz]ed|(?:the )?(?:subject|target|object) (?:of|to) (?:\\w+ ){0,3}criticism|under (?:\\w+ )?(?:criticism|fire|attack)|(?:met|greeted) with (?:\\w+ )?criticism|critical of',
    doing: 'critici[sz]ing',
    base: 'critici[sz]e',
    third: 'critici[sz]es',
  },
  questioned: {
    done: '(?:called|drawn|thrown) into (?:serious |some |grave )?(?:question|doubt)|questioned|cast (?:serious |some |considerable |substantial )?doubt (?:up)?on',
    doing:
      'questioning|calling into (?:serious )?(?:question|doubt)|casting (?:serious |some |considerable |substantial )?doubt (?:up)?on',
    base: 'question|call into question',
    third:
      'questions|calls into question|casts (?:serious |some |considerable |substantial )?doubt (?:up)?on',
  },
  limited: {
    done: 'limited|confined',
    doing: 'limiting|confining',
    base: 'limit|confine',
    third: 'limits|confines',
  },
  modified: {
    short: `mod(?:if)?['’]d|modfd|as amended|(?:opinion )?amended (?:on|by|at)`,
    done: 'modified',
    doing: `modifying|mod(?:if)?['’]g`,
    base: 'modify',
    third: 'modifies',
  },
  distinguished: {
    short: `dist['’]d`,
    done: 'distinguished',
    doing: 'distinguishing',
    base: 'distinguish',
    third: 'distinguishes',
    state: 'distinguishable|inapposite',
  },
  affirmed: {
    short: `aff['’‘\`]?d|affirm['’]d`,
    done: 'affirmed',
    doing: `affirming|aff['’‘]?g`,
    base: 'affirm',
    third: 'affirms',
  },
  followed: {
    done: 'followed|adhered to',
    doing: 'following|adhering to',
    base: 'follow|adhere to',
    third: 'follows|adheres to',
  },
  cert_granted: {
    short: `(?:petition for (?:a )?(?:writ of )?)?cert(?:iorari|\\.)?,?\\s*(?:(?:was|has been) )?(?:granted|gr['’]d)`,
  },
  cert_denied: {
    short: `(?:petition for (?:a )?(?:writ of )?)?cert(?:iorari|\\.)?,?\\s*(?:(?:was|has been) )?(?:denied|den['’]?d|den\\.)`,
  },
}

/** An occurrence of a phrase in a text. */
export interface Phrase {
  readonly kind: TreatmentKind
  readonly form: PhraseForm
  readonly start: number
  readonly end: number
}

const READINGS = TREATMENT_KINDS.flatMap((kind) =>
  (Object.entries(PHRASES[kind]) as [PhraseForm, string][]).map(([form, source]) => ({
    kind,
    form,
    source,
  }))
)
const ANY = new RegExp(
  `(?<![A-Za-z'’-])(?:${READINGS.map(({ source }) => `(${source})`).join('|')})(?![A-Za-z])`,
  'gi'
)

/** The phrases of a part of a text, in order. */
export function* phrasesIn(text: string): Generator<Phrase> {
  for (const match of text.matchAll(ANY)) {
    const reading = READINGS[match.findIndex((group, at) => at > 0 && group !== undefined) - 1]!
    const { kind, form } = reading
    yield { kind, form, start: match.index, end: match.index + match[0].length }
  }
}
