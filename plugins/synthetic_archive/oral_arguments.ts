import {
  type GeneratedRow,
  type GeneratorContext,
  scaleRowCount,
  someSha1,
  stamps,
  countPeople,
} from './table_generator.js'
import { company, person } from './names.js'

const recordingsOf = (context: GeneratorContext) => scaleRowCount(context, 50, 4)

/** One recording for every fiftieth docket. */
export function* recordings(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random, seed } = context
  for (let id = 1; id <= recordingsOf(context); id++) {
    const name = `${person(random).usual} v. ${company(random).usual}`
    yield {
      id,
      ...stamps(random),
      source: 'C',
      case_name_short: '',
      case_name: name,
      case_name_full: '',
      judges: null,
      sha1: someSha1(seed, 'oral-arguments', id),
      download_url: `https://example.org/arguments/${id}.mp3`,
      local_path_mp3: `mp3/generated/${id}.mp3`,
      local_path_original_file: `orig/generated/${id}.mp3`,
      filepath_ia: '',
      ia_upload_failure_count: null,
      duration: random.between(600, 5400),
      processing_complete: true,
      date_blocked: null,
      blocked: false,
      stt_status: 0,
      stt_transcript: '',
      stt_source: null,
      docket_id: Math.min(context.dockets, id * 50),
    }
  }
}

/** Three judges with consecutive IDs for each recording. */
export function* panels(context: GeneratorContext): Iterable<GeneratedRow> {
  const people = countPeople(context)
  let id = 0
  for (let audio = 1; audio <= recordingsOf(context); audio++) {
    const first = context.random.between(0, people - 1)
    for (let next = 0; next < 3; next++)
      yield { id: ++id, audio_id: audio, person_id: ((first + next) % people) + 1 }
  }
}
