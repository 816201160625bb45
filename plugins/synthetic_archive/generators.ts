import type { BulkTable } from '#app/bulk/define_bulk_table'
import type { TableGenerator, GeneratedRow, GeneratorContext } from './table_generator.js'
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
  originsOf,
  recordsOf,
  siteTags,
} from './federal_records.js'
import { clusterPanels, docketPanels, joinedBy, nonParticipating } from './people/benches.js'
import {
  abaRatings,
  educations,
  positions as careersPositions,
  retentionEvents,
  schools,
  sources,
} from './people/careers.js'
import { people, personRaces, politicalAffiliations, races } from './people/people.js'
import { peopleOf } from './people/sizes.js'
import { company, person } from './names.js'
import { shareOf, someSha1, stamps } from './row_values.js'

/** Stream of the checksums; any number no other generator of checksums uses. */
const SHA1 = 301

const recordingsOf = (context: GeneratorContext) => shareOf(context, 50, 4)

/** One for every fiftieth docket. */
function* recordings(context: GeneratorContext): Iterable<GeneratedRow> {
  const { random, seed } = context
  for (let id = 1; id <= recordingsOf(context); id++) {
    const name = `${person(random).usual} v. ${company(random).usual}`
    yield {
      id,
      ...stamps(random),
      source: 'C',
      case_name_short: '',
      case_name: name,
      case_name_full: '',
      judges: null,
      sha1: someSha1(seed, SHA1, id),
      download_url: `https://example.org/arguments/${id}.mp3`,
      local_path_mp3: `mp3/generated/${id}.mp3`,
      local_path_original_file: `orig/generated/${id}.mp3`,
      filepath_ia: '',
      ia_upload_failure_count: null,
      duration: random.between(600, 5400),
      processing_complete: true,
      date_blocked: null,
      blocked: false,
      stt_status: 0,
      stt_transcript: '',
      stt_source: null,
      docket_id: Math.min(context.dockets, id * 50),
    }
  }
}

/** Three neighbours in the list of people hear each. */
function* panels(context: GeneratorContext): Iterable<GeneratedRow> {
  const people = peopleOf(context)
  let id = 0
  for (let audio = 1; audio <= recordingsOf(context); audio++) {
    const first = context.random.between(0, people - 1)
    for (let next = 0; next < 3; next++)
      yield { id: ++id, audio_id: audio, person_id: ((first + next) % people) + 1 }
  }
}

/** Generators by file stem (`BulkTable.stem`). Files without one aren't written. */
export const GENERATORS: Record<BulkTable['stem'], TableGenerator> = {
  'people-db-people': { rows: people, count: peopleOf },
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
  'fjc-integrated-database': { rows: integratedDatabase, count: recordsOf },
  'originating-court-information': { rows: originatingCourts, count: originsOf },
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
