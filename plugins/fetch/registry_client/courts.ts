import { toCourtId as archiveIdOf } from '#app/court_pages/court_system_ids'
import { RegistryError } from './registry_error.js'

/**
 * The courts of the court system, by the first three digits of their document IDs: circuits, then
 * courts by state, with bankruptcy courts before district courts.
 */
const COURT_TABLE = `
  001 ca1  002 ca2  003 ca3  004 ca4  005 ca5  006 ca6  007 ca7  008 ca8  009 ca9  010 ca10
  011 ca11  012 cadc  012 cavc  013 cafc  014 cit  015 cofc  016 almb  017 almd  018 alnb
  019 alnd  020 alsb  021 alsd  022 akb  023 akd  024 azb  025 azd  026 areb  027 ared  028 arwb
  029 arwd  031 cacd  032 caeb  033 caed  034 canb  035 cand  036 casb  037 casd  038 cob
  039 cod  040 ctb  041 ctd  042 deb  043 ded  044 dcb  045 dcd  046 flmb  047 flmd  048 flnb
  049 flnd  050 flsb  051 flsd  052 gamb  053 gamd  054 ganb  055 gand  056 gasb  057 gasd
  058 gub  059 gud  060 hib  061 hid  062 idb  063 idd  064 ilcb  065 ilcd  066 ilnb  067 ilnd
  068 ilsb  069 ilsd  070 innb  071 innd  072 insb  073 insd  074 ianb  075 iand  076 iasb
  077 iasd  078 ksb  079 ksd  080 kyeb  081 kyed  082 kywb  083 kywd  084 laeb  085 laed
  086 lamb  087 lamd  088 lawb  089 lawd  090 meb  091 med  092 mdb  093 mdd  094 mab  095 mad
  096 mieb  097 mied  098 miwb  099 miwd  100 mnb  101 mnd  102 msnb  103 msnd  104 mssb
  105 mssd  106 moeb  107 moed  108 mowb  109 mowd  110 mtb  111 mtd  112 neb  113 ned  114 nvb
  115 nvd  116 nhb  117 nhd  118 njb  119 njd  120 nmb  121 nmd  122 nyeb  123 nyed  124 nynb
  125 nynd  126 nysb  127 nysd  128 nywb  129 nywd  130 nceb  131 nced  132 ncmb  133 ncmd
  134 ncwb  135 ncwd  136 ndb  137 ndd  138 nmib  139 nmid  140 ohnb  141 ohnd  142 ohsb
  143 ohsd  144 okeb  145 oked  146 oknb  147 oknd  148 okwb  149 okwd  150 orb  151 ord
  152 paeb  153 paed  154 pamb  155 pamd  156 pawb  157 pawd  158 prb  159 prd  160 rib  161 rid
  162 scb  163 scd  164 sdb  165 sdd  166 tneb  167 tned  168 tnmb  169 tnmd  170 tnwb  171 tnwd
  174 txeb  175 txed  176 txnb  177 txnd  178 txsb  179 txsd  180 txwb  181 txwd  182 utb
  183 utd  184 vtb  185 vtd  188 vaeb  189 vaed  190 vawb  191 vawd  192 vib  193 vid  194 waeb
  195 waed  196 wawb  197 wawd  198 wvnb  199 wvnd  200 wvsb  201 wvsd  202 wieb  203 wied
  204 wiwb  205 wiwd  206 wyb  207 wyd  850 jpml  973 cacb
`

/** Software that a court uses. */
export type CourtKind = 'district' | 'bankruptcy' | 'appellate'

/** A court of the court system. */
export interface Court {
  /** ID in the court system: `azb`. The archive may use another ID: `arb`. */
  id: string
  archiveId: string
  kind: CourtKind
  /** First digits of its document IDs; null if it has no distinct prefix. */
  prefix: string | null
  host: string
  /** Hosts of the new appellate system; null if the court doesn't use it. */
  acms: { site: string; api: string } | null
}

/** Courts of the new appellate system. */
const ACMS_COURTS = new Set(['ca2', 'ca9'])

const COURTS = new Map(courts().map((court) => [court.archiveId, court]))

function courts(): Court[] {
  const words = COURT_TABLE.trim().split(/\s+/)
  const listed = words.flatMap((word, at) => (at % 2 ? [courtOf(word, words[at - 1])] : []))
  const training = { ...courtOf('psc', null), host: 'dcecf.psc.uscourts.gov' }
  return [...listed, training]
}

function courtOf(id: string, prefix: string | null): Court {
  return {
    id,
    archiveId: archiveIdOf(id),
    kind: kindOf(id),
    prefix,
    host: `ecf.${id}.uscourts.gov`,
    acms: ACMS_COURTS.has(id)
      ? {
          site: `${id}-showdoc.azurewebsites.us`,
          api: `${id}-showdocservices.azurewebsites.us`,
        }
      : null,
  }
}

function kindOf(id: string): CourtKind {
  if (/^(?:ca\d{1,2}|cadc|cafc|cavc)$/.test(id)) return 'appellate'
  return id.endsWith('b') ? 'bankruptcy' : 'district'
}

/**
 * @param archiveId ID of a court in the archive
 * @throws RegistryError `invalid_parameters` for a court outside the court system
 */
export function findCourt(archiveId: string): Court {
  const court = COURTS.get(archiveId)
  if (!court) throw new RegistryError('invalid_parameters', 'unknown court', archiveId)
  return court
}

/** All courts of the court system. */
export const allCourts = (): Court[] => [...COURTS.values()]

/**
 * Rejects courts of other kinds.
 *
 * @throws RegistryError `invalid_parameters`
 */
export function requireKind(court: Court, ...kinds: CourtKind[]): void {
  if (kinds.includes(court.kind)) return
  const said = `supported only by ${kinds.join(' and ')} courts`
  throw new RegistryError('invalid_parameters', said, court.archiveId)
}

/** Host of the central login. */
export const LOGIN_HOST = 'pacer.login.uscourts.gov'
/** Host that converts creditor lists to text (court system 7). */
export const CREDITORS_HOST = 'ncrs.uscourts.gov'

/** All hosts that the client connects to. */
const HOSTS: ReadonlySet<string> = new Set([
  LOGIN_HOST,
  CREDITORS_HOST,
  ...allCourts().flatMap(({ host, acms }) => [host, ...(acms ? [acms.site, acms.api] : [])]),
])

/** Whether a URL uses HTTPS and a host of the court system. */
export const isOfCourtSystem = (url: URL): boolean =>
  url.protocol === 'https:' &&
  url.port === '' &&
  url.username === '' &&
  url.password === '' &&
  HOSTS.has(url.hostname)
