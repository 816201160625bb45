import { defineResource } from '#api/define_resource'
import { f } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { sampleFields } from '#api/sample_records'
import { DOCKET_NUMBER_SOURCES, DOCKET_SOURCES } from './codes.js'

export default defineResource({
  path: 'dockets',
  table: 'dockets',
  label: 'Docket',
  description:
    'Cases, one per court and docket number. Entries, parties, and attorneys have separate endpoints.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    court: f.link('courts', { required: true, help: 'Court of the case.' }),
    court_id: f.key('court', { help: 'ID of the court.' }),
    original_court_info: f.slot('record', 'originating-court-information', {
      required: true,
      help: 'Lower-court details, for appellate cases only.',
    }),
    idb_data: f.slot('record', 'federal-integrated-database', {
      required: true,
      help: 'Matching row of the federal integrated database.',
    }),
    clusters: f.links(
      'clusters',
      { column: 'docket_id' },
      { required: true, help: 'Opinion clusters of the docket.' }
    ),
    audio_files: f.slot('links', 'audio', {
      required: true,
      help: 'Oral-argument recordings of the case.',
    }),
    assigned_to: f.slot('link', 'people', { required: true, help: 'Assigned judge.' }),
    referred_to: f.slot('link', 'people', {
      required: true,
      help: 'Judge that matters were referred to.',
    }),
    bankruptcy_information: f.slot('link', 'bankruptcy-information', {
      readOnly: true,
      help: 'Bankruptcy details, if any.',
    }),
    absolute_url: f.path('/docket/{id}/{slug}/'),
    date_created: f.created(),
    date_modified: f.modified(),
    source: f.choice(DOCKET_SOURCES, {
      required: true,
      help: 'Sources of the data, as a sum of bit values.',
    }),
    appeal_from_str: f.text({ help: 'Court or agency that the appeal is from, as text.' }),
    assigned_to_str: f.text({ help: 'Assigned judge, as text.' }),
    referred_to_str: f.text({ help: 'Judge that matters were referred to, as text.' }),
    panel_str: f.text({ help: 'Initials of the panel.' }),
    date_last_index: f.datetime({
      nullable: true,
      help: 'Last time the row was indexed for search.',
    }),
    date_cert_granted: f.date({ nullable: true, help: 'Date certiorari was granted.' }),
    date_cert_denied: f.date({ nullable: true, help: 'Date certiorari was denied.' }),
    date_argued: f.date({ nullable: true, help: 'Date of argument.' }),
    date_reargued: f.date({ nullable: true, help: 'Date of reargument.' }),
    date_reargument_denied: f.date({ nullable: true, help: 'Date reargument was denied.' }),
    date_filed: f.date({ nullable: true, help: 'Date the case was filed.' }),
    date_terminated: f.date({ nullable: true, help: 'Date the case was closed.' }),
    date_last_filing: f.date({ nullable: true, help: 'Date of the latest known filing.' }),
    case_name_short: f.text({ help: 'Short case name.' }),
    case_name: f.text({ help: 'Case name.' }),
    case_name_full: f.text({ help: 'Full case name.' }),
    slug: f.slug({ maxLength: 75, help: 'URL slug.' }),
    docket_number: f.text({ nullable: true, help: 'Docket number as printed by the court.' }),
    docket_number_core: f.text({
      maxLength: 20,
      help: 'Year and serial number only (district courts).',
    }),
    docket_number_raw: f.text({ default: '', help: 'Docket number exactly as in the source.' }),
    docket_number_source: f.choice(DOCKET_NUMBER_SOURCES, {
      default: 0,
      help: 'How the normalized number was obtained.',
    }),
    federal_dn_office_code: f.text({
      maxLength: 3,
      help: 'Office code in a federal docket number.',
    }),
    federal_dn_case_type: f.text({ maxLength: 6, help: 'Case type in a federal docket number.' }),
    federal_dn_judge_initials_assigned: f.text({
      maxLength: 5,
      help: 'Initials of the assigned judge in the docket number.',
    }),
    federal_dn_judge_initials_referred: f.text({
      maxLength: 5,
      help: 'Initials of the magistrate judge in the docket number.',
    }),
    federal_defendant_number: f.smallint({
      nullable: true,
      help: 'Defendant number at the end of a criminal case number.',
    }),
    registry_case_id: f.text({
      maxLength: 100,
      nullAsBlank: true,
      help: "Court system's internal case ID.",
    }),
    cause: f.text({ maxLength: 2000, help: 'Cause of action.' }),
    nature_of_suit: f.text({ maxLength: 1000, help: 'Nature of suit.' }),
    jury_demand: f.text({ maxLength: 500, help: 'Jury demand.' }),
    jurisdiction_type: f.text({ maxLength: 100, help: 'Basis of jurisdiction.' }),
    appellate_fee_status: f.text({ help: 'Fee status in the appellate court.' }),
    appellate_case_type_information: f.text({ help: 'Case type in the appellate court.' }),
    mdl_status: f.text({ maxLength: 100, help: 'Multidistrict litigation (MDL) status.' }),
    filepath_ia: f.text({ maxLength: 1000, help: 'URL of the file in the external archive.' }),
    filepath_ia_json: f.text({
      maxLength: 1000,
      help: 'URL of the JSON copy in the external archive.',
    }),
    ia_upload_failure_count: f.smallint({
      nullable: true,
      help: 'Number of failed uploads to the external archive.',
    }),
    ia_needs_upload: f.boolean({
      nullable: true,
      help: 'Whether a new upload to the external archive is due.',
    }),
    ia_date_first_change: f.datetime({
      nullable: true,
      help: 'First change since the last upload to the external archive.',
    }),
    date_blocked: f.datetime({
      nullable: true,
      storedAsDate: true,
      help: 'Date it was hidden from search engines.',
    }),
    blocked: f.boolean({ default: false, help: 'Whether search engines are blocked.' }),
    appeal_from: f.link('courts', {
      nullable: true,
      help: 'Court or agency that the appeal is from.',
    }),
    parent_docket: f.link('dockets', {
      nullable: true,
      help: 'Main docket of a split criminal case.',
    }),
    tags: f.slot('links', 'tag', { help: 'Tags of the docket.' }),
    panel: f.slot('links', 'people', { help: 'Judges of the panel.' }),
    ...sampleFields('dockets'),
  },
  filters: {
    id: filter.number(),
    date_modified: filter.datetime(),
    date_created: filter.datetime(),
    date_filed: filter.date(),
    date_terminated: filter.date(),
    date_last_filing: filter.date(),
    docket_number: filter.text(),
    docket_number_core: filter.text(),
    nature_of_suit: filter.text(),
    registry_case_id: filter.text(),
    source: filter.choice('in'),
    date_blocked: filter.date(),
    blocked: filter.boolean(),
    court: filter.related(),
    clusters: filter.related(),
  },
  ordering: [
    'id',
    'date_created',
    'date_modified',
    'date_blocked',
    'date_filed',
    'date_terminated',
    'date_last_filing',
  ],
  cursor: ['id', 'date_created', 'date_modified'],
})
