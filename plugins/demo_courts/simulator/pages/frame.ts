import { getSimulatedCourt } from '../model/courts.js'
import { markup, type Markup } from './markup.js'

/** Notice on every simulated page. */
export const SIMULATED = 'Simulated court: every case and document is invented.'

/**
 * A page of a district or bankruptcy court. Its menu bar shows clients that they are logged in
 * (court-system.md, 2).
 */
export const courtPage = (court: string, title: string, body: Markup): Markup =>
  markup`<html>
    <head>
      <title>SIMULATED - CM/ECF - ${getSimulatedCourt(court).name} - ${title}</title>
    </head>
    <body>
      <div class="noprint">
        <div id="topmenu">
          <ul>
            <li><a href="/cgi-bin/iquery.pl">Query</a></li>
            <li><a href="/cgi-bin/DisplayMenu.pl?Reports">Reports</a></li>
            <li><a href="/cgi-bin/login.pl?logout">Log Out</a></li>
          </ul>
        </div>
      </div>
      <div id="cmecfMainContent">${body}</div>
      <address>${SIMULATED}</address>
    </body>
  </html> `

/** A page with one message. */
export const messagePage = (court: string, text: string): Markup =>
  courtPage(court, 'Message', markup`<p><b>${text}</b></p>`)

/** The login page that a court shows instead of a report (court-system.md, 2 a). */
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
