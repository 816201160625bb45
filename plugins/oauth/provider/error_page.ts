import { escapeHtml } from '#app/support/escape_html'

const WORDS: Readonly<Record<string, string>> = {
  invalid_client: 'The application is not registered here.',
  invalid_redirect_uri: 'The application asked to return to an address it did not register.',
}

/** A page for an authorization request that cannot be answered by sending the browser back. */
export function errorPage(error: string, description: string | undefined): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in failed – Curia</title>
</head>
<body>
<main>
<h1>Sign-in failed</h1>
<p>${escapeHtml(WORDS[error] ?? 'The request of the application cannot be answered.')}</p>
<p>Start again in the application. If it fails again, send this to its developers: <code>${escapeHtml(error)}</code>${description ? `, ${escapeHtml(description)}` : ''}.</p>
<p><a href="/">Home page</a></p>
</main>
</body>
</html>`
}
