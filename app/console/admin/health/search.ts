import { searchIndexes } from '../search_indexes.js'
import { defineHealthSection } from './health_section.js'

export default defineHealthSection({
  title: 'Search',
  async read({ container }) {
    const { indexes } = await searchIndexes(container)
    return {
      tables: [
        {
          label: 'Search indexes',
          columns: [{ label: 'Index' }, { label: 'State' }, { label: 'Rows', number: true }],
          rows: indexes.map(({ name, state, documents }) => [
            name,
            state,
            documents.toLocaleString('en'),
          ]),
        },
      ],
    }
  },
})
