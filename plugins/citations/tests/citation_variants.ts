/** Citations by kind in the forms of courts and journals, separated by bars and lines. */

const RULES = `
Ala. R. Civ. P. 12(b)(1)|Alaska R. Evid. 404(b)(1)|Ariz. R. Crim. P. 32.1(e)|Ark. R. Civ. P. 52(b)(1)|Cal. R. Ct. 3.1113(d)
C.R.C.P. 106(a)(4)|C.A.R. 35(a)|CRE 1101(d)|Conn. Code Evid. § 4-5(c)|D.R.E. 803(24)|Del. Supr. Ct. R. 14(b)
D.C. App. R. 30(a)(2)|Fla. R. App. P. 9.130(a)(3)|Fla. R. Crim. P. 3.850(b)|Fla. Fam. L. R. P. 12.285|HRPP Rule 40(f)|HRAP Rule 10(b)
I.R.F.L.P. 102(a)|I.C.R. 35(b)|I.R.E. 801(d)(2)|Ill. S. Ct. R. 308(a)|Ind. R. App. P. 46(A)(8)|Iowa R. Civ. P. 1.904(2)
K.R.P.C. 8.4(g)|RCr 11.42(3)|KRE 404(c)|CR 60.02(f)|La. Dist. Ct. R. 9.9(b)|M.R. Civ. P. 80B(f)|M.R. Evid. 801(d)(1)|M.R.U. Crim. P. 41A(a)
Md. Rule 8-504(a)(6)|Maryland Rule 4-345(e)|Mass. R. Civ. P. 60(b)(6)|Mass. R. Crim. P. 30(b)|Mass. G. Evid. § 1102|S.J.C. Rule 2:21
MRE 803(4)|MCR 7.215(C)(1)|Minn. R. Crim. P. 27.03|Minn. R. Gen. Prac. 119.05|M.R.A.P. 28(a)(7)|M.R.C.P. 60(b)(6)|Mo. Sup. Ct. R. 29.15(j)
M. R. Civ. P. 59(e)|Neb. Ct. R. App. P. § 2-109(D)|NRCP 41(e)(2)|NRAP 3A(b)(1)|EDCR 2.23(c)|N.H. R. Evid. 801(d)|N.J.R.E. 404(b)|N.J.R.E. 803(c)(27)
R. 3:22-4(b)|R. 2:10-2|Rule 11-803(F) NMRA|Rule 1-060(B)(6) NMRA|N.C. R. App. P. 10(a)(1)|N.C. R. Evid. 702(a)|N.D.R.Ev. 803(24)|N.D.R.Crim.P. 11(b)(3)
App.R. 26(A)(1)|Evid.R. 801(D)(2)|S.Ct.Prac.R. 7.08(B)(4)|ORCP 47 C|OEC 404(3)|ORAP 9.05(2)|UTCR 5.100(1)|Pa.R.C.P. 1042.3(a)(1)|Pa.R.E. 803(25)
Pa.R.Crim.P. 600(A)(2)|Pa.R.A.P. 2119(f)|Pa.R.J.A. 1901(c)|R.I. R. Evid. 403|Super. R. Civ. P. 12(b)(6)|Rule 59(e), SCRCP|Rule 403, SCRE|Rule 268(d)(2), SCACR
S.D. R. Evid. 404(b)|Tenn. R. App. P. 13(d)|Tenn. Sup. Ct. R. 28|TEX. R. CIV. P. 166a(i)|Tex. R. Evid. 801(e)(2)|Utah R. Civ. P. 56(a)|Utah R. App. P. 24(a)(8)
V.R.C.P. 75(b)|V.R.E. 803(4)|V.R.A.P. 28(a)(4)|V.R.Cr.P. 41(b)|Va. Sup. Ct. R. 1:1(b)|Va. R. Evid. 2:803(6)|RAP 18.14(e)|ER 803(a)(2)|GR 33(b)|RPC 1.15A(c)|CrR 3.5(c)
W. Va. R. Evid. 702(a)|W. Va. R. App. P. 21(c)|W.R.C.P. 56(c)|W.R.A.P. 7.01(g)|W.R.Cr.P. 32(f)|SCR 20:8.4(c)|V.I. R. App. P. 22(l)|Guam R. Evid. 404(b)|P.R. R. Civ. P. 36.3
2d Cir. R. 32.1.1(b)|9th Cir. R. 36-3(a)|3d Cir. L.A.R. 28.1(a)|Fed. Cir. R. 47.5(a)|D. Mass. L.R. 56.1|E.D. Pa. Local R. Civ. P. 7.1(c)|C.D. Cal. L.R. 7-3|N.D. Tex. L.R. 7.1(a)|D. Kan. Rule 7.6(a)|D. Utah L. Civ. R. 7-1(a)
S.D.N.Y. Local Civ. R. 56.1(a)|Local Rule 7.1(a)(2)|Local Civil Rule 3.7(b)|LR 7-2(d)|W.D. Wash. L. Civ. R. 7(d)|Bankr. S.D.N.Y. L.R. 9013-1|Tax Ct. R. 91(a)|Tax Court Rule 121|Federal Rule of Civil Procedure 19(a)(1)
Federal Rules of Evidence 401|Rule 26(b)(1) of the Federal Rules of Civil Procedure|Rule 8(c) of the Federal Rules of Criminal Procedure|Rule 60(b)(6)|Rule 41(a)(1)(A)(ii)|Rule 84.04(d)|Rule 5A:20|frcp 26(b)(3)
`

