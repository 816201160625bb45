/**
 * A few thousand words for opinions: common words, then legal terms, then
 * invented words that resemble them.
 */
const list = (text: string) => text.trim().split(/\s+/)

const COMMON = list(`
  the of to and a in that is for was on not by as be this with it or court at from which an his are he had
  plaintiff defendant no has we have state any would were district evidence motion case trial under if their
  but judgment law section did its been there such other does claim may against order appeal only also when
  counsel rule because whether jury all action where she than party one after her made statute person time
  question issue within who these before upon shall must could petitioner respondent government testimony
  held record found second first because parties should so what jurisdiction summary therefore however fact
  complaint more without they him contract argues denied relief failure being during appellant appellee
  officer decision finding review hearing sentence matter support here per between both standard reasonable`)

const TRADE = list(`
  abeyance acquittal adjudication affidavit affirm alimony allegation amendment appellate arbitration
  arraignment attorney bailiff bankruptcy breach burden certiorari chattel citation clemency codicil
  collateral complaint condemnation consent consideration conspiracy contempt conveyance conviction
  covenant creditor custody damages debtor decree deed default defamation deposition discovery dismissal
  diversity docket domicile duress easement eminent enjoin equity escrow estate estoppel eviction exculpatory
  exhibit extradition federal felony fiduciary foreclosure forfeiture fraud garnishment grievance guardian
  habeas hearsay immunity impeachment indemnity indictment infringement injunction insolvency intent
  interrogatory intestate joinder judicial jurisprudence larceny lease legislature liability lien limitation
  litigation magistrate malice malpractice mandamus mediation misdemeanor mitigation mortgage negligence
  notary novation nuisance oath obligation offense ordinance pardon parole patent penalty perjury plea
  pleading precedent preemption prejudice probable probate probation prosecution provision proximate
  punitive quash quorum ratification rebuttal recusal redress remand remedy replevin rescission restitution
  retainer sanction seizure settlement severance solicitation sovereign stipulation subpoena subrogation
  suppression surety testator tort treaty trespass tribunal trustee usury vacate venue verdict voir waiver
  warrant witness writ zoning`)

const STARTS = list(`
  ab ad al ap ar as at ben cen cir col com con cor de dis en es ex fac fid fin for gar gen im in inter jud
  jur leg lib man med mis mor neg nom non nul ob op par per plen pre pro quas re sub suc super sur test
  trans tri un ven ver vis`)

const MIDDLES = list(`
  act cau ced ces cit clam cor cred dict duc fer fess fic fract gat greg jac ject jur lat leg lig mand
  min mit nounc ort pel pend pet plic pon port pos prob put quest quir rept rog rupt scind scrib sec sent
  serv sist spec spir strict sult sumpt tain tent test tin tract trib vent vers vict voc volv`)

const ENDS = list('able al ance ant ary ation ed ent er ing ion ity ive ment or ory')

/** Number of words, most frequent first. */
const SIZE = 4000

function derive(): string[] {
  const words = new Set([...COMMON, ...TRADE])
  // Strides without a common divisor visit all combinations in no obvious order.
  for (let at = 0; words.size < SIZE; at++) {
    const start = STARTS[(at * 7) % STARTS.length]!
    const middle = MIDDLES[(at * 11 + Math.floor(at / MIDDLES.length)) % MIDDLES.length]!
    const end = ENDS[(at * 5 + Math.floor(at / 97)) % ENDS.length]!
    words.add(start + middle + end)
  }
  return [...words]
}

export interface Lexicon {
  words: string[]
  /** The same words, capitalized. */
  capitalised: string[]
  /** Indexes of words, repeated by Zipf's law, so that a draw needs no logarithm. */
  draws: Uint16Array
}

const DRAWS = 1 << 16

let lexicon: Lexicon | undefined

/** Builds the words on first use, because each server start loads this module. */
export function loadLexicon(): Lexicon {
  lexicon ??= build(derive())
  return lexicon
}

function build(words: string[]): Lexicon {
  const range = Math.log(words.length + 1)
  return {
    words,
    capitalised: words.map((word) => word[0]!.toUpperCase() + word.slice(1)),
    draws: Uint16Array.from({ length: DRAWS }, (_, draw) =>
      Math.min(words.length - 1, Math.floor(Math.exp(((draw + 0.5) / DRAWS) * range)) - 1)
    ),
  }
}
