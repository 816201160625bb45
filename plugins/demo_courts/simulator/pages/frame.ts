import { getSimulatedCourt } from '../model/courts.js'
import { markup, type Markup } from './markup.js'

/** Notice on every simulated page. */
export const SIMULATED = 'Simulated court: every case and document is invented.'

/**
 * A page of a district or bankruptcy court. Its menu bar shows clients that they are logged in
 * (court-system, 2).
 */
export const courtPage = (court: string, title: string, body: Markup): Markup =>
  markup`<html><head><link rel="shortcut icon" href="/favicon.ico"><title>SIMULATED - CM/ECF - ${getSimulatedCourt(court).name} - ${title}</title>
<link rel="stylesheet" type="text/css" href="/css/default.css"></head><body>
<div class="noprint"><div id="topmenu" class="yuimenubar"><div class="bd">
<img id="cmecfLogo" class="cmecfLogo" src="/graphics/logo.png" alt="CM/ECF"><ul class="first-of-type">
${MENU}</ul><hr class="hrmenuseparator"></div></div></div>
<div id="cmecfMainContent"><input type="hidden" id="cmecfMainContentScroll" value="0">
${body}</div>
<address>${SIMULATED}</address></body></html>
`

const menuItem = (href: string, label: Markup): Markup =>
  markup`<li class="yuimenubaritem"><a class="yuimenubaritemlabel" href="${href}">${label}</a></li>
`

const ARROW = markup` <div class="spritedownarrow"></div>`

const MENU = [
  menuItem('/cgi-bin/iquery.pl', markup`<u>Q</u>uery`),
  menuItem('/cgi-bin/DisplayMenu.pl?Reports', markup`<u>R</u>eports${ARROW}`),
  menuItem('/cgi-bin/DisplayMenu.pl?Utilities', markup`<u>U</u>tilities${ARROW}`),
  menuItem('/cgi-bin/login.pl?logout', markup`Log Out`),
]

/** A page with one message. */
export const messagePage = (court: string, text: string): Markup =>
  courtPage(
    court,
    'Message',
    markup`<h3>${text}</h3>
<p><input type="button" value="Back" onClick="history.back()"></p>`
  )

/** The login page that a court shows instead of a report (court-system, 2 a). */
export const loginPage = (court: string): Markup =>
  markup`<html>
    <head>
      <title>SIMULATED - ${getSimulatedCourt(court).name} - Login</title>
    </head>
    <body>
      <form name="GetPass" method="post" action="/cgi-bin/login.pl" enctype="multipart/form-data">
        <input name="login" /> <input name="key" type="password" /> <input name="clcode" />
        <input name="redact" type="checkbox" value="1" /> I understand the duty to redact.
        <input type="submit" value="Login" />
      </form>
      <address>${SIMULATED}</address>
    </body>
  </html> `
