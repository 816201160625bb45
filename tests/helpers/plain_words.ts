/**
 * Words that mark a language of one's own, where the field has a term: not in
 * comments, messages, titles of tests or documentation. ESLint checks the
 * sources (`curia/plain-words`), `glossary.spec.ts` the documentation.
 */
const PLAIN_WORDS: [word: string, instead: string][] = [
  ['whoever', 'name who: the signed-in user, the caller, the client'],
  ['nobody', 'no account, no process, no client; anonymous; unused'],
  ['somebody', 'another account, another process, a visitor'],
  ['anybody', 'any user, any client'],
  ['behind', 'after (order), appended (text), of (what belongs to a thing)'],
  ['stands?', 'is, occurs, is stored'],
  ['lies?', 'is, is stored, is adjacent'],
  ['anew', 'again; rebuilt, recreated'],
  ['told', 'reported, notified, sent, announced; distinguished'],
  ['of ours', 'of the server, of the archive, own'],
  ['tells? of', 'reports, announces'],
  ['no news', 'no change, triggers nothing'],
  ['what is there', 'existing rows, existing records'],
  ['of (?:its|their) own accord', 'without a request'],
  ['the night', 'nightly'],
  ['g(?:ives?|iven|iving) back', 'returns, releases, requeues'],
  ['go(?:es|ing)? on', 'continues, resumes'],
  ['put off', 'delayed'],
]

/** Where these words are the field's own. */
const EXCEPTIONS = [
  'stands? (?:for|by)',
  'left behind',
  'behind (?:a )?(?:reverse )?prox(?:y|ies)',
  'write-behind',
  'how far behind',
  'behind the archive',
  '\\bs behind',
]

const WORDS = new RegExp(`\\b(?:${PLAIN_WORDS.map(([word]) => word).join('|')})\\b`, 'gi')
const ALLOWED = new RegExp(EXCEPTIONS.join('|'), 'gi')

export interface PrivateWord {
  word: string
  instead: string
  /** Offset in the text. */
  at: number
}

/** @returns words of a text that have a plainer one, in their order */
export function privateWords(text: string): PrivateWord[] {
  const allowed = text.replaceAll(ALLOWED, (phrase) => ' '.repeat(phrase.length))
  return [...allowed.matchAll(WORDS)].map(({ 0: word, index }) => ({
    word,
    instead: PLAIN_WORDS.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(word))![1],
    at: index,
  }))
}
