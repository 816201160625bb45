import { definePlugin } from '#core/define_plugin'

export default definePlugin({
  name: 'synthetic_archive',
  description: 'Generates synthetic archives as bulk-data files, for benchmarks and load tests.',
  requires: ['bulk_data', 'case_law', 'people', 'federal_records', 'disclosures', 'oral_arguments'],
  commands: [() => import('./commands/bulk_generate.js')],
})
