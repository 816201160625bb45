/** Text of dockets that no record needs, and of all pages of the same systems. */
import type { Ignorable } from './ignorable_index.js'

export const MENU: Ignorable = {
  reason: "The court's menu.",
  phrases: `
    Query | Reports | Utilities | Help | Log Out | Logout | Home | Back | Search | Full Site |
    br`,
}

export const EXTENSION: Ignorable = {
  reason: 'Links that a browser extension adds.',
  phrases: `
    Refresh RECAP Links | View this docket | Alerts not yet Supported for this Docket |
    RECAP Actions | CourtListener | Create alert | Search this Docket`,
}

export const RECEIPT: Ignorable = {
  reason: "The bill for the page isn't part of a case.",
  scope: 'table',
  phrases: `
    PACER Service Center | Transaction Receipt`,
}

export const WORDS: Ignorable = {
  reason: 'Words around names of cases and judges, and of dates, that records leave out.',
  phrases: `
    et al | et al. | Judge | Chief Judge | Magistrate Judge | District Judge | Hon. |
    Honorable | Unassigned | Mon | Tue | Wed | Thu | Fri | Sat | Sun | GMT | UTC | EST | EDT |
    CST | CDT | MST | MDT | PST | PDT | Applicant`,
}

export const NAMES: Ignorable = {
  reason: 'The name of the court; records have its ID.',
  phrases: `
    U.S. District Court… | United States District Court… | U.S. Bankruptcy Court… |
    United States Bankruptcy Court… | United States Court of Appeals… |
    U.S. Court of Appeals… | Court of Appeals, @ Circuit | @ Circuit Court of Appeals | U.S. Court of International Trade… |
    U.S. Bankruptcy Appellate Panel… | LIVE Database… | District of… | @ District of… |
    @ District Court… | @ @ District Court… | @ @ District… | @ @ @ District… | District @… |
    @ Bankruptcy Court… | @ @ Bankruptcy Court… | @ @ @ Bankruptcy Court…`,
}

export const SIZES: Ignorable = {
  reason: 'Sizes of documents, which records have as numbers of bytes and pages.',
  phrases: `
    # pages | # page | # pgs | # pg | # docs | # pg # KB | # pg # # KB | # pg # MB |
    # pg # # MB | # KB | # # KB | # MB | # # MB | # B`,
}

export const DOCKET: Ignorable = {
  reason: 'Labels and headings of a docket report.',
  phrases: `
    CIVIL DOCKET FOR CASE | CRIMINAL DOCKET FOR CASE | CIT DOCKET FOR CASE |
    MDL DOCKET FOR CASE | DOCKET FOR CASE | @ DOCKET FOR CASE | @ @ DOCKET FOR CASE | Bankruptcy Petition | Adversary Proceeding |
    Bankruptcy Petition Number | Bankruptcy Case | Involuntary Petition | Voluntary Petition | Miscellaneous Proceeding |
    Adversary Case |
    Case title | Assigned to | Assigned to Judge | Referred to | Judge | Date Filed |
    Date Terminated | Date Converted | Date Entered | Date Reopened | Filing Date |
    Docket Text | Docket Date | Jury Demand | Demand | Nature of Suit | Jurisdiction | Cause |
    Show Associated Cases | represented by | V. | v | All Defendants | Doc | No | TERMINATED |
    View All | MDL Status | Plaintiff - Consolidated | Defendant - Consolidated | Attachment |
    Part Description | Part | Pages | Size | Description | You must select fewer documents… |
    Total filesize of selected documents (MB)» | Total filesize of selected documents… | Main Document | There are proceedings for case… |
    Selected documents cannot be combined…`,
}

export const CONTROLS: Ignorable = {
  reason: 'Columns and notes of the form to select documents.',
  phrases: `
    Select | Select all | all / clear | Select all / clear | clear | or | Max |
    Maximum filesize allowed (MB) # | Maximum filesize allowed (MB) |
    Maximum filesize allowed # | Maximum filesize allowed | Total filesize | Main | 000,000,000 |
    Generated in # seconds | Generated in # # seconds | XML | TXT | View the`,
}

