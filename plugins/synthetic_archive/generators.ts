import type { BulkTable } from '#app/bulk/define_bulk_table'
import { type TableGenerator, countPeople } from './table_generator.js'
import { citationMap, citations, parentheticals, unmatchedCitations } from './case_law/citations.js'
import { clusterRedirections, opinionClusters } from './case_law/clusters.js'
import { courtAppealsTo, courthouses, courts } from './case_law/courts.js'
import { dockets } from './case_law/dockets.js'
import { opinions } from './case_law/opinions.js'
import {
  agreements,
  debts,
  disclosures,
  gifts,
  investments,
  nonInvestmentIncomes,
  positions as disclosuresPositions,
  reimbursements,
  spouseIncomes,
} from './disclosures.js'
import {
  bankruptcies,
  docketTags,
  integratedDatabase,
  originatingCourts,
  countOriginatingCourts,
  countReports,
  siteTags,
} from './federal_records.js'
import { panels, recordings } from './oral_arguments.js'
import {
  clusterPanels,
  docketPanels,
  joinedBy,
  nonParticipating,
  people,
  personRaces,
  politicalAffiliations,
  races,
} from './people.js'
import {
  abaRatings,
  educations,
  positions as careersPositions,
  retentionEvents,
  schools,
  sources,
} from './careers.js'

/** Generators by file stem (`BulkTable.stem`). Files without a generator aren't written. */
export const GENERATORS: Record<BulkTable['stem'], TableGenerator> = {
  'people-db-people': { rows: people, count: countPeople },
  'people_db_race': { rows: races },
  'people-db-schools': { rows: schools },
  'people-db-positions': { rows: careersPositions },
  'search_docket_panel': { rows: docketPanels },
  'search_opinioncluster_panel': { rows: clusterPanels },
  'search_opinioncluster_non_participating_judges': { rows: nonParticipating },
  'search_opinion_joined_by': { rows: joinedBy },
  'people-db-retention-events': { rows: retentionEvents },
  'people-db-educations': { rows: educations },
  'people-db-political-affiliations': { rows: politicalAffiliations },
  'people-db-races': { rows: personRaces },
  'people-db-aba-ratings': { rows: abaRatings },
  'people-db-sources': { rows: sources },
  'courts': { rows: courts },
  'dockets': { rows: dockets },
  'opinion-clusters': { rows: opinionClusters },
  'cluster-redirections': { rows: clusterRedirections },
  'opinions': { rows: opinions },
  'courthouses': { rows: courthouses },
  'court-appeals-to': { rows: courtAppealsTo },
  'citation-map': { rows: citationMap },
  'citations': { rows: citations },
  'parentheticals': { rows: parentheticals },
  'unmatched-citations': { rows: unmatchedCitations },
  'fjc-integrated-database': { rows: integratedDatabase, count: countReports },
  'originating-court-information': { rows: originatingCourts, count: countOriginatingCourts },
  'bankruptcy-information': { rows: bankruptcies },
  'site-tags': { rows: siteTags },
  'docket-tags': { rows: docketTags },
  'financial-disclosures': { rows: disclosures },
  'financial-disclosure-investments': { rows: investments },
  'financial-disclosures-positions': { rows: disclosuresPositions },
  'financial-disclosures-agreements': { rows: agreements },
  'financial-disclosures-non-investment-income': { rows: nonInvestmentIncomes },
  'financial-disclosures-spousal-income': { rows: spouseIncomes },
  'financial-disclosures-reimbursements': { rows: reimbursements },
  'financial-disclosures-gifts': { rows: gifts },
  'financial-disclosures-debts': { rows: debts },
  'oral-arguments': { rows: recordings },
  'audio_audio_panel': { rows: panels },
}
