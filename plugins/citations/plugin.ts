import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'citations',
  requires: ['case_law'],
  description: 'Citations in texts: the tables of reporters, laws, journals and courts.',
  docs: ['citation_differences'],
})
