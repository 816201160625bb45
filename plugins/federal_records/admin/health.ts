import {
  buildCountNeeds,
  countUpTo,
  defineHealthSection,
  readRow,
  formatNeedCount,
} from '#app/console/admin/health/health_section'

const LIST = '/admin/bad-redactions/'

const READ = `SELECT ${countUpTo(`FROM document_texts WHERE bad_redaction_pages <> '{}'`)} AS bad,
  ${countUpTo('FROM document_seals')} AS sealed`

export default defineHealthSection({
  title: 'Documents',
  async read(app) {
    const { bad, sealed } = await readRow<{ bad: number; sealed: number }>(app, READ)
    return {
      needs: buildCountNeeds([
        bad,
        'document shows text under its redactions',
        'documents show text under their redactions',
        LIST,
      ]),
      figures: [
        { label: 'Bad redactions', value: formatNeedCount(bad), path: LIST },
        { label: 'Sealed', value: formatNeedCount(sealed), path: '/admin/sealed-documents/' },
      ],
    }
  },
})
