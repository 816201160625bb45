import { harmonize } from './case_names.js'
import { clean, plainText, straightened } from './text.js'
import { directLink, LINK } from './notice_lines.js'
import { linkedDocketNumber } from './supreme_court_docket.js'
import { readMail, type Mail } from './mail.js'
import { attribute, elements, parseHtml, getTextContent, textWithWords } from './tree.js'
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

/** A link in a message, and the text around or before it. */
interface MailLink {
  url: string
  text: string
}

/** The email of a parsed message; see {@link parseSupremeCourtEmail}. */
export function parseSupremeCourtMail(mail: Mail): SupremeCourtEmail | null {
  if (!isMailOfKind('supreme_court_email', mail)) return null
  const { text, links } = mail.html === null ? readText(mail.text ?? '') : readHtml(mail.html)
  const sent = mail.sentAt?.replace(/(?:\.000)?Z$/, '+00:00') ?? null
  const docket = links.find(({ url }) => linkedDocketNumber(url) !== null)
  const entry = ENTRY.exec(text)
  if (entry && docket) {
    return {
      email_type: 'docket_entry',
      email_datetime: sent,
      followup_url: docket.url,
      data: {
        case_name: harmonize(docket.text),
        docket_number: NUMBER.exec(text)?.[1].toUpperCase() ?? linkedDocketNumber(docket.url) ?? '',
        entry_description: quotedPart(entry[1]),
      },
    }
  }
  const request = entry ? undefined : links.find(({ url }) => CONFIRMATION.test(url))
  if (!request) return null
  return { email_type: 'confirmation', email_datetime: sent, followup_url: request.url, data: null }
}

/** The announcement up to the last of its words, which a description can quote. */
const ENTRY = /\bA new docket entry\b(.*)\bhas been added (?:for|to)\b/i
const NUMBER = /\bfor No\. ([0-9A-Za-z-]{1,20})/
/** A request to confirm a subscription, unlike the link that ends one. */
const CONFIRMATION = /^https?:\/\/file\.supremecourt\.gov\/(?!.{0,200}opt-?out)/i

/** The text of an HTML body on one line, and its links. */
function readHtml(source: string): { text: string; links: MailLink[] } {
  const root = parseHtml(source)
  const links = [...elements(root, 'a')].map((link) => ({
    url: directLink(attribute(link, 'href') ?? ''),
    text: getTextContent(link),
  }))
  return { text: straightened(clean(textWithWords(root))), links }
}

/** The text of a plain body on one line, and its links with the name of the case before each. */
function readText(source: string): { text: string; links: MailLink[] } {
  const text = straightened(clean(source.slice(0, LONGEST)))
  const links = [...text.matchAll(LINK)].map(({ 0: url, index }) => ({
    url: directLink(url.replace(/[.,;)]+$/, '')),
    text: text
      .slice(0, index)
      .replace(/^.*\bhas been added (?:for|to)\b/i, '')
      .replace(/[\s<([:]+$/, ''),
  }))
  return { text, links }
}

/** Maximum number of characters read from a plain body. */
const LONGEST = 100_000

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
