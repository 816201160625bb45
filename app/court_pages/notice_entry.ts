import type { Block } from './notice_blocks.js'
import { documentId, queryValue } from './document_links.js'
import { clean } from './text.js'

/** The entry a notice announces. */
export interface NoticeEntry {
  date_filed: string | null
  description: string
  short_description: string
  document_number: string | null
  document_url: string | null
  pacer_doc_id: string | null
  pacer_case_id: string | null
  pacer_seq_no: string | null
  /** The key of the one free look. */
  pacer_magic_num: string | null
}

interface Context {
  filed: string | null
  appellate: boolean
  short: string
  /** The subject of a notice of the new appellate system, which holds the entry's number. */
  acmsNumber: string | null
}

/** The entry of one case of a notice. */
export function noticeEntry(
  block: Block,
  { filed, appellate, short, acmsNumber }: Context
): NoticeEntry {
  const url = block.documentLinks.find((link) => /\/(?:docs?1|NDA)\//i.test(link)) ?? null
  return {
    date_filed: filed,
    description: block.description,
    short_description: short,
    document_number: appellate
      ? numberInSubject(acmsNumber)
      : (/^\d{1,9}/.exec(block.document)?.[0] ?? null),
    document_url: url,
    pacer_doc_id: documentId(url ?? ''),
    pacer_case_id: caseIdOf(block.caseLinks),
    pacer_seq_no: queryValue(url, 'de_seq_num', /^\d{1,12}$/),
    pacer_magic_num: appellate ? freeLookKey(url) : queryValue(url, 'magic_num', /^\d{1,20}$/),
  }
}

/** The entry's number in `Name v. Name 24-2883 - 030 - Notice of Appearance`. */
function numberInSubject(subject: string | null): string | null {
  const number = subject && / - (\d{1,6}) - /.exec(clean(subject))?.[1]
  return number ? String(Number(number)) : null
}

function caseIdOf(links: string[]): string | null {
  for (const link of links) {
    const found = /DktRpt\.pl\?(\d{1,12})$/i.exec(link) ?? /[?&]caseId=(\d{1,12})\b/.exec(link)
    if (found) return found[1]
  }
  return null
}

/** `uid` of a classic link, the last part of the path in the new system. */
function freeLookKey(url: string | null): string | null {
  return (
    queryValue(url, 'uid', /^[0-9a-f]{1,64}$/i) ??
    /\/NDA\/([0-9a-f-]{36})\b/i.exec(url ?? '')?.[1] ??
    null
  )
}
