/**
 * For each district court whose menus counted the main document as number 1: the last document
 * serial number counted this way. Bankruptcy courts still do so. Other courts never did.
 */
const LAST_COUNTING_MAIN_DOCUMENT: Record<string, number> = {
  akd: 682_797,
  ared: 1_906_030,
  cacd: 9_630_188,
  ctd: 2_414_673,
  flmd: 7_734_601,
  flnd: 2_613_796,
  gamd: 995_021,
  gasd: 1_159_201,
  hid: 1_078_891,
  iand: 899_130,
  iasd: 1_192_972,
  ilnd: 8_278_610,
  innd: 1_560_410,
  kyed: 2_087_957,
  kywd: 1_738_484,
  mad: 3_618_527,
  mied: 4_148_337,
  miwd: 2_358_030,
  moed: 3_299_716,
  msnd: 888_190,
  mssd: 2_476_698,
  nced: 1_868_202,
  ncmd: 1_093_535,
  ndd: 299_419,
  ned: 1_868_173,
  nvd: 3_153_010,
  nyed: 6_778_644,
  nynd: 1_829_022,
  nysd: 8_012_889,
  nywd: 1_862_410,
  oked: 388_419,
  ord: 3_322_370,
  pamd: 3_122_200,
  sdd: 1_239_147,
  txed: 3_830_781,
  txnd: 4_975_453,
  utd: 1_745_928,
  vaed: 1_338_618,
  waed: 1_349_144,
  wawd: 3_755_107,
  wied: 1_420_356,
  wyd: 797_428,
}

/**
 * The number of an attachment, which a menu may print one too high.
 *
 * @param printed the printed number
 * @param id the document's ID: three digits of the court, one, and the serial number
 * @param court the court's ID in the system
 */
export function attachmentNumber(printed: number, id: string, court: string): number {
  const last = Object.hasOwn(LAST_COUNTING_MAIN_DOCUMENT, court)
    ? LAST_COUNTING_MAIN_DOCUMENT[court]
    : -1
  const counted = court.endsWith('b') || Number(id.slice(4)) <= last
  return counted ? printed - 1 : printed
}
