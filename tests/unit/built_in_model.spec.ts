/** The built-in embedding model, its tokenizer, and its vectors. */
import { test } from '@japa/runner'
import { builtInModel } from '#app/search_engine/embeddings/built_in_model'
import { BUILT_IN_MODEL, DIMENSIONS, hasDimensions } from '#app/search_engine/embeddings/models'
import {
  SentenceTokenizer,
  type Vocabulary,
} from '#app/search_engine/embeddings/sentence_tokenizer'

const LINES = [
  'Officers may search a vehicle without a warrant only if the arrestee could reach it.',
  'A landlord must return the security deposit within thirty days.',
  'Separate schools for children of different races are inherently unequal.',
  'A contract may limit the damages for goods that are lost in a warehouse.',
  'The union may charge nonmembers only for the cost of bargaining.',
]
const QUESTIONS = [
  'Can police look through my car when I am arrested?',
  'When do renters get their money back?',
  'racial segregation in public education',
  'the storage company does not have to pay for everything that was destroyed',
  'fees of workers who did not join organized labor',
]

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, number, at) => sum + number * other[at]!, 0)
}

test.group('the built-in model', () => {
  const model = builtInModel()

  test('finds each text by a question with other words', async ({ assert }) => {
    const texts = await model.embedDocuments(LINES)
    for (const [at, question] of QUESTIONS.entries()) {
      const vector = await model.embedQuery(question)
      const similarities = texts.map((text) => dot(vector, text))
      assert.equal(similarities.indexOf(Math.max(...similarities)), at, question)
    }
  }).timeout(120_000)

  test('returns padded vectors of length 1 that do not depend on the batch', async ({ assert }) => {
    const long = LINES.join(' ').repeat(50)
    const odd = ['', ' \n', 'x'.repeat(5000), '日本語 のテキスト', '\u{1F600}'.repeat(300), long]
    const vectors = await model.embedDocuments([...odd, LINES[0]!])
    const alone = await model.embedDocuments([LINES[0]!])
    for (const vector of vectors) {
      assert.lengthOf(vector, DIMENSIONS)
      assert.closeTo(Math.hypot(...vector), 1, 1e-5)
      assert.isTrue(hasDimensions(vector, 512))
    }
    assert.closeTo(dot(vectors.at(-1)!, alone[0]!), 1, 1e-5)
    // The vector of this text with the runtime of TensorFlow.js 4.22.
    const [first] = await model.embedDocuments(['hello world'])
    assert.closeTo(first![0]!, HELLO_WORLD[0]!, 1e-4)
    assert.closeTo(first![511]!, HELLO_WORLD[1]!, 1e-4)
    assert.equal(model.model, BUILT_IN_MODEL)
  }).timeout(120_000)

  test('stops when it is no longer needed', async ({ assert }) => {
    const reason = new Error('stopped')
    const stopped = await model.embedDocuments(LINES, AbortSignal.abort(reason)).catch((e) => e)
    assert.equal(stopped, reason)
  })
})

/** First and last number of the vector of "hello world". */
const HELLO_WORLD = [-0.0514965, 0.0560779]

const VOCABULARY: Vocabulary = [
  ...(['', '', '', '', '', ''].map((piece) => [piece, 0]) as Vocabulary),
  ['\u2581', -3],
  ['\u2581law', -5],
  ['yer', -5],
  ['\u2581lawyer', -9],
  ['l', -8],
  ['a', -8],
  ['w', -8],
  ['s', -4],
]
const token = (piece: string) => VOCABULARY.findIndex(([text]) => text === piece)

test.group('sentence tokenizer', () => {
  const tokenizer = new SentenceTokenizer(VOCABULARY)

  test('{text} is {pieces}')
    .with([
      { text: 'law', pieces: ['\u2581law'] },
      { text: 'lawyer', pieces: ['\u2581lawyer'] },
      { text: 'lawyers', pieces: ['\u2581lawyer', 's'] },
      { text: ' law \n law ', pieces: ['\u2581law', '\u2581law'] },
      { text: 'laws', pieces: ['\u2581law', 's'] },
      { text: 'was', pieces: ['\u2581', 'w', 'a', 's'] },
      { text: '', pieces: ['\u2581'] },
      { text: 'law #?! law', pieces: ['\u2581law', '\u2581', '', '\u2581law'] },
      { text: '\uFF4C\uFF41\uFF57', pieces: ['\u2581law'] },
    ])
    .run(({ assert }, { text, pieces }) => {
      assert.deepEqual(tokenizer.encode(text, 20), pieces.map(token))
    })

  test('returns at most the given number of tokens', ({ assert }) => {
    assert.lengthOf(tokenizer.encode('law '.repeat(100_000), 7), 7)
    assert.lengthOf(tokenizer.encode('s'.repeat(100_000), 7), 7)
  })
})
