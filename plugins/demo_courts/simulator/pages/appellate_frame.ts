import { courtOf } from '../model/courts.js'
import { SIMULATED } from './frame.js'
import { markup, Markup } from './markup.js'

/** A page of an appellate court with the menu by which clients see that they are logged in (2). */
export const appellatePage = (court: string, title: string, body: Markup): Markup =>
  markup`<html>
    <head>
      <title>SIMULATED - ${courtOf(court).name} - ${title}</title>
    </head>
    <body>
      <div>
        <a href="TransportRoom?servlet=CaseSearch.jsp">Case Search</a>
        <a href="TransportRoom?servlet=InvalidUserLogin.jsp">Logout</a>
      </div>
      ${body}
      <address>${SIMULATED}</address>
    </body>
  </html> `

/** The page of a court that does not know the session: a script leads to the login (2 b). */
export const appellateLoggedOut = (court: string, url: string): Markup => {
  const to = `https://pacer.login.uscourts.gov/csologin/login.jsf?pscCourtId=${court.toUpperCase()}&appurl=${encodeURIComponent(url)}`
  return markup`<html>
    <head>
      <script>
        document.location = '${new Markup(to)}'
      </script>
    </head>
    <body></body>
  </html> `
}
