/** Values of a form on a page (inputs, text areas, and lists), as a browser would send them. */
export function formValues(text: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [, name, value] of text.matchAll(/<input [^>]*?name="([^"]+)"[^>]*?value="([^"]*)"/g))
    values[name!] = unescaped(value!)
  for (const [, name, value] of text.matchAll(/<textarea [^>]*?name="([^"]+)"[^>]*>([^<]*)</g))
    values[name!] = unescaped(value!)
  for (const [, name, options] of text.matchAll(
    /<select [^>]*?name="([^"]+)"[^]*?>([^]*?)<\/select>/g
  ))
    values[name!] = unescaped(
      (/<option value="([^"]*)" selected/.exec(options!) ??
        /<option value="([^"]*)"/.exec(options!))![1]!
    )
  return values
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#x60;', '`')
    .replaceAll('&amp;', '&')
}
