import type { Records, ShownRecord } from '#api/records'
import { NamedStatement } from '#app/database/named_statement'
import { storageAddress } from '#app/storage/stored_files'
import { linkKey, linkKeys } from '#app/web/link_key'
import type { RecordPages } from '#app/web/record_pages'

/** Maximum recordings listed on pages of other records. */
const MAX_LISTED = 50
/** Sentences per paragraph, because transcripts have no paragraphs. */
const SENTENCES = 6

const DOCKET_FIELDS = 'id,absolute_url,docket_number,case_name,court_id,date_argued'
const LISTED_FIELDS = 'id,absolute_url,case_name,duration'

/** Loads the data of a recording's page. */
export async function loadRecording(pages: RecordPages, recording: ShownRecord) {
  const key = linkKey(recording.docket)
  const [[docket], panel] = await Promise.all([
    key ? pages.records.list('dockets', { id: key }, { fields: DOCKET_FIELDS }) : [],
    pages.linksTo('people', linkKeys(recording.panel)),
  ])
  const courts = await pages.linksTo('courts', docket ? [String(docket.court_id)] : [])
  const mp3 = storageAddress(recording.local_path_mp3)
  const original = storageAddress(recording.local_path_original_file)
  return {
    docket,
    court: [...courts.values()],
    panel: [...panel.values()],
    file: mp3 ?? original,
    mp3,
    original,
    length: durationInWords(recording.duration),
    transcript: paragraphsOf(String(recording.stt_transcript ?? '')),
  }
}

export type ShownRecording = Awaited<ReturnType<typeof loadRecording>>

export function formatRecordingTitle({ case_name: name, id }: ShownRecord): string {
  return String(name || `Recording ${id}`)
}

/** Describes a recording in a sentence. */
export function formatRecordingDescription(
  recording: ShownRecord,
  { court, docket, length }: ShownRecording
): string {
  const place = [court[0]?.label, docket?.docket_number && `No. ${String(docket.docket_number)}`]
  const about = [...place, length].filter(Boolean).join(', ')
  return `Oral argument in ${formatRecordingTitle(recording)}${about && ` (${about})`}: recording and transcript.`
}

/** Structured data of a recording (schema.org). */
export function linkedRecording(
  recording: ShownRecord,
  { file, docket }: ShownRecording,
  absolute: (path: string) => string
): Record<string, unknown> {
  const seconds = Number(recording.duration ?? 0)
  return {
    '@type': 'AudioObject',
    'url': absolute(String(recording.absolute_url)),
    'name': `Oral argument in ${formatRecordingTitle(recording)}`,
    'inLanguage': 'en',
    ...(file && { contentUrl: absolute(file) }),
    ...(seconds && { duration: `PT${seconds}S` }),
    ...(docket?.date_argued ? { dateCreated: docket.date_argued } : {}),
  }
}

/** A recording in lists on other pages. */
function listedRecording(recording: ShownRecord) {
  return {
    path: recording.absolute_url,
    title: formatRecordingTitle(recording),
    length: durationInWords(recording.duration),
  }
}

/** The recordings of a case. @param docket the docket's ID */
export async function recordingsOfDocket(
  records: Records,
  docket: unknown
): Promise<Record<string, unknown> | undefined> {
  const recordings = await records.list(
    'audio',
    { docket: String(docket) },
    { order: '-id', fields: LISTED_FIELDS, limit: MAX_LISTED }
  )
  if (!recordings.length) return undefined
  return { recordings: recordings.map(listedRecording) }
}

const OF_JUDGE = new NamedStatement(
  `SELECT audio_id FROM audio_panel WHERE person_id = $1 ORDER BY audio_id DESC LIMIT ${MAX_LISTED}`
)

/** The recordings of cases that a judge heard, latest first. */
export async function recordingsOfJudge(
  records: Records,
  { id }: ShownRecord
): Promise<Record<string, unknown> | undefined> {
  const rows = await records.reader.rows(OF_JUDGE, [id])
  const keys = rows.map(([key]) => key!)
  const found = await records.documents(records.registry.get('audio'), keys, {
    base: '/api/rest/v4/',
    suffix: '/',
    fields: LISTED_FIELDS,
  })
  if (!found.size) return undefined
  const recordings = keys.flatMap((key) => {
    const json = found.get(key)
    return json ? [listedRecording(JSON.parse(json) as ShownRecord)] : []
  })
  return { recordings }
}

function durationInWords(duration: unknown): string {
  const seconds = Number(duration ?? 0)
  if (!seconds) return ''
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const parts = [
    hours && `${hours} h`,
    minutes && `${minutes} min`,
    seconds % 60 && `${seconds % 60} s`,
  ]
  return parts.filter(Boolean).join(' ')
}

function paragraphsOf(transcript: string): string[] {
  return transcript
    .split(/\n{2,}/)
    .flatMap((block) => {
      const sentences = block.trim().split(/(?<=[.?!])\s+/)
      return Array.from({ length: Math.ceil(sentences.length / SENTENCES) }, (_, part) =>
        sentences.slice(part * SENTENCES, (part + 1) * SENTENCES).join(' ')
      )
    })
    .filter(Boolean)
}
