import { test } from '@japa/runner'
import { BUILT_IN_MODEL, modelTraits, STANDARD_MODEL } from '#app/search_engine/embeddings/models'
import split from '#app/search/semantic/split_text_task'
import { splitIntoChunks } from '#app/search_engine/semantic/chunks'
import { splitIntoSentences } from '#app/search_engine/semantic/sentences'
import { estimateTokens, truncateTokens } from '#app/search_engine/semantic/token_estimate'

const PREFIX = estimateTokens('search_document: ')
const { maxTokens: MAX_TOKENS, minTokens: MIN_TOKENS } = modelTraits(STANDARD_MODEL)

/** A sentence with the given number of one-token words, plus a period. */
function sentence(name: string, words: number): string {
  return `${name} ${'word '.repeat(words - 2)}end.`
}

test.group('sentences', () => {
  test('splits: {text}')
    .with([
      { text: 'The court held. It reversed.', parts: ['The court held.', 'It reversed.'] },
      {
        text: 'In Roe v. Wade, 410 U.S. 113 (1973), it did. See id. at 5.',
        parts: ['In Roe v. Wade, 410 U.S. 113 (1973), it did.', 'See id. at 5.'],
      },
      {
        text: 'He sued under 42 U.S.C. § 1983. No. 12-345 was dismissed.',
        parts: ['He sued under 42 U.S.C. § 1983.', 'No. 12-345 was dismissed.'],
      },
      {
        text: 'See 12 F. Supp. 2d 34; 5 F.3d 6. Mr. Alder and Dr. Birch, Jr. Left.',
        parts: ['See 12 F. Supp. 2d 34; 5 F.3d 6.', 'Mr. Alder and Dr. Birch, Jr. Left.'],
      },
      {
        text: 'Acme, Inc. Appealed (5th Cir. 1990). Ass’n. Counsel agreed.',
        parts: ['Acme, Inc. Appealed (5th Cir. 1990).', 'Ass’n. Counsel agreed.'],
      },
      { text: '“Stop.” He left! Why? So.', parts: ['“Stop.”', 'He left!', 'Why?', 'So.'] },
      {
        text: 'A line that\ncontinues. Next\r\nline.\n\nTITLE\n \nBody.',
        parts: ['A line that continues.', 'Next line.', 'TITLE', 'Body.'],
      },
      { text: ' \n\n ', parts: [] },
    ])
    .run(({ assert }, { text, parts }) => assert.deepEqual(splitIntoSentences(text), parts))

  test('splits long text without sentence ends completely and in linear time', ({ assert }) => {
    const words = 'no. of the '.repeat(100_000)
    assert.equal(splitIntoSentences(words).join(' '), words.trim())
    const letters = 'x'.repeat(1_000_000)
    assert.equal(splitIntoSentences(letters).join(''), letters)
  })
})

test.group('tokens', () => {
  test('are never underestimated', ({ assert }) => {
    // Counted with a byte-pair tokenizer of 50,257 tokens.
    const counted: [text: string, tokens: number][] = [
      ['The court granted the motion for summary judgment.', 9],
      ['See Anderson v. Liberty Lobby, Inc., 477 U.S. 242, 247-48 (1986).', 23],
      ['28 U.S.C. §§ 1331, 1343(a)(3)', 18],
    ]
    for (const [text, tokens] of counted) {
      assert.isAtLeast(estimateTokens(text), tokens, text)
      assert.isAtMost(estimateTokens(text), tokens * 1.5, text)
    }
  })

  test('truncates text after a word', ({ assert }) => {
    const text = 'one two three four'
    assert.equal(truncateTokens(text, 3), 'one two three')
    assert.equal(truncateTokens(text, 4), text)
    assert.isAtMost(estimateTokens(truncateTokens('x'.repeat(10_000), 100)), 100)
    assert.isAtMost(estimateTokens(truncateTokens('9'.repeat(10_000), 100)), 100)
  })
})