export const FLAGS: Ignorable = {
  reason: 'Flags above the name of the court, such as CLOSED. Dockets have no field for them.',
  gap: 'case flags',
  above:
    /^[A-Z\d][\w()&#/.-]{0,29}(?: [\w()&#/.-]{1,30}){0,2}(?:, ?[\w()&#/.-]{1,30}(?: [\w()&#/.-]{1,30}){0,2}){0,40}$/,
  phrases: '',
}

export const CRIMINAL: Ignorable = {
  reason: 'Labels of the counts of criminal cases, and numbers of defendants.',
  phrases: `
    Pending Counts | Terminated Counts | Complaints | Disposition |
    Highest Offense Level (Opening) | Highest Offense Level (Terminated) | None | Defendant #`,
}

export const TRADE: Ignorable = {
  reason: 'Labels of the Court of International Trade.',
  gap: 'category, agency, and product',
  phrases: `
    Does this action raise an issue of constitutionality?: @ | Category» | Agency» |
    Product Description» | Export Country» | Product» | Tariff»`,
}

export const COUNSEL: Ignorable = {
  reason:
    'References to a postal address in the record, and details that no archive of dockets has.',
  gap: 'designations of counsel',
  phrases: `
    See above for address | see above | Designation… | Bar Status…`,
}

export const OTHER_CASES: Ignorable = {
  reason: 'Labels of other cases, and links to them.',
  phrases: `
    Related bankruptcy | Lead Case | Lead Docket | Lead BK Case | Lead BK Title |
    Lead BK Chapter | Related Case | Related Cases | Member Case | Member Cases | Member Docket |
    Member Dockets | Cases | Case in other court | Cases in other court | Appeals court case number |
    Appeals court case numbers | USCA Case Number | Magistrate judge case number |
    Magistrate judge case numbers | View Member Case | View Member Cases | View Lead Case`,
}

export const BANKRUPTCY: Ignorable = {
  reason: 'Labels of a bankruptcy docket.',
  phrases: `
    Chapter # | Voluntary | Involuntary | Asset | No asset | Claims Register | # pgs # docs |
    Nature[s] of Suit | JointAdmin Debtor | Date discharged | aka | dba | fka | fdba |
    Debtor In Possession | Debtor #`,
}

export const DEADLINES: Ignorable = {
  reason: 'Dockets have no deadlines, and only the first discharge.',
  gap: 'deadlines, confirmed plans, dispositions, previous chapters',
  phrases: `
    Plan confirmed # | Plan confirmed | Plan confirmed N/A | Joint debtor discharged # |
    Joint debtor discharged N/A | Debtor discharged # | Debtor discharged N/A |
    Joint debtor dismissed # | Debtor dismissed # | Joint debtor discharged |
    Debtor discharged | Debtor dismissed | Joint debtor dismissed | Date reopened # |
    Date reclosed # | 341 meeting # | 341 meeting # # # AM | 341 meeting # # # PM | 341 meeting | Deadline for… |
    Deadline for filing claims # | Deadline for filing claims (govt) # |
    Deadline for objecting to discharge # | Deadline for financial mgmt. course # |
    Deadline for financial mgmt. course (db) # | Deadline for financial mgmt. course (jdb) # |
    Previous chapter # | Original chapter # | disposition… | Debtor disposition… |
    Date dismissed # | Date dismissed | Date Plan Confirmed # | Date Plan Confirmed |
    Date Removed From State # | Date Removed From State | Date Remanded # | Date Reassigned # |
    Unknown assets | Creditors # | AP Case | 341 Meeting Location… | Mail Info for case |
    Joint debtor disposition… | Closed # | Case Flag… | Case Flags…`,
}

export const APPELLATE: Ignorable = {
  reason: 'Labels and headings of an appellate docket.',
  phrases: `
    General Docket | Court of Appeals Docket | Bankruptcy Appellate Panel Docket | Docket |
    Docketed | Termed | Nature of Suit | Appeal From | Fee Status | Case Type Information |
    Originating Court Information | Court Information | Orders/Judgments | Case Search |
    Panel Assignment: Not available | Panel Assignment | Panel | Date of Decision |
    Current Cases | Prior Cases | None | Case Number | Date Filed | Date Disposed |
    Date Order/Judgment | Date Order/Judgment EOD | Date NOA Filed | Date Rec'd COA |
    Date Rec'd BAP | Disposition | District | Division | Agency | Agency @ # | Agency | Bankruptcy # # | Bankruptcy |
    Tax Court | Trial Judge |
    Originating Judge | Ordering Judge | Secondary Judge… | Civil Proceeding… | Court Reporter |
    Terminated | Bankruptcy Judge | U.S. Bankruptcy Judge | U.S. District Judge |
    U.S. Magistrate Judge | Attorney | v | versus | null | Date of Hearing # | Date of Hearing | Date Decided |
    Case Handler»`,
}

export const TERMINATION: Ignorable = {
  reason: 'The label of the date on which a party was terminated.',
  phrases: 'Terminated',
}

export const CASE_TYPES: Ignorable = {
  reason: 'Numbers of the lines with case types, which the record has in one value.',
  scope: 'table',
  phrases: 'Case Type Information',
}

export const PRIOR_CASES: Ignorable = {
  reason: 'Labels of prior and associated cases.',
  phrases: `
    Lead | Member | Start | End | Related | Consolidated | Cross-Appeal | Cross Appeal | Companion |
    Associated`,
}

export const APPELLATE_FORM: Ignorable = {
  reason: 'The form to select documents.',
  phrases: `
    Documents and Docket Summary | Documents Only | Include Page Numbers |
    Selected Pages Selected Size | Selected Pages | Selected Size |
    Totals reflect accessible documents only… | Selected documents cannot be combined… |
    # Documents are attached to this filing | # Document is attached to this filing |
    Document | Description | Pages | Size | pages | Totals`,
}

export const APPELLATE_SITES: Ignorable = {
  reason: "The menu of the court's system, and of browser extensions.",
  phrases: `
    @ Circuit Bankruptcy Appellate Panel PACER Site… | @ Circuit Bankruptcy Appellate Panel… |
    @ Circuit District Court PACER Sites… | @ Circuit Bankruptcy Court PACER Sites… |
    Massachusetts | New Hampshire | Rhode Island | Puerto Rico | Maine | Court Home |
    Calendar | Opinions | Briefs | If you view the…`,
}
