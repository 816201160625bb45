/** Texts for benchmarks of the extractor: prose with citations and worst cases. */
import { Random } from '#app/support/random'

const SENTENCES = [
  'The judgment of the district court is reviewed for an abuse of discretion.',
  'No party has urged us to revisit that holding, and we see no reason to do so here.',
  'The record shows that the notice was sent on March 3 to the residence that the lessee had given.',
  'Whether the statute reaches such conduct is a question of law, which we decide de novo.',
  'Counsel conceded at argument that the figure in the opening brief was mistaken.',
]
const NAMES = ['Thistlewood', 'Marlowe', 'Copperline Meter Co.', 'Okonjo', 'Tidewater', 'Garza']
export const REPORTERS = [
  'U.S.',
  'F.2d',
  'F.3d',
  'S. Ct.',
  'N.E.2d',
  'P.3d',
  'Cal. App. 4th',
  'A.D.2d',
]

/** Citation of a case. */
export interface CitedPlace {
  readonly volume: number
  readonly reporter: string
  readonly page: number
}

export function anyPlace(random: Random): CitedPlace {
  const number = (most: number) => 1 + Math.floor(random.next() * most)
  const reporter = REPORTERS[Math.floor(random.next() * REPORTERS.length)]!
  return { volume: number(900), reporter, page: number(1200) }
}

/**
 * Creates prose with a citation in about every third sentence.
 *
 * @param characters approximate length
 * @param placeOf returns the cited cases
 */
export function prose(characters: number, seed = 1, placeOf = anyPlace): string {
  const random = new Random(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random.next() * list.length)]!
  const number = (most: number) => 1 + Math.floor(random.next() * most)
  const full = ({ volume, reporter, page }: CitedPlace) =>
    `${volume} ${reporter} ${page}, ${page + number(9)} (${1950 + number(70)})`
  const short = ({ volume, reporter, page }: CitedPlace) =>
    `${volume} ${reporter} at ${page + number(9)}`
  const citations = [
    () => `See ${pick(NAMES)} v. ${pick(NAMES)}, ${full(placeOf(random))} (holding the contrary).`,
    () => `Id. at ${number(1200)}.`,
    () => `${pick(NAMES)}, supra, at ${number(1200)}.`,
    () => `${pick(NAMES)}, ${short(placeOf(random))}.`,
    () => `The rule is that of 42 U.S.C. § ${number(2000)}.`,
  ]
  const parts: string[] = []
  for (let length = 0; length < characters;) {
    const sentence = random.next() < 0.35 ? pick(citations)() : pick(SENTENCES)
    const part = random.next() < 0.1 ? `${sentence}\n\n` : `${sentence} `
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}

const REPEATED: Record<string, string> = {
  'citations in a row': '1 U.S. 1 ',
  'parallel citations': '1 U.S. 1, ',
  'parentheses': '(',
  'parentheses after citations': '1 U.S. 1 (',
  'without spaces': 'x',
  'digits': '1',
  'abbreviations without volumes': 'U.S. ',
  'versus': 'A v. B, ',
  'versus without names': 'v. ',
  'capitals': 'A ',
  'short forms': 'Id. ',
  'section signs': '§ ',
  'section signs without spaces': '§',
  'pages': ' at 1',
  'commas': ',',
  'periods': '. ',
  'supra': 'Foo, supra, ',
  'years': '(1950) ',
}

/** Worst-case texts by repeated pattern. */
export function hostileTexts(characters: number): Map<string, string> {
  return new Map(
    Object.entries(REPEATED).map(([name, part]) => [
      name,
      part.repeat(Math.ceil(characters / part.length)).slice(0, characters),
    ])
  )
}