test.group('chunks', () => {
  test('are not made from texts of fewer than 100 tokens', ({ assert }) => {
    assert.deepEqual(splitIntoChunks(''), [])
    // The words and the period.
    assert.deepEqual(splitIntoChunks(sentence('short', MIN_TOKENS - 2)), [])
    const enough = sentence('long', MIN_TOKENS - 1)
    assert.deepEqual(splitIntoChunks(enough), [enough])
  })

  test('are whole sentences and repeat the last two of the previous chunk', ({ assert }) => {
    const sentences = Array.from({ length: 12 }, (_, at) => sentence(`S${at}`, 110))
    const chunks = splitIntoChunks(sentences.join(' '))
    const expected = [
      [0, 1, 2, 3],
      [2, 3, 4, 5],
      [4, 5, 6, 7],
      [6, 7, 8, 9],
      [8, 9, 10, 11],
    ].map((ats) => ats.map((at) => sentences[at]).join(' '))
    assert.deepEqual(chunks, expected)
  })

  test('repeat no sentences that don’t fit', ({ assert }) => {
    const sentences = [200, 200, 200].map((words, at) => sentence(`S${at}`, words))
    assert.deepEqual(splitIntoChunks(sentences.join(' ')), [
      `${sentences[0]} ${sentences[1]}`,
      sentences[2],
    ])
  })

  test('a sentence that is too long is truncated and becomes a separate chunk', ({ assert }) => {
    const sentences = [sentence('Before', 50), sentence('Long', 2000), sentence('After', 50)]
    const chunks = splitIntoChunks(sentences.join(' '))
    assert.lengthOf(chunks, 3)
    assert.equal(chunks[0], sentences[0])
    assert.match(chunks[1]!, /^Long (word ?)+$/)
    assert.equal(chunks[2], sentences[2])
    for (const chunk of chunks) assert.isAtMost(PREFIX + estimateTokens(chunk), MAX_TOKENS)
  })

  test('have the length that the built-in model reads', ({ assert }) => {
    const traits = modelTraits(BUILT_IN_MODEL)
    const sentences = Array.from({ length: 12 }, (_, at) => sentence(`S${at}`, 28))
    const expected = [0, 2, 4, 6, 8, 10].map((at) => `${sentences[at]} ${sentences[at + 1]}`)
    assert.deepEqual(splitIntoChunks(sentences.join(' '), traits), expected)
    const [long] = splitIntoChunks(sentence('Long', 2000), traits)
    assert.isAtMost(estimateTokens(long!), traits.maxTokens)
  })

  test('fit the token limit and include every sentence', ({ assert }) => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 0x7fffffff) % below
    for (let round = 0; round < 30; round++) {
      const sentences = Array.from({ length: 5 + random(60) }, (_, at) =>
        sentence(`S${at}x${round}`, 3 + random(300))
      )
      const chunks = splitIntoChunks(sentences.join(random(2) ? ' ' : '\n\n'))
      for (const chunk of chunks) assert.isAtMost(PREFIX + estimateTokens(chunk), MAX_TOKENS)
      for (const each of sentences) assert.isTrue(chunks.some((chunk) => chunk.includes(each)))
    }
  })
})

test.group('passages of a summary', () => {
  const content = `${sentence('Opinion', 30)} ${sentence('Text', 30)}`
  const passages = (summary: string, model = BUILT_IN_MODEL) =>
    split({ content, isHtml: false, summary, model })

  test('precede those of the text, with the built-in model: {0}')
    .with([
      ['A State may require vaccination.', 'A State may require vaccination.'],
      ['<p>A State may require vaccination.</p>', 'A State may require vaccination.'],
      ['Search &amp; seizure of a parked car.', 'Search & seizure of a parked car.'],
      ['Where x < y, the duty is not owed.', 'Where x < y, the duty is not owed.'],
    ] as [string, string][])
    .run(({ assert }, [summary, passage]) => {
      assert.deepEqual(
        passages(summary).map((text) => text.trim()),
        [passage, ...passages('')]
      )
    })

  test('are not made for other models, or of very short summaries', ({ assert }) => {
    const long = sentence('Summary', 200)
    assert.deepEqual(passages(long, STANDARD_MODEL), passages('', STANDARD_MODEL))
    assert.deepEqual(passages('Affirmed.'), passages(''))
  })
})
