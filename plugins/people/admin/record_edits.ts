import { defineRecordEdit } from '#app/console/admin/records/record_edits'

export default [
  defineRecordEdit({
    resource: 'people',
    fields: [
      'name_first',
      'name_middle',
      'name_last',
      'name_suffix',
      'gender',
      'date_dob',
      'date_granularity_dob',
      'dob_city',
      'dob_state',
      'dob_country',
      'date_dod',
      'date_granularity_dod',
      'dod_city',
      'dod_state',
      'dod_country',
      'religion',
      'fjc_id',
      'slug',
      'is_alias_of',
    ],
  }),
  defineRecordEdit({
    resource: 'dockets',
    fields: ['assigned_to', 'referred_to'],
  }),
  defineRecordEdit({
    resource: 'opinions',
    fields: ['author'],
  }),
]