const REPORTS = `
79 Eng. Rep. 1077|101 ER 1205|5 Co. Rep. 77b|Cro. Jac. 504|Cro. Car. 175|2 Ld. Raym. 1167|4 Burr. 2303|3 Burr. 1905|1 W. Bl. 510|Hob. 267|2 Ves. Sen. 629|11 How. St. Tr. 371|4 B. & C. 108|2 B. & Ald. 1
1 Exch. 850|9 Ex. 341|2 H. & C. 906|7 El. & Bl. 872|3 M. & W. 337|16 M. & W. 346|2 Bing. 156|3 T.R. 51|10 H.L. Cas. 191|12 Cl. & F. 1|[1901] AC 495|[1964] AC 465|[1897] AC 22|[1982] QB 1|[1951] 1 KB 805|[1971] Ch 233
[1980] 1 WLR 294|[1957] 2 All ER 118|[1949] 2 K.B. 528|[1942] A.C. 624|[2011] UKSC 12|[2004] UKHL 56|[2003] EWCA Civ 151|[1999] EWCA Crim 1|[2016] EWHC 2768|[1992] HCA 23|2015 SCC 5|[1986] 1 SCR 103|[1986] 1 S.C.R. 295|2020 ONCA 27
LR 1 HL 93|L.R. 5 Q.B. 1|LR 9 Exch 1|L.R. 2 C.P. 311|1986 I.C.J. 14|1951 I.C.J. 116|2001 I.C.J. 466|1928 P.C.I.J. (ser. A) No. 17|1996-I Eur. Ct. H.R. 1|2 R.I.A.A. 829|161 Eur. Ct. H.R. (ser. A)|T.C. Summ. Op. 2014-21|2017 VT 3A
`

const STATUTES = `
ch. 49.60 RCW|chapter 19.86 RCW|RCW ch. 4.24|Minn. Stat. ch. 466|HRS chapter 661|NRS Chapter 41|RSA ch. 91-A|RSA chapter 358-A|KRS Chapter 446|ORS chapter 742|SDCL ch. 21-32|R.C. Chapter 2505|N.D.C.C. ch. 28-32|Wis. Stat. ch. 227|Iowa Code ch. 669|Fla. Stat. ch. 120|29 U.S.C. ch. 18|Mont. Code Ann. ch. 2
section 2-1401 of the Code of Civil Procedure|section 115-10 of the Code of Criminal Procedure|section 1542 of the Civil Code|Section 187 of the Penal Code|section 33-22-110 of the Montana Code|section 53a-32 of the General Statutes|§ 24-10-106, C.R.S.|§ 15-78-60, S.C. Code Ann.|§ 30-3-133, Ala. Code 1975|§ 287.020, RSMo|§ 27-1-719, MCA
13 Eliz. 1, c. 5|31 Car. 2, c. 2|4 Geo. 2, c. 28|12 & 13 Will. 3, c. 2|25 Edw. 3, c. 2|32 Hen. 8, c. 34|21 Jac. 1, c. 16|4 Anne c. 17|9 & 10 Vict., c. 93|42 usc 1983|29 usc 1132|28 usc 1404|VA. CODE ANN. § 8.01-243|N.C. GEN. STAT. § 1-52|740 ILL. COMP. STAT. 10/7|WASH. REV. CODE § 4.16.080|Minn Stat § 541.05|ARIZ. REV. STAT. ANN. § 12-542
`

