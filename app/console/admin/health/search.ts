import { searchIndexes } from '../search_indexes.js'
import { countedNeeds, defineHealthSection } from './health_section.js'

export default defineHealthSection({
  title: 'Search',
  async read({ container }) {
    const { indexes } = await searchIndexes(container)
    const damaged = indexes.filter(({ isDamaged }) => isDamaged).length
    return {
      needs: countedNeeds([
        damaged,
        'search index is damaged',
        'search indexes are damaged',
        '/admin/health/',
      ]),
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
