import { harmonize } from './case_names.js'
import { clean, plainText } from './text.js'
import { readMail, type Mail } from './mail.js'
import { attribute, elements, parseHtml, getTextContent } from './tree.js'
import { isMailOfKind, isOfKind } from './recognition.js'

/** An email from the Supreme Court's filing system to a subscriber. */
export interface SupremeCourtEmail {
  /** An entry of a docket, or the request to confirm a subscription. */
  email_type: 'docket_entry' | 'confirmation'
  email_datetime: string | null
  /** The docket page, or the confirmation link. */
  followup_url: string | null
  data: { case_name: string; docket_number: string; entry_description: string } | null
}

const ENTRY = 'A new docket entry'
const ADDED = 'has been added for'

/**
 * Parses an email of the Supreme Court's filing system.
 *
 * @param source bytes of the message
 * @returns the email, or null for any other message
 */
export async function parseSupremeCourtEmail(
  source: Uint8Array
): Promise<SupremeCourtEmail | null> {
  const mail = await readMail(source)
  return mail && parseSupremeCourtMail(mail)
}

/** The email of a parsed message; see {@link parseSupremeCourtEmail}. */
export function parseSupremeCourtMail(mail: Mail): SupremeCourtEmail | null {
  if (!isMailOfKind('supreme_court_email', mail)) return null
  const root = parseHtml(mail.html ?? mail.text ?? '')
  const links = [...elements(root, 'a')]
  const text = clean(getTextContent(root))
  const sent = mail.sentAt?.replace(/(?:\.000)?Z$/, '+00:00') ?? null
  const docket = links.find((link) => /\/search\.aspx\?/i.test(attribute(link, 'href') ?? ''))
  const start = text.indexOf(ENTRY)
  const added = text.indexOf(ADDED)
  if (start !== -1 && added > start && docket) {
    const data = {
      case_name: harmonize(getTextContent(docket)),
      docket_number: /\bfor No\. ([0-9A-Za-z-]{1,20})/.exec(text)?.[1] ?? '',
      entry_description: quotedPart(text.slice(start + ENTRY.length, text.lastIndexOf(ADDED))),
    }
    return {
      email_type: 'docket_entry',
      email_datetime: sent,
      followup_url: attribute(docket, 'href') ?? null,
      data,
    }
  }
  const request = links.find((link) =>
    /^https?:\/\/file\.supremecourt\.gov\//i.test(attribute(link, 'href') ?? '')
  )
  if (!request) return null
  return {
    email_type: 'confirmation',
    email_datetime: sent,
    followup_url: attribute(request, 'href') ?? null,
    data: null,
  }
}

function quotedPart(text: string): string {
  const from = text.indexOf('"')
  const to = text.lastIndexOf('"')
  return from === -1 || to === from ? '' : plainText(text.slice(from + 1, to))
}

const OUTCOMES: Record<string, string> = {
  LinkExpired: 'link_expired',
  Ok: 'success',
  NotFound: 'not_found',
  Duplicate: 'duplicate',
  BadRequest: 'bad_request',
  Fail: 'failed',
  NoVerifyString: 'no_verification',
}

const TRUE_BRANCH = /if \((?:true|"True" == "True")\) ?\{/i
const SHOWN = /\$\(['"]#div([A-Za-z]{1,30})['"]\)\.show\(\)/

/**
 * The outcome of a docket subscription, which the page's script shows.
 *
 * @param source the page, including its scripts
 * @returns `success`, `link_expired`, or another outcome; null if the page is another kind
 */
export function parseSupremeCourtConfirmation(source: string): string | null {
  if (!isOfKind('supreme_court_confirmation', source)) return null
  const branch = TRUE_BRANCH.exec(source)
  const shown = branch && SHOWN.exec(source.slice(branch.index + branch[0].length))
  return (shown && OUTCOMES[shown[1]]) ?? null
}
