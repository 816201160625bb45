/**
 * Code lists of the data set and what they mean.
 */
import { choices } from '#api/fields'

export const AUDIO_SOURCES = choices({
  C: 'court website',
  H: 'brad heath archive',
})

export const TRANSCRIPT_STATUSES = choices({
  '0': 'Needed',
  '1': 'Done',
  '2': 'Failed',
  '3': 'Transcript does not fit the audio',
  '4': 'File over 25 MB',
  '5': 'File missing',
})

export const TRANSCRIPT_SOURCES = choices({
  '1': 'Whisper API',
  '2': 'Self-hosted Whisper',
})