const REGULATIONS = `
11.2.3.9 NMAC|6.69.4.10(A) NMAC|18VAC85-20-26|12 VAC 5-371-110|3 AAC 48.010|7 AAC 70.030(a)|11 NCAC 04 .0418|21 NCAC 32B .1001|25 N.C. Admin. Code 1C.0411|10 N.C. Admin. Code 41A.0101|K.A.R. 28-39-152|K.A.R. 51-9-5|803 KAR 2:180|902 KAR 20:016|20 CSR 2150-2.015|8 CSR 10-3.010|216-RICR-20-10-4.6|230-RICR-30-05-2.4
LAC 46:XLV.7603|LAC 40:I.2715|7 CCR 1101-3|5 CCR 1001-9|50 N.J.R. 551(a)|41 N.J.R. 2720|Mich Admin Code, R 325.45301|Mich. Admin. Code r. 418.101|N.H. Admin. R., He-P 803.14|N.H. Admin. R. Saf-C 5701.03|Vt. Code R. 12-3-506|Wyo. Code R. § 053-0021-1|ARSD 20:51:01:01|IDAPA 16.03.09.850|Ohio Adm.Code 4731-26-02(A)|OAC 340:75-7-52|HAR § 12-42-61|N.D. Admin. Code § 50-02-15|Ga. Comp. R. & Regs. 290-9-7-.02
Tenn. Comp. R. & Regs. 1050-02-.13|F.A.C. 59A-4.107|Okla. Admin. Code § 435:10-7-4|Neb. Admin. Code tit. 172, ch. 88|84 Fed. Reg. at 12,345|86 Fed. Reg. at 7037|45 Fed. Reg. 33,290|Utah Admin. Code R156-67-502|W. Va. Code R. § 114-14-6|Cal. Code Regs., tit. 22, § 70217|8 C.F.R. § 1003.2(c)
`

const SESSION_LAWS = `
1998 PA 386|1978 PA 368|2011 PA 142|Laws of 1986, ch. 305|Laws of 2021, 1st Spec. Sess., ch. 311|Laws 1967, ch. 242|L. 1991, c. 187|P.L. 1995, c. 139|St. 1986, c. 351|Acts 1993, ch. 905|Acts 1989, No. 89-660|2009 N.C. Sess. Laws ch. 570|1985 Mass. Acts ch. 223|2019 Or. Laws ch. 530|1973 Wash. Sess. Laws ch. 157|1999 N.M. Laws ch. 219|2003 Nev. Stat. ch. 508|Or Laws 2013, ch 5|Oregon Laws 1987, chapter 774
Pub. Act 94-677|Public Act 100-201|P.A. 88-680|D.C. Law 2-38|D.C. Act 13-41|2012 Am.Sub.S.B. No. 337|2004 Am.Sub.H.B. No. 498|ch. 95, § 2, SLA 1980|ch. 99-225, Laws of Fla.|2015 Wis. Act 55|1996 Tenn. Pub. Acts ch. 644|Tenn. Pub. Acts 2011, ch. 510|1993 Va. Acts ch. 928|1994 R.I. Pub. Laws ch. 194|1986 Md. Laws ch. 639|2009 N.J. Laws ch. 90|Ga. L. 2005, p. 1|Stats. 1975, ch. 1275|Pub. L. No. 104-132|61 Stat. A-3
`

const CONSTITUTIONS = `
U.S. Const., Amdt. 14|U. S. Const., Amdt. 1|U.S. Const., 5th Amend.|US Const, Am XIV|US Const, Art I, § 9|U.S. Const. amend. V|U.S. Const. art. III, § 2, cl. 1|N.H. Const. pt. I, art. 15|N.H. CONST. pt. II, art. 5|Mass. Const. pt. 1, art. XIV|Vt. Const. ch. I, art. 11|Vt. Const. ch. II, § 39|Md. Const. Decl. of Rts. art. 26
Ga. Const. of 1983, Art. I, Sec. II, Par. IX|Ga. Const. art. I, § 1, ¶ 13|Ky. Const. § 115|Ill. Const. 1970, art. I, § 6|Const 1963, art 1, § 17|Cal. Const., art. XIII D, § 6|Article I, Section 10 of the Ohio Constitution|article I, section 8, of the Florida Constitution|article 1, section 9 of the Indiana Constitution|art. 12 of the Massachusetts Declaration of Rights|Pa. Const. art. I, § 8|TEX. CONST. art. I, § 13|Or Const, Art I, § 20
`

