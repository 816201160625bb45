import { defineResource } from '#api/define_resource'
import { f, choices } from '#api/fields'
import { filter } from '#api/filters/kinds'
import { sampleFields } from '#api/sample_records'

const AUDIO_SOURCES = choices({
  C: 'court website',
  H: 'brad heath archive',
})

const TRANSCRIPT_STATUSES = choices({
  '0': 'Needed',
  '1': 'Done',
  '2': 'Failed',
  '3': 'Transcript does not fit the audio',
  '4': 'File over 25 MB',
  '5': 'File missing',
})

const TRANSCRIPT_SOURCES = choices({
  '1': 'Whisper API',
  '2': 'Self-hosted Whisper',
})

export default defineResource({
  path: 'audio',
  table: 'audio',
  label: 'Audio',
  description: 'Recordings of oral arguments.',
  fields: {
    resource_uri: f.self(),
    id: f.id(),
    absolute_url: f.path(
      (audio) => `'/audio/' || ${audio}.id || '/' || ${toCaseSlug(`${audio}.case_name`)} || '/'`
    ),
    panel: f.links(
      'people',
      { table: 'audio_panel', from: 'audio_id', to: 'person_id' },
      { required: true, help: 'Judges of the panel.' }
    ),
    docket: f.link('dockets', {
      required: true,
      nullable: true,
      help: 'Docket that the recording belongs to.',
    }),
    date_created: f.created(),
    date_modified: f.modified(),
    source: f.choice(AUDIO_SOURCES, { help: 'Source of the recording.' }),
    case_name_short: f.text({ help: 'Short case name.' }),
    case_name: f.text({ help: 'Case name.' }),
    case_name_full: f.text({ help: 'Full case name.' }),
    judges: f.text({ nullable: true, help: 'Judges as text.' }),
    sha1: f.text({ required: true, maxLength: 40, help: 'SHA-1 of the file.' }),
    download_url: f.address({
      nullable: true,
      maxLength: 500,
      help: 'Original URL; may no longer work.',
    }),
    local_path_mp3: f.storedFile({ maxLength: 100, help: 'Storage path of the MP3.' }),
    local_path_original_file: f.storedFile({
      required: true,
      maxLength: 100,
      help: 'Storage path of the original file.',
    }),
    filepath_ia: f.text({ maxLength: 1000, help: 'URL of the file in the external archive.' }),
    ia_upload_failure_count: f.smallint({
      nullable: true,
      help: 'Number of failed uploads to the external archive.',
    }),
    duration: f.smallint({ nullable: true, help: 'Estimated duration in seconds.' }),
    processing_complete: f.boolean({ default: false, help: 'Whether conversion has finished.' }),
    date_blocked: f.date({ nullable: true, help: 'Date it was hidden from search engines.' }),
    blocked: f.boolean({ default: false, help: 'Whether search engines are blocked.' }),
    stt_status: f.choice(TRANSCRIPT_STATUSES, { default: 0, help: 'State of the transcript.' }),
    stt_source: f.choice(TRANSCRIPT_SOURCES, {
      nullable: true,
      help: 'Engine that generated the transcript.',
    }),
    stt_transcript: f.text({ help: 'Transcript text.' }),
    ...sampleFields('audio'),
  },
  filters: {
    id: filter.number(),
    date_modified: filter.datetime(),
    date_created: filter.datetime(),
    sha1: filter.text(),
    blocked: filter.boolean(),
    date_blocked: filter.date(),
    processing_complete: filter.boolean(),
    stt_status: filter.choice('gte', 'gt', 'lte', 'lt', 'range'),
    docket: filter.related(),
    source: filter.choices(),
  },
  ordering: ['id', 'date_created', 'date_modified', 'date_blocked'],
  cursor: ['id', 'date_created', 'date_modified'],
})

/** Converts a name to a URL slug in SQL; there is no slug column. */
function toCaseSlug(column: string): string {
  return `trim(both '-' from left(lower(regexp_replace(${column}, '[^A-Za-z0-9]+', '-', 'g')), 75))`
}
