import { defineEndpoint } from '#api/define_endpoint'
import { answerSearch } from '../answer.js'
import { parametersOfV3 } from '../parameters.js'
import { ANSWER, SEARCH } from './search.js'

/** `/search/` of v3: flat rows, pages by number, and no search by meaning. */
export default defineEndpoint({
  ...SEARCH,
  ...ANSWER,
  versions: ['v3'],
  methods: { GET: answerSearch },
  parameters: parametersOfV3,
})
