import { readXml } from './xml.js'

type Fields = Record<string, string>

/** The records of a docket in the archive's XML, with element texts by name. */
export interface ArchiveRecords {
  details: Fields
  parties: { fields: Fields; attorneys: Fields[] }[]
  documents: { number: string; attachment: string; fields: Fields }[]
}

/** Elements that contain other elements. */
const RECORDS = new Set(['case_details', 'party', 'attorney', 'document'])

/**
 * Reads the archive's XML.
 *
 * @throws CourtPageError when elements are nested too deep
 */
export function readArchiveXml(source: string): ArchiveRecords {
  const records: ArchiveRecords = { details: Object.create(null), parties: [], documents: [] }
  /** Open records, innermost last. */
  const open: Fields[] = []
  let text = ''
  readXml(source, {
    onopentag(name, attributes) {
      text = ''
      if (RECORDS.has(name)) open.push(newRecord(records, name, attributes))
    },
    ontext(part) {
      text += part
    },
    onclosetag(name) {
      const fields = open.at(-1)
      if (RECORDS.has(name)) open.pop()
      else if (fields) fields[name] ??= text
      text = ''
    },
  })
  return records
}

function newRecord(records: ArchiveRecords, name: string, attributes: Fields): Fields {
  const fields: Fields = Object.create(null)
  if (name === 'case_details') records.details = fields
  else if (name === 'party') records.parties.push({ fields, attorneys: [] })
  else if (name === 'attorney') records.parties.at(-1)?.attorneys.push(fields)
  else {
    const { doc_num: number = '', attachment_num: attachment = '' } = attributes
    records.documents.push({ number, attachment, fields })
  }
  return fields
}
