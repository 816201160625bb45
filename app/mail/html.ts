/**
 * The HTML side of mails: plain enough for every reader.
 */
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML has it. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}

/**
 * A link.
 *
 * @param to address, absolute
 */
export function linkAsHtml(to: string, text: string): string {
  return `<a href="${escaped(to)}">${escaped(text)}</a>`
}

/** Paragraphs of text; one that is an address becomes a link. */
export function paragraphsAsHtml(paragraphs: string[]): string {
  return paragraphs
    .map((text) =>
      /^https?:\/\/\S+$/.test(text) ? `<p>${linkAsHtml(text, text)}</p>` : `<p>${escaped(text)}</p>`
    )
    .join('\n')
}

/**
 * A whole message.
 *
 * @param content HTML, clean
 */
export function htmlMessage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em; margin: 1em auto; padding: 0 1em;">
${content}
</body>
</html>
`
}
