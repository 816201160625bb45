/** Docket reports written for tests. */

const ENTRY_HEAD = '<tr><td>Date Filed</td><th>#</th><td>Docket Text</td></tr>'

/** Parts of a report of a district court. */
export interface District {
  title?: string
  parties?: string
  entries?: string
}

/** A docket report of a district court. */
export const district = ({
  title = 'Quill vs. Blot Inc., et al.',
  parties = '',
  entries = '',
}: District) => `<html><h3 align=center>U.S. District Court<BR>
District of Ink (Inkton)<BR>CIVIL DOCKET FOR CASE #: 3:31-cv-00021-ABC-DEF-2</h3>
<table><tr><td><br>${title}<br>Assigned to: Judge MARY W MCNIB<br>Referred to: Magistrate Judge Al O'Pen<br>
Demand: $5,000<br>Case in other court: <table><tr><td>Ninth,</td><td>31-00007</td></tr></table>Cause: 28:1332 Diversity</td>
<td><br>Date Filed: 03/04/2031<br>Date Terminated: 05/06/2032<br>Jury Demand: Both<br>
Nature of Suit: 820 Copyright<br>Jurisdiction: Diversity</td></tr></table>
<table>${parties}</table><br><table>${ENTRY_HEAD}${entries}</table></html>`

/** A docket report of a bankruptcy court. */
export const bankruptcy = (
  heading: string,
  parties: string,
  tables: string
) => `<html><CENTER><B><FONT>U.S. Bankruptcy Court<BR>
District of Ink (Inkton)<BR>${heading}</FONT></B></CENTER>
<TABLE><TR><TD><FONT><BR><I>Assigned to:</I> Judge Nib Well<BR>Chapter 11<BR><I>Lead BK Title:</I> Ink Works<BR><I>Demand:</I> $7</FONT></TD>
<TD><TABLE><TR><td><I>Date filed:</I></td><td>&nbsp;02/03/2031</td></TR><TR><td><I>Date converted:</I></td><td>04/05/2031</td></TR>
<TR><td><I>Debtor discharged:</I></td><td>06/07/2031</td></TR></TABLE></TD></TR></TABLE>
<table><tr><td></td><td><I>Nature[s] of Suit:</I></td><td>14</td><td>&nbsp;</td><td>Recovery - other</td></tr>
<tr><td></td><td></td><td>91</td><td>&nbsp;</td><td>Declaratory judgment</td></tr></table>
<BR><TABLE>${parties}</TABLE><BR>${tables}</html>`

/** The head of the table of entries of a bankruptcy court. */
export const HEAD = '<TR><TH>Filing Date</TH><TH colspan=2>#</TH><TH>Docket Text</TH></TR>'
