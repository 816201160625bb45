/** Text of menus, reports, and queries that no record needs. */
import type { Ignorable } from './ignorable_index.js'

export const DOCUMENT_MENU: Ignorable = {
  reason: 'Headings, labels, and notes of the menu.',
  phrases: `
    Document Selection Menu | Select the document you wish to view | Multiple Documents |
    Document Number | Attachment | Part | Description | Pages | Page | Size | Main Document |
    or | Note: You must view each document individually… |
    To view the main document and its attachments without incurring a PACER fee…`,
}

export const HEAD: Ignorable = {
  reason: 'Labels at the head of pages about one case.',
  phrases: `
    Date filed | Date terminated | Date of last filing | Date discharged | Date reopened |
    Plan confirmed | Case type: @ | Chapter | Asset: @ | Assets: @ | Vol: @ | Asset | Assets |
    Vol | Judge | Trustee | Office | County | All Defendants | presiding | referral`,
}

export const QUERY: Ignorable = {
  reason: 'The menu of queries about a case.',
  phrases: `
    Alias | Associated Cases | Attorney | Case File Location | Case Summary | Claims Register |
    Creditor | Deadline/Schedule | Deadlines/Hearings | Docket Report | Filers |
    History/Documents | List of Creditors | Electronic/Paper Notice | Mailing Matrix by Case |
    Not Mailing Matrix | MDL Case Report | Mobile Query | Notice of Bankruptcy Case Filing |
    Party | Related Transactions | Status | View Document | View a Document`,
}

export const HISTORY: Ignorable = {
  reason: 'Labels of the history.',
  phrases: `
    History | Documents | Doc | No | Dates | Description | Filed & Entered | Filed | Entered |
    Terminated | Docket Text | There are no events docketed for this case |
    There are no documents for this case`,
}

export const HISTORY_DATES: Ignorable = {
  reason: 'Entries have no field for the end of a motion or deadline.',
  gap: 'dates on which an entry was terminated',
  phrases: `
    Terminated #`,
}

export const MOBILE: Ignorable = {
  reason: 'The page is read for the number of entries.',
  scope: 'rest',
  phrases: `
    CM/ECF Mobile`,
}

export const SEARCH: Ignorable = {
  reason: 'Headings and counts of search results.',
  phrases: `
    Select a Case | Select a Person | There were # matching cases | There was # matching case |
    There were # matching persons | There was # matching person | Case No | Lead BK |
    also known as | formerly known as | doing business as | aka | fka | dba | alias | a/k/a | f/k/a | d/b/a |
    Case Title | Chapter / Lead BK case | Date Filed | Date Closed | Party Role | Name |
    N / A | # case | # cases`,
}

export const CLAIMS: Ignorable = {
  reason: 'Labels of claims.',
  phrases: `
    Claims Register | Claims Register Summary | No amounts claimed |
    This case has a claims agent… | Claim No | Creditor | Status | Original Filed Date |
    Original Entered Date | Last Amendment Filed | Last Amendment Entered | Modified |
    Filed by | Entered by | Description | Remarks | History | Details | Amount | claimed |
    Secured | Unsecured | Priority | Last Date to file claims | Last Date to file (Govt) |
    Total Number Of Claims | Debtor Name | Case Number | Case Name | Date Filed`,
}

export const CLAIM_TOTALS: Ignorable = {
  reason: 'Registers of claims have no totals.',
  gap: 'totals of claims',
  until: /^(?:Creditor:|Claim No:)/,
  phrases: `
    Claims Register Summary`,
}

export const CLAIMS_ACTIVITY: Ignorable = {
  reason: 'Labels and the criteria of the report.',
  phrases: `
    Claims Activity Report | Report Period: # - # | Claim entries selected: # |
    Creditor name/address | Creditor ID | ID | Amount allowed | Amends No | Amount claimed |
    Priority claimed | Case | Title | Entered | Filed`,
}

export const CRITERIA: Ignorable = {
  reason: 'The criteria of the report.',
  scope: 'rest',
  phrases: `
    Selection Criteria | Selection Criteria for Report`,
}

export const CREDITORS: Ignorable = {
  reason: 'Notes on the page of a list of creditors.',
  phrases: `
    You have been charged as indicated below… | Your requested case # does not have creditors |
    Your requested case # # does not have creditors | Please click the 'BACK' key`,
}

export const OPINIONS: Ignorable = {
  reason: 'Labels of the report.',
  phrases: `
    Written Opinions Report | Filed Report Period: # - # | Filed Report Period |
    Case Number & Name | Description | Date Filed | Cause | Doc | NOS | Notes |
    Total number of opinions reported # | Total number of opinions reported`,
}

export const OPINION_FLAGS: Ignorable = {
  reason: 'Opinions have no flags and offices.',
  gap: 'case flags, offices',
  phrases: `
    Case Flags… | Office» | Case Type… | Presider…`,
}

export const CONFIRMATION: Ignorable = {
  reason: 'Instructions before a purchase.',
  phrases: `
    Download Confirmation | Case | Click on the "Accept Charges and Retrieve" button… |
    If you download this document… | To accept charges shown below… |
    Get this document for free… | Show PDF Header`,
}
