/** Words with a similar meaning, and function words. */
import { test } from '@japa/runner'
import { isFunctionWord } from '#app/search_engine/analysis/function_words'
import { readList } from '#app/search_engine/analysis/synonyms'
import { stemWord } from '#app/search_engine/analysis/word_forms'
import { QueryLanguage } from '#app/search_engine/query/language'
import synonyms from '#plugins/case_law/search/language/synonyms'

const language = new QueryLanguage({ rewriters: [], synonyms })
const related = (word: string) =>
  language.listRelated(stemWord(word)).map((words) => words.join(' '))

test.group('related words', () => {
  test('{0}: {1}')
    .with([
      ['lawyer', 'counsel'],
      ['lawyers', 'attorney'],
      ['cops', 'police'],
      ['wedding', 'marriage'],
      ['marriage', 'wed'],
      ['inoculations', 'vaccine'],
      ['jail', 'prison'],
      ['renter', 'tenant'],
      ['gay', 'same-sex'],
      ['pistols', 'handgun'],
    ] as [string, string][])
    .run(({ assert }, [word, other]) => {
      const stems = other.split('-').map(stemWord).join(' ')
      assert.include(related(word), stems)
      assert.notInclude(language.listSynonyms([word]).flat(), other)
    })

  test('lines that share a word add up, without the word or repetitions', ({ assert }) => {
    const list = readList('fire, dismiss, fires\nfire, blaze, dismiss')
    const own = new QueryLanguage({
      rewriters: [],
      synonyms: [{ synonyms: list, areRelated: true }],
    })
    assert.deepEqual(own.listRelated('fire'), [['dismiss'], ['blaze']])
    assert.isEmpty(own.listRelated('unknown'))
    assert.isEmpty(own.listSynonyms(['fire']))
  })
})

test.group('function words', () => {
  test('are ignored: {$self}')
    .with(['can', 'the', 'does', 'my', 'because', 'anyone', 'is', 'would', 'only', 'this'])
    .run(({ assert }, word) => assert.isTrue(isFunctionWord(stemWord(word))))

  test('are no legal words: {$self}')
    .with(['will', 'us', 'state', 'right', 'just', 'own', 'same', 'case', 'law', 'against'])
    .run(({ assert }, word) => assert.isFalse(isFunctionWord(stemWord(word))))
})
