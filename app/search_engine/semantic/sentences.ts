/**
 * Sentences of legal English. The Unicode rules in the runtime (UAX 29) find
 * possible ends of sentences. Parts that were split after an abbreviation are
 * joined again.
 */
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * Joined sentences aren't extended beyond this length, so that a list without an end stays
 * bounded.
 */
const MAX_JOINED_LENGTH = 1_000

/**
 * Abbreviations with a period that may be followed by something that looks like the start of a
 * sentence.
 */
const ABBREVIATIONS = new Set(
  `adm admr amend ann app appx apr arb art arts assn assoc atty aug ave b bankr bhd blvd bros cal cent cert cf ch chs
  cir cl cls co col colo comm commn compl conf conn const corp ct cty dec def defs del dep dept dev dist div doc docs
  dr eg eq est et etc ex exh exch exec fam feb fed ff fig fla fn gen govt hon ie ill inc ind indem ins inst intl jan
  jr jud jul jun kan la legis llc ltd mag mar mass md mem mfg mich minn misc miss mkt mo mont mr mrs ms mt mun natl
  neb nev no nos nov oct okla op opp ord pa par para paras pet pl plc pls pp prac prof prop pt pub pvt que reg regs
  rel reg rep reprt res resp rev ry sec secs sen sept ser sess sr st ste stat subd subdiv subs sup supp supr sw tech
  tel tenn tex tit tr transp twp univ util va vol vols vs vt wash wis wyo`.split(/\s+/)
)

const LAST_WORD = /(?:^|[\s([“"'‘])([A-Za-z][A-Za-z.’']*)\.["”’')\]]*$/
/** A sentence doesn't start like this: a number or a section. */
const CONTINUATION = /^[§¶\d(]/

/** @returns the trimmed sentences in order, without line breaks */
export function splitIntoSentences(text: string): string[] {
  return paragraphsOf(text).flatMap((paragraph) => {
    const sentences: string[] = []
    for (const { segment } of segmenter.segment(paragraph)) {
      const sentence = segment.trim()
      const before = sentences.at(-1)
      if (!sentence) continue
      if (before !== undefined && belongTogether(before, sentence))
        sentences[sentences.length - 1] = `${before} ${sentence}`
      else sentences.push(sentence)
    }
    return sentences
  })
}

/** Joins the lines of a page; a blank line ends a paragraph. */
function paragraphsOf(text: string): string[] {
  return text
    .split(/\r?\n[^\S\n]*\r?\n|\f/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}

function belongTogether(before: string, after: string): boolean {
  if (before.length + after.length > MAX_JOINED_LENGTH) return false
  const [, word] = LAST_WORD.exec(before.slice(-40)) ?? []
  if (!word) return false
  // Initials and similar abbreviations: `v.`, `J.`, `U.S.`, `F.`; a number after one makes it a
  // citation.
  const letters = word.replace(/[.’']/g, '')
  if (letters.length === 1 || /^(?:[A-Za-z]\.)+[A-Za-z]$/.test(word)) return true
  return (
    ABBREVIATIONS.has(letters.toLowerCase()) || (word.includes('.') && CONTINUATION.test(after))
  )
}
