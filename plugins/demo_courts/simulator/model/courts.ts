/** A simulated court. Unlisted courts respond but have no cases. */
export interface SimulatedCourt {
  /** ID in the court system: the subdomain. */
  id: string
  kind: 'district' | 'bankruptcy' | 'appellate'
  /** The first three digits of document IDs (court-system, 8). */
  prefix: string
  /** Name in the heading of reports. */
  name: string
  /** Last serial number for which menus count the main document (court-system, 9). */
  lastCountingMain: number
  /** Path of the appellate programs (court-system, 3). */
  transportRoom: string | null
  /** Whether the court uses the new appellate system (court-system, 11). */
  hasAcms: boolean
}

const district = (
  id: string,
  prefix: string,
  name: string,
  lastCountingMain = -1
): SimulatedCourt => ({
  id,
  kind: 'district',
  prefix,
  name,
  lastCountingMain,
  transportRoom: null,
  hasAcms: false,
})

const bankruptcy = (id: string, prefix: string, name: string): SimulatedCourt => ({
  ...district(id, prefix, name, Number.MAX_SAFE_INTEGER),
  kind: 'bankruptcy',
})

const appellate = (
  id: string,
  prefix: string,
  name: string,
  { cmecf = false, hasAcms = false } = {}
): SimulatedCourt => ({
  ...district(id, prefix, name),
  kind: 'appellate',
  transportRoom: cmecf ? '/cmecf/servlet/TransportRoom' : '/n/beam/servlet/TransportRoom',
  hasAcms,
})

const NAMED = [
  district('akd', '023', 'District of Alaska', 682_797),
  district('cand', '035', 'Northern District of California'),
  district('ilnd', '067', 'Northern District of Illinois', 8_278_610),
  district('nysd', '127', 'Southern District of New York', 8_012_889),
  district('psc', '999', 'District of the Training Site'),
  district('txsd', '179', 'Southern District of Texas'),
  bankruptcy('azb', '024', 'District of Arizona'),
  bankruptcy('canb', '034', 'Northern District of California'),
  bankruptcy('deb', '042', 'District of Delaware'),
  bankruptcy('insb', '072', 'Southern District of Indiana'),
  bankruptcy('nysb', '126', 'Southern District of New York'),
  appellate('ca1', '001', 'United States Court of Appeals for the First Circuit'),
  appellate('ca2', '002', 'United States Court of Appeals, Second Circuit', { hasAcms: true }),
  appellate('ca3', '003', 'United States Court of Appeals for the Third Circuit'),
  appellate('ca4', '004', 'United States Court of Appeals for the Fourth Circuit'),
  appellate('ca5', '005', 'United States Court of Appeals for the Fifth Circuit', { cmecf: true }),
  appellate('ca6', '006', 'United States Court of Appeals for the Sixth Circuit'),
  appellate('ca7', '007', 'U.S. Court of Appeals for the Seventh Circuit', { cmecf: true }),
  appellate('ca8', '008', 'United States Court of Appeals for the Eighth Circuit'),
  appellate('ca9', '009', 'United States Court of Appeals for the Ninth Circuit', {
    hasAcms: true,
  }),
  appellate('ca10', '010', 'United States Court of Appeals for the Tenth Circuit'),
  appellate('ca11', '011', 'United States Court of Appeals for the Eleventh Circuit', {
    cmecf: true,
  }),
  appellate('cadc', '012', 'United States Court of Appeals for the District of Columbia Circuit'),
  appellate('cafc', '013', 'United States Court of Appeals for the Federal Circuit'),
]

const COURTS = new Map(NAMED.map((court) => [court.id, court]))

/**
 * A court by its ID in the court system.
 *
 * @param id the subdomain of its host; an ID ending in `b` is a bankruptcy court (3)
 */
export function getSimulatedCourt(id: string): SimulatedCourt {
  const known = COURTS.get(id)
  if (known) return known
  if (/^(?:ca(?:\d{1,2}|dc|fc|vc))$|^bap\d{0,2}$/.test(id))
    return appellate(id, '', 'Court of Appeals')
  if (id.endsWith('b')) return bankruptcy(id, '', 'Bankruptcy Court')
  return district(id, '', 'District Court')
}

/** Host of a court's reports (court-system, 3). */
export const getCourtHost = (court: string): string =>
  court === 'psc' ? 'dcecf.psc.uscourts.gov' : `ecf.${court}.uscourts.gov`
