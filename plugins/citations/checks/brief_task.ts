/** Reads the citations of a brief in a thread. */
import { readBrief, type BriefCitation } from './brief_citations.js'

export default function read({ text }: { text: string }): BriefCitation[] {
  return readBrief(text)
}
