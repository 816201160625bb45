import type { SearchPart } from '#app/search/search_page'
import { loadEdited } from './edited_alert.js'

export default {
  parameter: 'edit_alert',
  view: 'alerts::edited_alert',
  load: loadEdited,
} satisfies SearchPart
