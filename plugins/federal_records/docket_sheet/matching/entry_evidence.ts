/**
 * Decides whether two descriptions of docket entries are about the same entry: by identity (number,
 * sequence number, document ID), then by evidence (date, text, label of the document).
 */
import {
  comparableText,
  containment,
  labelFit,
  type ComparableText,
  type LabelFit,
} from './entry_text.js'

/** The facts of an entry that are compared. */
export interface EntryFacts {
  number: string | null
  /** The court system's sequence number, which is unique in a docket. */
  sequence: string | null
  /** Date of filing, as the source prints it. */
  day: string | null
  /** Empty for an entry that only has a label. */
  text: string
  documents: DocumentFacts[]
  /** When a feed announced the entry; other sources have no time of announcement. */
  announced?: Announced | null
  /** The day of entry at the court, if the source prints it outside of the text. */
  entered?: string | null
}

export interface DocumentFacts {
  /** Empty if unknown. */
  number: string
  attachment: string | null
  /** The court system's document ID; empty if unknown. */
  registryId: string
  label: string | null
}

/** Date and time of an item in a feed. */
export interface Announced {
  day: string
  time: string | null
}

/** The fact that decided, or leaves the entries undecided. */
export type EvidenceReason =
  'number' | 'sequence' | 'document' | 'date' | 'time' | 'text' | 'part of the text' | 'label'

export interface Evidence {
  verdict: 'same' | 'different' | 'undecided'
  reason: EvidenceReason
  /** Compares candidates: the strongest evidence applies. 100 and above is identity. */
  strength: number
}

const IDENTITY = 100

/** An entry prepared for many comparisons. */
export interface ComparedEntry {
  facts: EntryFacts
  number: string | null
  text: ComparableText
  label: string
  /** The label without spaces and punctuation. */
  compactLabel: string
  mainIds: string[]
  allIds: string[]
  days: Set<string>
}

/** Prepares an entry for comparisons. */
export function comparedEntry(facts: EntryFacts): ComparedEntry {
  const mains = facts.documents.filter(({ attachment }) => attachment === null)
  const text = comparableText(facts.text)
  const label = mains.find((main) => main.label)?.label ?? ''
  const ids = (documents: DocumentFacts[]) =>
    documents.map(({ registryId }) => registryId).filter(Boolean)
  return {
    facts,
    number: facts.number ?? mains.find(({ number }) => /^\d+$/.test(number))?.number ?? null,
    text,
    label,
    compactLabel: comparableText(label).compact,
    mainIds: ids(mains),
    allIds: ids(facts.documents),
    days: daysOf(facts, text),
  }
}

/** Feeds print the time of Greenwich; before noon there, the day before may not have ended. */
const NOON = '12:00:00'
const DAY = 86_400_000

/** Days on which other sources may list the entry: filed, entered, and announced. */
function daysOf(
  { day, entered, announced }: EntryFacts,
  { entered: printed }: ComparableText
): Set<string> {
  const days = new Set(printed)
  if (day) days.add(day)
  if (entered) days.add(entered)
  else if (announced) {
    days.add(announced.day)
    if (announced.time !== null && announced.time < NOON) days.add(dayBefore(announced.day))
  }
  return days
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY).toISOString().slice(0, 10)
}

/**
 * Compares two entries of a docket. The result doesn't depend on their order.
 *
 * @returns `undecided` if the evidence supports both, so that staff decide
 */
export function compareEntries(one: EntryFacts, other: EntryFacts): Evidence {
  return compare(comparedEntry(one), comparedEntry(other))
}

/** Compares prepared entries. */
export function compare(one: ComparedEntry, other: ComparedEntry): Evidence {
  return byIdentity(one, other) ?? byTime(one, other) ?? byContent(one, other)
}

const same = (reason: EvidenceReason, strength: number): Evidence => ({
  verdict: 'same',
  reason,
  strength,
})
const different = (reason: EvidenceReason): Evidence => ({
  verdict: 'different',
  reason,
  strength: 0,
})
const undecided = (reason: EvidenceReason, strength: number): Evidence => ({
  verdict: 'undecided',
  reason,
  strength,
})