const TREATIES = `
U.N. Charter art. 51|U.N. Charter art. 2, ¶ 4|U.N. Charter art. 39|Statute of the International Court of Justice art. 36(2)|I.C.J. Statute art. 59|21 I.L.M. 1261|37 I.L.M. 999|28 I.L.M. 657|T.I.A.S. 1591|T.I.A.S. No. 8,532|E.T.S. No. 126|1 Bevans 631|1833 U.N.T.S. 3|23 U.S.T. 3227
`

const MODEL_LAWS = `
U.S.S.G. ch. 3, pt. D|U.S.S.G. ch. 2, pt. B|U.S.S.G. app. C, amend. 706|U.S.S.G. app. A|U.S.S.G. § 5K1.1|USSG § 4A1.2(e)(3)|U.C.C. art. 2|U.C.C. art. 4A|Model Code of Evid. r. 502|Model Rules of Pro. Conduct r. 3.3(a)(3)|Model Rules of Pro. Conduct r. 1.9(c)|Model Code of Pro. Resp. DR 7-104(A)(1)|Model Code of Pro. Resp. EC 5-14|Model Code of Jud. Conduct Canon 3|Model Penal Code § 3.04
`

const JOURNALS = `
80 Am. Econ. Rev. 16|112 J. Pol. Econ. 1023|89 Am. Pol. Sci. Rev. 5|46 J.L. & Econ. 389|52 Case W. Rsrv. L. Rev. 981|61 Int'l & Comp. L.Q. 903|45 Int’l & Comp. L.Q. 1|34 Ocean Dev. & Int'l L. 1|99 Am. J. Int'l L. 24|12 Eur. J. Int’l L. 503|19 J.L. Econ. & Org. 312|8 Supreme Court Economic Review 71|105 Q.J. Econ. 1121|31 J. Legal Stud. 1|5 J. Empirical Legal Stud. 1|63 Law & Contemp. Probs. 1|28 Nat. Res. J. 12|40 Harv. Int'l L.J. 1|66 Tax L. Rev. 241|77 Pol. Sci. Q. 5
`

/** Citations after which `Id.` and `supra` are authorities. */
const ID_LINES = `
Id.;|id.;|Ibid.;|ibid.;|Id. at 12|id., at 3|Id. § 2000e-2(a)(1)|id. § 825.220(c)|Id. §§ 3582(c), 3553(a)|Id. ¶ 12|id. ¶¶ 4–5|Ibid.|(Id. at p. 55|(Ibid.|[Id. at 9|Id. at *4|Id . at 5|ld. at 324|id. at 7 n.3|Id. at 10-11
`

/** Words that look like citations. */
const NEAR_MISS_LINES = `
his id. card|ID. CARD|File id. 55|Boise, Id. 83702|employee id. number 5|Docket ID. No. EPA-1|her id. badge|user id. 7|Photo id. No. 12|an id. check|the id. tag
Rule of law|Rule 5 of the House Rules|Rule 7 of the building|Rule 3(b) of the lease|House Rule XIV|Senate Rule 22|FINRA Rule 2111(a)|NYSE Rule 405(1)|the store's Rule 5|Golden Rule 1|rule 7|Standing Rule 4
Section 5 of the lease|section 12 of the handbook|§ 5 of the Agreement|the purchase order, § 5,|Student Handbook, § 5.12(c)|Article IV, Section 2 of the bylaws|chapter 11|Section 8 housing|Section 4 of the cemetery
“12 A.D. 45”|Add. 12|App. 410|ORS 12|APR 5.5%|chapter 663 of the diary|Toyota Supra, at 12|CR 5 is a room|ER 5 of the hospital|MAR 5.12|GR 8 filters
`

const listed = (text: string) =>
  text
    .trim()
    .split(/[|\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

const ALL = {
  'court rule': RULES,
  'statute': STATUTES,
  'regulation': REGULATIONS,
  'session law': SESSION_LAWS,
  'constitution': CONSTITUTIONS,
  'treaty': TREATIES,
  'model law': MODEL_LAWS,
}

/** Laws with their kind. */
export const LAWS = Object.entries(ALL).flatMap(([kind, text]) =>
  listed(text).map((citation) => ({ kind, citation }))
)
export const FOREIGN_REPORTS = listed(REPORTS)
export const JOURNAL_ARTICLES = listed(JOURNALS)
export const IDS = listed(ID_LINES)
export const NEAR_MISSES = listed(NEAR_MISS_LINES)