/** The evidence of numbers and IDs that both entries have. */
function byIdentity(one: ComparedEntry, other: ComparedEntry): Evidence | undefined {
  const [sequence, otherSequence] = [one.facts.sequence, other.facts.sequence]
  const haveSequences = sequence !== null && otherSequence !== null
  if (one.number !== null && other.number !== null) {
    if (one.number !== other.number) return different('number')
    // A court can give a number to several entries.
    return haveSequences && sequence !== otherSequence
      ? different('sequence')
      : same('number', IDENTITY + 3)
  }
  if (haveSequences)
    return sequence === otherSequence ? same('sequence', IDENTITY + 2) : different('sequence')
  if (share(one.mainIds, other.mainIds)) return same('document', IDENTITY + 1)
  // In courts of appeals, menus turn main documents into attachments.
  if (share(one.mainIds, other.allIds) || share(one.allIds, other.mainIds))
    return same('document', IDENTITY)
  return one.mainIds.length && other.mainIds.length ? different('document') : undefined
}

function share(some: string[], others: string[]): boolean {
  return some.some((id) => others.includes(id))
}

function byTime(one: ComparedEntry, other: ComparedEntry): Evidence | undefined {
  const { days } = other
  if (one.days.size && days.size && ![...one.days].some((day) => days.has(day)))
    return different('date')
  const [first, second] = [one.facts.announced, other.facts.announced]
  // A feed announces an entry once, and repeats it with the same time.
  if (!first?.time || !second?.time) return undefined
  return first.day === second.day && first.time === second.time ? undefined : different('time')
}

/** A source that prints numbers would print that of a numbered entry. */
const UNNUMBERED_PENALTY = 3

/** A feed repeats its items, so an entry announced at the same time is preferred. */
const TIME_BONUS = 15

/** The evidence of texts and labels. */
function byContent(one: ComparedEntry, other: ComparedEntry): Evidence {
  const evidence = contentOf(one, other)
  const isStub = (entry: ComparedEntry) => entry.number === null && !entry.allIds.length
  const penalty = isStub(one) === isStub(other) ? 0 : UNNUMBERED_PENALTY
  const bonus = haveTimes(one, other) && evidence.verdict === 'same' ? TIME_BONUS : 0
  const strength = Math.min(IDENTITY - 1, evidence.strength + bonus)
  return { ...evidence, strength: Math.max(0, strength - penalty) }
}

/** Whether both were announced at a time, which is the same after `byTime`. */
function haveTimes({ facts: one }: ComparedEntry, { facts: other }: ComparedEntry): boolean {
  return Boolean(one.announced?.time && other.announced?.time)
}

function contentOf(one: ComparedEntry, other: ComparedEntry): Evidence {
  const hasText = one.text.words.length > 0
  if (hasText !== other.text.words.length > 0)
    return hasText ? labelAndText(other, one) : labelAndText(one, other)
  if (!hasText) return labels(one, other)
  if (one.text.compact === other.text.compact) return same('text', 90)
  const contained = containment(one.text, other.text)
  if (contained === 'part') return same('part of the text', 80)
  if (isLabelOf(one, other) || isLabelOf(other, one)) return same('label', 60)
  return contained === 'short' ? undecided('part of the text', 30) : different('text')
}

/** Whether the text of an entry is the label of the other one. */
function isLabelOf(one: ComparedEntry, other: ComparedEntry): boolean {
  return one.text.compact === other.compactLabel
}

/** Two entries without texts. */
function labels(one: ComparedEntry, other: ComparedEntry): Evidence {
  if (one.compactLabel === other.compactLabel) return same('label', one.label ? 70 : 20)
  return one.label && other.label ? different('label') : undecided('label', 10)
}

/** Longer labels are more specific than better fits. */
const FITS: Record<LabelFit['fit'], number> = {
  start: 36,
  inside: 33,
  words: 30,
  some: 10,
  none: 0,
}
const WORD_STRENGTH = 4
const MAX_WORDS_COUNTED = 8

/** An entry with only a label, and one with a text and perhaps a label. */
function labelAndText(stub: ComparedEntry, full: ComparedEntry): Evidence {
  if (!stub.label) return undecided('label', 10)
  if (full.label && stub.compactLabel === full.compactLabel) return same('label', 75)
  // A stub without an own label is labeled by the text that another source gives for it.
  if (stub.compactLabel === full.text.compact) return same('label', 70)
  const { fit, matched } = labelFit(stub.label, full.text)
  const strength = FITS[fit] + WORD_STRENGTH * Math.min(matched, MAX_WORDS_COUNTED)
  if (fit === 'none') return different('label')
  if (fit === 'some') return undecided('label', strength)
  return full.label && !overlap(stub, full) ? undecided('label', 20) : same('label', strength)
}

/** Whether one of two labels contains the other: `Order`, `Order on Motion to Dismiss`. */
function overlap({ label: one }: ComparedEntry, { label: other }: ComparedEntry): boolean {
  return (
    labelFit(one, comparableText(other)).fit !== 'none' ||
    labelFit(other, comparableText(one)).fit !== 'none'
  )
}
